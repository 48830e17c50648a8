import {
  type Color,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  formatHex,
  interpolate,
  oklch,
  parse,
  wcagContrast,
} from "culori";
import { describe, expect, it } from "vitest";
import type { ChartTheme } from "./draw-request";
import { answers, categorical, diverging, ordered, orderedColors, other, sequential, wordsIn } from "./palette";
import { tokens } from "./theme";

const themes: ChartTheme[] = ["light", "dark"];
const distance = differenceCiede2000();
const eyes = {
  full: (color: string) => color,
  protanopia: seenThrough(filterDeficiencyProt(1)),
  deuteranopia: seenThrough(filterDeficiencyDeuter(1)),
  tritanopia: seenThrough(filterDeficiencyTrit(1)),
};

function seenThrough(filter: (color: Color) => Color | undefined) {
  return (color: string) => formatHex(filter(parse(color) ?? { mode: "rgb", r: 0, g: 0, b: 0 })) ?? color;
}

describe.each(themes)("the %s palette", (theme) => {
  it("has at least eight colours for categories, led by the green", () => {
    expect(categorical[theme].length).toBeGreaterThanOrEqual(8);
    const hue = oklch(categorical[theme][0] ?? "")?.h ?? 0;
    expect(hue).toBeGreaterThan(140);
    expect(hue).toBeLessThan(175);
  });

  it("stands out from both backgrounds by 3:1", () => {
    for (const color of categorical[theme]) {
      for (const background of themes) {
        expect(wcagContrast(color, tokens[background].background), `${color} on ${background}`).toBeGreaterThanOrEqual(
          3,
        );
      }
    }
  });

  it.each(Object.entries(eyes))("keeps neighbours apart for eyes with %s", (_, see) => {
    const seen = categorical[theme].map(see);
    seen.slice(1).forEach((color, index) => {
      expect(
        distance(seen[index] ?? "", color),
        `${categorical[theme][index]} and its neighbour`,
      ).toBeGreaterThanOrEqual(12);
    });
  });

  it.each(Object.entries(eyes))("keeps answers apart for eyes with %s and from the background", (_, see) => {
    const seen = answers[theme].map(see);
    for (const [index, color] of answers[theme].entries()) {
      expect(wcagContrast(color, tokens[theme].background), color).toBeGreaterThanOrEqual(3);
      if (index === 0) continue;
      const neighbor = answers[theme][index - 1];
      expect(distance(seen[index - 1] ?? "", seen[index] ?? ""), `${neighbor} and ${color}`).toBeGreaterThanOrEqual(12);
    }
  });

  it("tells nine ordered categories apart, each from the background", () => {
    const colors = orderedColors(9, theme);
    expect([colors[0], colors[8]]).toEqual([ordered[theme][0], ordered[theme].at(-1)]);
    for (const [index, color] of colors.entries()) {
      expect(wcagContrast(color, tokens[theme].background), color).toBeGreaterThanOrEqual(2.3);
      if (index === 0) continue;
      expect(distance(colors[index - 1] ?? "", color), `${colors[index - 1]} and ${color}`).toBeGreaterThanOrEqual(8);
    }
  });

  it("has seven colors that differ pairwise for every kind of color vision", () => {
    const first = categorical[theme].slice(0, 7);
    first.forEach((color, index) => {
      for (const earlier of first.slice(0, index)) {
        expect(distance(earlier, color), `${earlier} and ${color}`).toBeGreaterThanOrEqual(17);
      }
    });
  });

  it("gives words a colour that can be read", () => {
    const { background, ink } = tokens[theme];
    for (const color of [...categorical[theme], other[theme]]) {
      expect(wcagContrast(wordsIn(color, ink, background), background), color).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("has ramps whose lightness changes in even steps", () => {
    for (const ramp of [sequential[theme], ordered[theme], diverging[theme].slice(0, 2), diverging[theme].slice(1)]) {
      const at = interpolate([...ramp], "lab");
      const lightness = Array.from({ length: 9 }, (_, step) => at(step / 8).l);
      const steps = lightness.slice(1).map((value, index) => value - (lightness[index] ?? 0));
      const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
      for (const step of steps) expect(Math.abs(step - mean)).toBeLessThanOrEqual(Math.abs(mean) * 0.25);
    }
  });

  it("has text of 4.5:1", () => {
    const { background, ink, muted, faint } = tokens[theme];
    for (const text of [ink, muted, faint]) expect(wcagContrast(text, background)).toBeGreaterThanOrEqual(4.5);
  });
});

it("gives a place the same hue in both themes", () => {
  categorical.light.forEach((color, index) => {
    const hues = [color, categorical.dark[index] ?? ""].map((each) => oklch(each)?.h ?? 0);
    const apart = Math.abs((hues[0] ?? 0) - (hues[1] ?? 0));
    expect(Math.min(apart, 360 - apart), `${color} and ${categorical.dark[index]}`).toBeLessThan(30);
  });
});
