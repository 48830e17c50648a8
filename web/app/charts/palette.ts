import type { ChartTheme } from "./draw-request.ts";

/**
 * Colours for categories, in the order in which they are given out; the green leads, and a place has the same hue in both
 * themes. A search over hue and lightness found them: the test beside this file says what they keep to.
 */
export const categorical: Record<ChartTheme, string[]> = {
  light: ["#018555", "#4866a6", "#a85b12", "#976cd2", "#cf5165", "#4f8fa5", "#888942", "#5758da", "#9c5272"],
  dark: ["#1da56c", "#617fc3", "#ac660a", "#8f4fcf", "#d5434c", "#328193", "#959045", "#867afe", "#ab547f"],
};

/** For what is no category of its own: the rest, the missing. */
export const other: Record<ChartTheme, string> = { light: "#8b939b", dark: "#737c85" };

/** From the first of ordered categories, such as years, to the last: hue and lightness both tell neighbours apart. */
export const ordered: Record<ChartTheme, string[]> = {
  light: ["#6ebb5d", "#00977b", "#006c77", "#004368", "#161359"],
  dark: ["#4953ab", "#008ac0", "#00babb", "#86dfa7", "#ecf8a1"],
};

/** Returns a color for each of `count` ordered categories. */
export function orderedColors(count: number, theme: ChartTheme): string[] {
  const stops = ordered[theme];
  return Array.from({ length: count }, (_, place) => {
    const at = count === 1 ? 0 : (place / (count - 1)) * (stops.length - 1);
    const below = Math.min(Math.floor(at), stops.length - 2);
    return mix(stops[below] ?? "", stops[below + 1] ?? "", at - below);
  });
}

/** Ramps from few to many. */
export const sequential: Record<ChartTheme, string[]> = {
  light: ["#e3f2ea", "#0b5c40"],
  dark: ["#12352a", "#8be0bb"],
};

/** From below, over the middle, to above. */
export const diverging: Record<ChartTheme, string[]> = {
  light: ["#a8501a", "#f2f2f0", "#0b6b4a"],
  dark: ["#e39a4c", "#2b2f33", "#4cc796"],
};

/** Answers from denial over neither to assent; each color has 3:1 against the background, as those of categories do. */
export const answers: Record<ChartTheme, [string, string, string, string, string]> = {
  light: ["#8f3f10", "#c9713a", other.light, "#2f8a66", "#06442e"],
  dark: ["#f0a868", "#b0702f", other.dark, "#48b98c", "#b0f7dc"],
};

/** The darker and the lighter words on a colour. */
const inks = ["#10201a", "#ffffff"] as const;

/** Returns the text color with the better contrast on a background. */
export function inkOn(color: string): string {
  const ground = luminance(color);
  const contrast = (ink: string) => {
    const [low = 0, high = 0] = [ground, luminance(ink)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  return contrast(inks[0]) > contrast(inks[1]) ? inks[0] : inks[1];
}

/** A colour as words on a ground have it: as much nearer to the ink as it takes to be read. */
export function wordsIn(color: string, ink: string, ground: string): string {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(color, ink, share);
    const [low = 0, high = 0] = [luminance(mixed), luminance(ground)].sort((a, b) => a - b);
    if ((high + 0.05) / (low + 0.05) >= 4.5) return mixed;
  }
  return ink;
}

function mix(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [one, other].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round((a ?? 0) * (1 - share) + (b ?? 0) * share);
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
