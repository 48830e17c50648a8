import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";

export const widths = [360, 768, 1_440];
export const themes = ["light", "dark"] as const;
const height = 1_000;

/** The window that a page is opened in: what it lays out once must not depend on the page before. */
export const opening = { width: Math.max(...widths), height };

/** The chart gallery is longer; its charts have stored pictures of their own. */
const mostHeight = 8_000;

/** Stored pictures of a page: in light every point, in dark the colors at a quarter of its size. */
const sheets = {
  light: { ending: "", reduction: 1 },
  dark: { ending: "-dark", reduction: 4 },
} as const;

type Pictures = Record<(typeof themes)[number], string[]>;

/** Two stored points differ where one of their colors is this far apart, of 255. */
const tolerance = 40;

/** So many points of a picture may differ. The smallest icon of a control has more. */
const allowedPoints = 10;

const folder = resolve(import.meta.dirname, "pictures");
const failedFolder = resolve(import.meta.dirname, "../../build/pictures");

/** PORTOLAN_RENEW_PICTURES=all stores what is shown now in place of what was shown; =missing only what was not stored yet. */
const renewing = process.env.PORTOLAN_RENEW_PICTURES;

/**
 * A page in every theme and width, from top to bottom; fails if it is wider than one of them. `late` selects a part that may
 * appear some time after a page of that width has loaded.
 */
export async function takePictures(page: Page, late?: string): Promise<Pictures> {
  const pictures: Pictures = { light: [], dark: [] };
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of widths) {
      await page.setViewportSize({ width, height });
      if (late) {
        // A part of the width before must be gone first.
        await settled(page);
        await page.locator(late).first().waitFor();
      }
      pictures[colorScheme].push(await takePicture(page));
    }
  }
  return pictures;
}

/** Compares with the stored pictures; answers with a sentence where one differs. On demand they are stored instead. */
export async function comparePictures(name: string, pictures: Pictures, drawer: Page): Promise<string | null> {
  for (const theme of themes) {
    const { ending, reduction } = sheets[theme];
    const taken = await drawer.evaluate(assemble, { shots: pictures[theme], widths, reduction });
    const path = pathOf(name, theme);
    if (renewing === "all" || (renewing === "missing" && !existsSync(path))) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(path, Buffer.from(taken, "base64"));
      continue;
    }
    if (!existsSync(path)) return `${name}${ending} has no stored picture: ${renewal}`;
    const stored = readFileSync(path).toString("base64");
    const edges = widths.map((width) => width / reduction);
    const { points, marked } = await drawer.evaluate(differences, { stored, taken, edges, tolerance });
    const place = points.findIndex((count) => count > allowedPoints);
    if (place === -1) continue;
    mkdirSync(failedFolder, { recursive: true });
    const shown = join(failedFolder, `${name}${ending}.png`);
    writeFileSync(shown, Buffer.from(marked, "base64"));
    return `${name} looks different (${points[place]} points, ${theme}, ${widths[place]} wide): see ${shown}. If it should, ${renewal}`;
  }
  return null;
}

/** Returns whether a page that is shown now in light differs from its stored picture of that width. */
export async function isDifferent(name: string, width: number, page: Page, drawer: Page): Promise<boolean> {
  const stored = readFileSync(pathOf(name, "light")).toString("base64");
  const left = widths.slice(0, widths.indexOf(width)).reduce((sum, each) => sum + each, 0);
  const taken = await shoot(page);
  const points = await drawer.evaluate(differenceOfOne, { stored, taken, left, tolerance });
  return points > allowedPoints;
}

const pathOf = (name: string, theme: keyof Pictures) => join(folder, `${name}${sheets[theme].ending}.webp`);

const renewal = "renew it: PORTOLAN_RENEW_PICTURES=all npm run test:browser -- every-picture";

/** The page in the theme and width that it has, once everything on it is loaded. */
export async function takePicture(page: Page): Promise<string> {
  await settled(page);
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (tooWide > 0) throw new Error(`${page.url()} is ${tooWide} pixels wider than the window`);
  // Parts of the page load when they come into sight.
  const bottom = Math.min(await heightOf(page), mostHeight);
  for (let top = height; top < bottom; top += height) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top);
    await settled(page);
  }
  if (bottom > height) {
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await settled(page);
  }
  return shoot(page);
}

/** The page as it is, without waiting. */
async function shoot(page: Page): Promise<string> {
  const { width } = page.viewportSize() ?? opening;
  const clip = { x: 0, y: 0, width, height: Math.min(await heightOf(page), mostHeight) };
  const picture = await page.screenshot({ animations: "disabled", caret: "hide", fullPage: true, clip });
  return picture.toString("base64");
}

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

/** Waits until a page has nothing on its way any more; says what it was where that takes too long. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(twoFrames);
  try {
    await page.waitForFunction(unsettled, false, { timeout: 15_000 });
  } catch (error) {
    const found = await page.evaluate(unsettled, true);
    throw new Error(`${page.url()} does not settle: ${found || error}`);
  }
  await page.evaluate(twoFrames);
}

/** Layout after a resize is measured in the first frame and drawn in the second. */
const twoFrames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

/** In the browser: true once nothing is on its way, or else (on demand) what still is. */
function unsettled(inWords: boolean): boolean | string {
  const isInSight = (element: Element) => {
    const { top, bottom, width, height } = element.getBoundingClientRect();
    return element.checkVisibility() && bottom > 0 && top < innerHeight && width > 0 && height > 0;
  };
  const inSight = (selector: string) => [...document.querySelectorAll(selector)].filter(isInSight);
  const found = [
    ...(document.fonts.status === "loaded" ? [] : ["fonts"]),
    ...inSight("img")
      .filter((image) => !(image as HTMLImageElement).complete)
      .map((image) => (image as HTMLImageElement).src),
    // A place that will be filled; a sample of one stays as it is.
    ...inSight("[data-skeleton]")
      .filter((place) => !place.closest("[data-sample]"))
      .map(() => "a place that is not filled"),
    ...inSight("[data-picture=waiting]").map(() => "a chart that is not drawn at its size"),
    ...[...document.querySelectorAll("[role=status]")]
      .map(({ textContent }) => textContent ?? "")
      .filter((text) => /^Loading/.test(text)),
    ...document
      .getAnimations()
      .filter(({ playState }) => playState === "running")
      .map((animation) => `an animation of ${(animation.effect as KeyframeEffect | null)?.target?.className}`),
  ];
  return inWords ? found.join(", ") : found.length === 0;
}

interface Sheet {
  shots: string[];
  widths: number[];
  reduction: number;
}

/** In the browser: pictures side by side, smaller, with colors in steps that store well. */
async function assemble({ shots, widths, reduction }: Sheet): Promise<string> {
  const images = await Promise.all(
    shots.map(async (shot) => {
      const image = new Image();
      image.src = `data:image/png;base64,${shot}`;
      await image.decode();
      return image;
    }),
  );
  const canvas = document.createElement("canvas");
  canvas.width = widths.reduce((sum, width) => sum + width / reduction, 0);
  canvas.height = Math.max(...images.map((image) => Math.round(image.naturalHeight / reduction)));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no canvas");
  context.imageSmoothingQuality = "high";
  let x = 0;
  for (const [place, image] of images.entries()) {
    context.drawImage(image, x, 0, image.naturalWidth / reduction, image.naturalHeight / reduction);
    x += (widths[place] ?? 0) / reduction;
  }
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  const step = 32;
  const stepped = Uint8ClampedArray.from({ length: 256 }, (_, value) => Math.round(value / step) * step);
  for (let at = 0; at < pixels.data.length; at += 1) {
    if (at % 4 !== 3) pixels.data[at] = stepped[pixels.data[at] ?? 0] ?? 0;
  }
  context.putImageData(pixels, 0, 0);
  // At this quality the format loses nothing.
  return canvas.toDataURL("image/webp", 1).split(",")[1] ?? "";
}

interface Comparison {
  stored: string;
  taken: string;
  /** The width of each picture side by side. */
  edges: number[];
  tolerance: number;
}

/** In the browser: how many points differ in each picture, and all of them with the differences in red. */
async function differences({ stored, taken, edges, tolerance }: Comparison): Promise<{
  points: number[];
  marked: string;
}> {
  const pixelsOf = async (picture: string) => {
    const image = new Image();
    image.src = `data:image/webp;base64,${picture}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("no canvas");
    context.drawImage(image, 0, 0);
    return { canvas, context, pixels: context.getImageData(0, 0, canvas.width, canvas.height) };
  };
  const [before, after] = [await pixelsOf(stored), await pixelsOf(taken)];
  const [{ width, height }, { data: old }, { data }] = [after.canvas, before.pixels, after.pixels];
  const points = edges.map(() => 0);
  let [picture, end] = [0, edges[0] ?? 0];
  for (let x = 0; x < width; x += 1) {
    if (x >= end) {
      picture += 1;
      end += edges[picture] ?? width;
    }
    let count = 0;
    for (let y = 0; y < height; y += 1) {
      const at = (y * width + x) * 4;
      const then = (y * before.canvas.width + x) * 4;
      const isOutside = x >= before.canvas.width || y >= before.canvas.height;
      const apart = (channel: number) => Math.abs((old[then + channel] ?? 0) - (data[at + channel] ?? 0)) > tolerance;
      if (!isOutside && !apart(0) && !apart(1) && !apart(2)) continue;
      count += 1;
      data.set([255, 0, 0, 255], at);
    }
    points[picture] = (points[picture] ?? 0) + count;
  }
  if (after.canvas.height < before.canvas.height) points[0] = Number.POSITIVE_INFINITY;
  after.context.putImageData(after.pixels, 0, 0);
  return { points, marked: after.canvas.toDataURL("image/png").split(",")[1] ?? "" };
}

/** In the browser: how many points of one picture differ from the part of a stored sheet that begins `left`. */
async function differenceOfOne({
  stored,
  taken,
  left,
  tolerance,
}: {
  stored: string;
  taken: string;
  left: number;
  tolerance: number;
}): Promise<number> {
  const load = async (source: string) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    return image;
  };
  const [sheet, picture] = [
    await load(`data:image/webp;base64,${stored}`),
    await load(`data:image/png;base64,${taken}`),
  ];
  const [width, height] = [picture.naturalWidth, picture.naturalHeight];
  const pixelsOf = (image: HTMLImageElement, x: number) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("no canvas");
    context.drawImage(image, -x, 0);
    return context.getImageData(0, 0, width, height).data;
  };
  const [old, now] = [pixelsOf(sheet, left), pixelsOf(picture, 0)];
  let count = 0;
  for (let at = 0; at < now.length; at += 4) {
    const apart = (channel: number) => Math.abs((old[at + channel] ?? 0) - (now[at + channel] ?? 0)) > tolerance;
    if (apart(0) || apart(1) || apart(2)) count += 1;
  }
  return count;
}
