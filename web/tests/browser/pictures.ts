import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";

export const widths = [360, 768, 1_440];
export const themes = ["light", "dark"] as const;
const height = 1_000;

/** The window that a page is opened in: what it lays out once must not depend on the page before. */
export const opening = { width: Math.max(...widths), height };

/** Points of a page for each stored one, along each side. */
const reduction = 4;

/** Two stored points differ where one of their colors is this far apart, of 255. */
const tolerance = 40;

/** So many of a thousand points of one picture may differ: letters may lie a fraction of a point elsewhere. */
const allowedShare = 5;

const folder = resolve(import.meta.dirname, "pictures");
const failedFolder = resolve(import.meta.dirname, "../../build/pictures");

/** PORTOLAN_RENEW_PICTURES=all stores what is shown now in place of what was shown; =missing only what was not stored yet. */
const renewing = process.env.PORTOLAN_RENEW_PICTURES;

/**
 * A page in every theme and width; fails if it is wider than one of them. `late` selects a part that may appear some time
 * after a page of that width has loaded.
 */
export async function takePictures(page: Page, late?: string): Promise<string[]> {
  const shots: string[] = [];
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of widths) {
      await page.setViewportSize({ width, height });
      if (late) {
        // A part of the width before must be gone first.
        await settled(page);
        await page.locator(late).first().waitFor();
      }
      shots.push(await stillPicture(page));
    }
  }
  return shots;
}

/** Compares with the small picture of all that is stored; answers with a sentence where it differs. On demand it is stored instead. */
export async function comparePictures(name: string, shots: string[], drawer: Page): Promise<string | null> {
  const taken = await drawer.evaluate(assemble, { shots, widths, height, reduction });
  const path = join(folder, `${name}.png`);
  if (renewing === "all" || (renewing === "missing" && !existsSync(path))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, Buffer.from(taken, "base64"));
    return null;
  }
  if (!existsSync(path)) return `${name} has no stored picture: ${renewal}`;
  const stored = readFileSync(path).toString("base64");
  const { differing, marked } = await drawer.evaluate(differences, {
    stored,
    taken,
    widths,
    height,
    reduction,
    tolerance,
  });
  const worst = Math.max(...differing);
  if (worst <= allowedShare) return null;
  mkdirSync(failedFolder, { recursive: true });
  const shown = join(failedFolder, `${name}.png`);
  writeFileSync(shown, Buffer.from(marked, "base64"));
  return `${name} looks different (${worst.toFixed(1)} ‰ of one picture): see ${shown}. If it should, ${renewal}`;
}

const renewal = "renew it: PORTOLAN_RENEW_PICTURES=all npm run test:browser -- every-picture";

async function stillPicture(page: Page): Promise<string> {
  await settled(page);
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (tooWide > 0) throw new Error(`${page.url()} is ${tooWide} pixels wider than the window`);
  return (await page.screenshot({ animations: "disabled", caret: "hide" })).toString("base64");
}

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

interface ContactSheet {
  widths: number[];
  height: number;
  reduction: number;
}

/** In the browser: the pictures side by side, a row for each theme, smaller, with colors in steps that store well. */
async function assemble({ shots, widths, height, reduction }: ContactSheet & { shots: string[] }): Promise<string> {
  const rows = shots.length / widths.length;
  const canvas = document.createElement("canvas");
  canvas.width = widths.reduce((sum, width) => sum + width / reduction, 0);
  canvas.height = (rows * height) / reduction;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no canvas");
  context.imageSmoothingQuality = "high";
  let [x, y] = [0, 0];
  for (const [place, shot] of shots.entries()) {
    const image = new Image();
    image.src = `data:image/png;base64,${shot}`;
    await image.decode();
    const [width = 0] = widths.slice(place % widths.length);
    context.drawImage(image, x, y, width / reduction, height / reduction);
    x += width / reduction;
    if (place % widths.length === widths.length - 1) [x, y] = [0, y + height / reduction];
  }
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  const step = 16;
  for (let at = 0; at < pixels.data.length; at += 1) {
    if (at % 4 !== 3) pixels.data[at] = Math.min(255, Math.round((pixels.data[at] ?? 0) / step) * step);
  }
  context.putImageData(pixels, 0, 0);
  return canvas.toDataURL("image/png").split(",")[1] ?? "";
}

/** In the browser: how many of a thousand points differ in each picture, and all of them with the differences in red. */
async function differences({
  stored,
  taken,
  widths,
  height,
  reduction,
  tolerance,
}: ContactSheet & { stored: string; taken: string; tolerance: number }): Promise<{
  differing: number[];
  marked: string;
}> {
  const pixelsOf = async (png: string) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("no canvas");
    context.drawImage(image, 0, 0);
    return { canvas, context, pixels: context.getImageData(0, 0, canvas.width, canvas.height) };
  };
  const [before, after] = [await pixelsOf(stored), await pixelsOf(taken)];
  const all = 1_000;
  if (before.canvas.width !== after.canvas.width || before.canvas.height !== after.canvas.height) {
    return { differing: [all], marked: taken };
  }
  const ends = widths.map((_, place) => widths.slice(0, place + 1).reduce((sum, width) => sum + width / reduction, 0));
  const rows = after.canvas.height / (height / reduction);
  const counts = Array.from({ length: rows * widths.length }, () => 0);
  for (let y = 0; y < after.canvas.height; y += 1) {
    for (let x = 0; x < after.canvas.width; x += 1) {
      const at = (y * after.canvas.width + x) * 4;
      const apart = [0, 1, 2].map((channel) =>
        Math.abs((before.pixels.data[at + channel] ?? 0) - (after.pixels.data[at + channel] ?? 0)),
      );
      if (Math.max(...apart) <= tolerance) continue;
      const place = Math.floor(y / (height / reduction)) * widths.length + ends.findIndex((end) => x < end);
      counts[place] = (counts[place] ?? 0) + 1;
      after.pixels.data.set([255, 0, 0, 255], at);
    }
  }
  after.context.putImageData(after.pixels, 0, 0);
  const differing = counts.map(
    (count, place) => (count * all) / (((widths[place % widths.length] ?? 1) / reduction) * (height / reduction)),
  );
  return { differing, marked: after.canvas.toDataURL("image/png").split(",")[1] ?? "" };
}
