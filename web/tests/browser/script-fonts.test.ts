import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { Browser } from "./browser.ts";
import { ScriptedServer } from "./double/scripted-server.ts";

const drawFonts = resolve(import.meta.dirname, "../../build/draw");

/** A title in each script, and the family that draws it. */
const titles = {
  "أمطار الشهر": "Noto Sans Arabic",
  "महीने की बारिश": "Noto Sans Devanagari",
  "גשם בחודש": "Noto Sans Hebrew",
  风的图: "Noto Sans SC",
  すべてのあめ: "Noto Sans JP",
  "서울의 비": "Noto Sans KR",
};

/** Opens the start page with a recent chat of each title, on a system with these fonts. */
async function openPage(systemFonts: string[], chatTitles: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "portolan-fonts-"));
  for (const font of systemFonts) copyFileSync(join(drawFonts, font), join(folder, font));
  const configuration = join(folder, "fonts.conf");
  writeFileSync(configuration, `<fontconfig><dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>`);
  const server = await ScriptedServer.start();
  for (const title of chatTitles) server.createChat().rename(title);
  const browser = await Browser.launch({ env: { FONTCONFIG_FILE: configuration } });
  onTestFinished(async () => {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
    expect(browser.errors).toEqual([]);
  });
  await browser.context.addCookies([server.sessionCookie]);
  const page = await browser.newPage();
  await page.goto(`${server.url}/start`);
  await expect.poll(() => server.requests.some((request) => request.startsWith("GET /builds/meta/"))).toBe(true);
  return { page, server };
}

/** The families that the letters of an element are drawn with. */
async function familiesOf(page: Page, text: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument", { depth: 0 });
  await page
    .getByText(text, { exact: true })
    .first()
    .evaluate((element) => element.setAttribute("data-measured", ""));
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector: "[data-measured]" });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  await page.locator("[data-measured]").evaluate((element) => element.removeAttribute("data-measured"));
  await session.detach();
  return fonts.map(({ familyName }) => familyName);
}

const fontRequests = (server: ScriptedServer) => server.requests.filter((request) => /noto-sans.*woff2/.test(request));

describe("letters that Inter lacks", () => {
  it("are drawn with a font of ours where the system has none", async () => {
    const { page } = await openPage(["Inter-Regular.ttf"], Object.keys(titles));
    for (const [title, family] of Object.entries(titles)) {
      await expect
        .poll(() => familiesOf(page, title), { message: title })
        .toContainEqual(expect.stringContaining(family));
    }
  });

  it("load no font where no such letter occurs", async () => {
    const { page, server } = await openPage(["Inter-Regular.ttf"], ["Rain by month"]);
    await page.getByText("Rain by month").first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    expect(fontRequests(server)).toEqual([]);
  });

  it("are drawn with the font of a system that has one", async () => {
    const { page, server } = await openPage(["Inter-Regular.ttf", "NotoSans-kr.ttf"], ["서울의 비"]);
    await page.getByText("서울의 비").first().waitFor();
    await expect.poll(() => page.evaluate(() => document.fonts.check('16px "Any Hangul"', "한"))).toBe(true);
    await page.evaluate(() => document.fonts.ready);
    expect(fontRequests(server).filter((request) => request.includes("noto-sans-kr"))).toEqual([]);
  });
});
