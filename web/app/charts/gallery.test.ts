import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { ChartTheme, DrawRequest } from "./draw-request";
import { drawSvg } from "./draw-svg";
import { loadWorld } from "./map/world";
import { readTexts, type TextBox } from "./svg-texts";

const gallery = join(import.meta.dirname, "gallery");
const names = readdirSync(gallery).map((file) => file.replace(/\.json$/, ""));

function draw(name: string, theme: ChartTheme, width?: number): string {
  const request = JSON.parse(readFileSync(join(gallery, `${name}.json`), "utf8")) as DrawRequest;
  return drawSvg({ ...request, theme, width });
}

function overlap(a: TextBox, b: TextBox): boolean {
  const margin = 1;
  return (
    a.left + margin < b.right && b.left + margin < a.right && a.top + margin < b.bottom && b.top + margin < a.bottom
  );
}

beforeAll(loadWorld);

describe.each(names)("%s", (name) => {
  it.each([680, 360])("is sound at a width of %d", (width) => {
    const svg = draw(name, "light", width);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    expect(svg).not.toMatch(/<(script|image|foreignObject|a)\b|\son[a-z]+=|href=/);
    const { texts, size } = readTexts(svg);
    for (const text of texts) {
      expect(text.left, `“${text.content}” at the left`).toBeGreaterThanOrEqual(-1);
      expect(text.right, `“${text.content}” at the right`).toBeLessThanOrEqual(size.width + 1);
      expect(text.top, `“${text.content}” at the top`).toBeGreaterThanOrEqual(-1);
      expect(text.bottom, `“${text.content}” at the bottom`).toBeLessThanOrEqual(size.height + 1);
    }
    texts.forEach((text, index) => {
      const met = texts.slice(index + 1).find((other) => overlap(text, other));
      expect(met && `“${text.content}” meets “${met.content}”`).toBeUndefined();
    });
  });

  it("draws the same twice, and in the dark another", () => {
    expect(draw(name, "light")).toBe(draw(name, "light"));
    expect(draw(name, "dark")).not.toBe(draw(name, "light"));
  });
});
