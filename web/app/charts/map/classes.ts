import { scale as vegaScale } from "vega";
import type { ChartTheme } from "../draw-request.ts";
import { formatNumber } from "../numbers.ts";
import { categorical, diverging, other, sequential } from "../palette.ts";
import { byTotal } from "../plot/order.ts";
import { classes as text } from "../strings";

/** A step of the scale: what has this colour, in words. */
export interface ColorClass {
  color: string;
  label: string;
}

export interface Coloring {
  classes: ColorClass[];
  colorOf: (value: unknown) => string | undefined;
}

const mostClasses = 6;
const mostCategories = 9;

type Interpolate = (share: number) => string;

export interface ClassOptions {
  format?: (value: number) => string;
  /** Share of the ramp at which it begins. */
  faintest?: number;
  /** Limits between steps, in ascending order, in place of round ones. */
  steps?: number[] | undefined;
}

/** Few steps with round limits, which a reader can tell apart and look up; around zero two ramps. */
export function classify(values: number[], theme: ChartTheme, options: ClassOptions = {}): Coloring {
  const { format = formatNumber, faintest = 0.08, steps } = options;
  const low = Math.min(...values);
  const high = Math.max(...values);
  const limits = steps ?? limitsOf(values, low, high);
  const count = limits.length + 1;
  const isSigned = low < 0 && high > 0;
  const ramp = rampOf(isSigned ? diverging[theme] : sequential[theme]);
  const zero = limits.indexOf(0);
  const colors = Array.from({ length: count }, (_, index) => {
    if (count === 1) return ramp(isSigned ? 0.5 : 0.75);
    if (!isSigned || zero < 0) return ramp(faintest + ((1 - faintest) * index) / (count - 1));
    // Below zero the one half of the ramp, above it the other; zero itself is a limit.
    const [below, above] = [zero + 1, count - zero - 1];
    const most = Math.max(below, above);
    return index <= zero ? ramp(0.5 - (0.5 * (below - index)) / most) : ramp(0.5 + (0.5 * (index - zero)) / most);
  });
  const label = (index: number) => {
    const [from, to] = [limits[index - 1], limits[index]];
    if (from === undefined && to === undefined) return low === high ? format(low) : text.to(format(low), format(high));
    if (from === undefined) return text.below(format(to ?? 0));
    return to === undefined ? text.orMore(format(from)) : text.to2(format(from), format(to));
  };
  return {
    classes: colors.map((color, index) => ({ color, label: label(index) })),
    colorOf: (value) =>
      typeof value === "number" ? colors[limits.filter((limit) => value >= limit).length] : undefined,
  };
}

/** Round numbers at even distances; at even counts where a few large values would take the whole scale. */
function limitsOf(values: number[], low: number, high: number): number[] {
  if (low === high) return [];
  const even = vegaScale("linear")()
    .domain([low, high])
    .ticks(Math.min(mostClasses - 1, new Set(values).size)) as number[];
  const inside = even.filter((limit) => limit > low && limit < high);
  const sorted = [...values].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  if (low < 0 || high <= 8 * median || values.length < 8) return inside;
  const quantiles = [0.2, 0.4, 0.6, 0.8, 0.95].map((share) => rounded(sorted[Math.floor(share * sorted.length)] ?? 0));
  return [...new Set(quantiles)].filter((limit) => limit > low && limit < high);
}

function rounded(value: number): number {
  if (value === 0) return 0;
  const size = 10 ** Number(Math.abs(value).toExponential().split("e")[1]);
  const digit = value / size;
  const nice = [1, 1.5, 2, 3, 5, 7.5, 10].reduce((best, each) =>
    Math.abs(each - digit) < Math.abs(best - digit) ? each : best,
  );
  return nice * size;
}

function rampOf(colors: string[]): Interpolate {
  const domain = colors.map((_, index) => index / (colors.length - 1));
  const scale = vegaScale("linear")().domain(domain).range(colors) as unknown as Interpolate;
  return (share) => scale(Math.max(0, Math.min(1, share)));
}

/** The most frequent categories get the palette's colours, the others are gray together. */
export function categorize(
  values: unknown[],
  theme: ChartTheme,
  chosen: ReadonlyMap<string, string> = new Map(),
): Coloring {
  const counts = new Map<string, number>();
  for (const value of values) {
    if (value !== null && value !== undefined) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  }
  const order = byTotal(counts as Map<string | number | boolean | null, number>).map(String);
  const kept = order.length > mostCategories ? order.slice(0, mostCategories - 1) : order;
  const colors = new Map(
    kept.map((name, index) => [name, chosen.get(name) ?? categorical[theme][index] ?? other[theme]]),
  );
  const classes = kept.map((label) => ({ label, color: colors.get(label) ?? other[theme] }));
  if (kept.length < order.length) classes.push({ label: text.others(order.length - kept.length), color: other[theme] });
  return {
    classes,
    colorOf: (value) =>
      value === null || value === undefined ? undefined : (colors.get(String(value)) ?? other[theme]),
  };
}

/** Black or white, whichever is read better on a colour. */
export function inkOn(fill: string): string {
  const parts = fill.startsWith("#")
    ? [1, 3, 5].map((at) => Number.parseInt(fill.slice(at, at + 2), 16))
    : (fill.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#10201a" : "#ffffff";
}
