const suffixes = [
  { value: 1e12, suffix: "T" },
  { value: 1e9, suffix: "B" },
  { value: 1e6, suffix: "M" },
  { value: 1e3, suffix: "k" },
];

/**
 * A number for people: below ten thousand with thousands separators, above as 12.3k, 4.56M, 7.8B.
 * Three or four digits say enough on an axis or a bar; the data table has the rest.
 */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return "";
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size >= 1e16) return exponential(value);
  if (size >= 9999.5) {
    const unit = suffixes.find((each) => size >= each.value * 0.9995) ?? { value: 1, suffix: "" };
    return minus(trimZeros(toPrecision(value / unit.value, 3))) + unit.suffix;
  }
  if (size >= 1000) return minus(group(trimZeros(value.toFixed(0))));
  if (size >= 1) return minus(trimZeros(toPrecision(value, size >= 100 ? 4 : 3)));
  if (size >= 1e-5) return minus(trimZeros(value.toFixed(Math.min(7, 2 - exponent(size)))));
  return exponential(value);
}

/** How the numbers beside each other are written: a unit for all of them, and as many decimals. */
export interface NumberStyle {
  unit: number;
  suffix: string;
  decimals: number;
}

/** More decimals of a unit than these are harder to read than the whole number. */
const mostDecimals = 4;
/** Decimals behind these are errors of calculation. */
const mostKnown = 8;
/** The share of a number that rounding may take from it or add to it. */
const mostError = 0.01;
/** The share of a unit below which a number is written without it: 40, not 0.04k. */
const leastShare = 0.1;

/**
 * Returns one style for numbers that are read together, with about three digits for the largest, more where different
 * numbers would look the same or be a percent off, and none that the numbers don't have. Undefined where the smallest would vanish in it.
 */
export function commonStyle(values: readonly number[]): NumberStyle | undefined {
  const sizes = values.filter((value) => Number.isFinite(value) && value !== 0).map(Math.abs);
  if (sizes.length === 0) return undefined;
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  if (most >= 1e16 || least < 1e-5) return undefined;
  const usual = suffixes.find((each) => most >= 9999.5 && most >= each.value * 0.9995) ?? plainUnit;
  const spread = Math.max(...values) - Math.min(...values);
  // 27,361 beside 641 is easier to compare than 27.361k beside 0.641k, and 1,462,910 beside 1,462,930 than 1.4629M twice.
  const isPlain =
    (usual.value === 1e3 && least < usual.value && least >= usual.value * leastShare) ||
    decimalsToDiffer(spread / usual.value) > mostDecimals;
  const { value: unit, suffix } = isPlain ? plainUnit : usual;
  if (unit > 1 && least / unit < leastShare) return undefined;
  const scaled = values.map((value) => value / unit);
  const needed = decimalsToDiffer(spread / unit);
  const known = Math.max(...scaled.map((value) => decimalsOf(value, Math.max(mostDecimals, needed))));
  const digits = Math.max(0, 2 - exponent(most / unit), needed);
  const differ = (decimals: number) => new Set(scaled.map((value) => value.toFixed(decimals))).size;
  const all = new Set(scaled).size;
  const isClose = (decimals: number) =>
    scaled.every((value) => Math.abs(Number(value.toFixed(decimals)) - value) <= Math.abs(value) * mostError);
  const isTold = (decimals: number) => decimals >= known || (differ(decimals) === all && isClose(decimals));
  const candidates = [0, 1, 2].map((more) => digits + more);
  const decimals = Math.min(candidates.find(isTold) ?? candidates.find(isClose) ?? digits, known);
  return isClose(decimals) ? { unit, suffix, decimals } : undefined;
}

/** Returns the common style with as many decimals as a title has that says one of the numbers: 59.96, not 60.0 below it. */
export function titledStyle(values: readonly number[], title: string | undefined): NumberStyle | undefined {
  const style = commonStyle(values);
  if (style?.unit !== 1 || title === undefined) return style;
  const said = [...title.matchAll(/\d[\d,]*\.(\d+)/g)].flatMap(([text, fraction = ""]) => {
    const number = text.replaceAll(",", "");
    return values.some((value) => Math.abs(value).toFixed(fraction.length) === number) ? [fraction.length] : [];
  });
  return { ...style, decimals: Math.max(style.decimals, ...said) };
}

/** Returns the decimals that leave at least ten steps between the least and the largest of several numbers. */
function decimalsToDiffer(spread: number): number {
  return spread > 0 ? Math.max(0, Math.min(mostKnown, -exponent(spread / 10))) : 0;
}

const plainUnit = { value: 1, suffix: "" };

function decimalsOf(value: number, most: number): number {
  const all = [...Array(most).keys()];
  return all.find((decimals) => Number(value.toFixed(decimals)) === value) ?? most;
}

/** Returns the style of a number that is compared with no other: all digits before the point, at most two after it. */
export function loneStyle(value: number): NumberStyle {
  const decimals = [0, 1, 2].find((count) => Number(value.toFixed(count)) === Number(value.toFixed(2))) ?? 2;
  return { unit: 1, suffix: "", decimals };
}

/** A number in the style that it shares with others. */
export function formatAlike(value: number, { unit, suffix, decimals }: NumberStyle): string {
  if (!Number.isFinite(value)) return "";
  if (value === 0) return "0";
  const [whole = "", fraction] = (value / unit).toFixed(decimals).split(".");
  return minus(fraction ? `${group(whole)}.${fraction}` : group(whole)) + suffix;
}

/** A number as sentences have it: all digits before the point, and as many decimals as tell something. */
export function formatInText(value: number): string {
  const size = Math.abs(value);
  const decimals = Number.isInteger(value) || size >= 1e4 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : size >= 0.01 ? 3 : 5;
  const [whole = "", fraction] = trimZeros(value.toFixed(decimals)).split(".");
  return minus(fraction ? `${group(whole)}.${fraction}` : group(whole));
}

/** A number with all of its digits, for a table. */
export function formatExact(value: number): string {
  if (!Number.isFinite(value)) return "";
  if (value !== 0 && (Math.abs(value) >= 1e15 || Math.abs(value) < 1e-6)) return exponential(value);
  const [whole = "", fraction] = trimZeros(value.toFixed(Number.isInteger(value) ? 0 : 6)).split(".");
  return minus(fraction ? `${group(whole)}.${fraction}` : group(whole));
}

/** A share between 0 and 1. */
export function formatPercent(share: number): string {
  if (!Number.isFinite(share)) return "";
  const percent = share * 100;
  const size = Math.abs(percent);
  const digits = size === 0 || size >= 10 ? 0 : size >= 1 ? 1 : Math.min(4, 1 - exponent(size));
  const precise = size >= 10 && Math.abs(percent - Math.round(percent)) > 0.049 ? 1 : digits;
  return `${minus(trimZeros(percent.toFixed(precise)))}%`;
}

function toPrecision(value: number, digits: number): string {
  const decimals = Math.max(0, digits - 1 - exponent(Math.abs(value)));
  return value.toFixed(decimals);
}

/** From the digits, since engines differ in the last bit of a logarithm. */
function exponent(size: number): number {
  return Number(size.toExponential().split("e")[1]);
}

function exponential(value: number): string {
  return minus(
    value
      .toExponential(2)
      .replace(/\.?0+e/, "e")
      .replace("e+", "e"),
  );
}

function trimZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

function group(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** The true minus sign, as wide as a plus. */
function minus(text: string): string {
  return text.startsWith("-") ? `−${text.slice(1)}` : text;
}
