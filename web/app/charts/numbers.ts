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
/** Of thousands, a second decimal already makes a number as long as the whole one: 94.51k, 94,507. */
const mostOfThousands = 1;
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
  const [least, most] = rangeOfSizes(values);
  if (most === 0 || most >= 1e16 || least < 1e-5) return undefined;
  const usual = suffixes.find((each) => most >= 9999.5 && most >= each.value * 0.9995) ?? plainUnit;
  const spread = Math.max(...values) - Math.min(...values);
  // 27,361 beside 641 is easier to compare than 27.361k beside 0.641k, and 1,462,910 beside 1,462,930 than 1.4629M twice.
  const isPlain =
    (usual.value === 1e3 && least < usual.value && least >= usual.value * leastShare) ||
    decimalsToDiffer(spread / usual.value) > mostDecimals;
  const style = styleIn(isPlain ? plainUnit : usual, values);
  const isLong = style?.unit === 1e3 && style.decimals > mostOfThousands;
  return isLong ? styleIn(plainUnit, values) : style;
}

/** Returns the least and the largest size of the numbers that aren't zero; zeros where there are none. */
function rangeOfSizes(values: readonly number[]): [number, number] {
  const sizes = values.filter((value) => Number.isFinite(value) && value !== 0).map(Math.abs);
  return sizes.length === 0 ? [0, 0] : [Math.min(...sizes), Math.max(...sizes)];
}

/** Returns the style in a unit; undefined where the smallest number would vanish in it. */
function styleIn(
  { value: unit, suffix }: (typeof suffixes)[number],
  values: readonly number[],
): NumberStyle | undefined {
  const [least, most] = rangeOfSizes(values);
  if (unit > 1 && least / unit < leastShare) return undefined;
  const spread = Math.max(...values) - Math.min(...values);
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

/**
 * Returns the style of numbers below a title: where the title says one of them, they are written as it does, with all digits
 * and as many decimals. 94,507 is not 94.5k below it, nor 59.96 60.0.
 */
export function titledStyle(values: readonly number[], title: string | undefined): NumberStyle | undefined {
  const style = commonStyle(values);
  const said = [...(title ?? "").matchAll(/\d[\d,]*(?:\.(\d+))?/g)].flatMap(([text, fraction = ""]) => {
    const number = text.replaceAll(",", "");
    const isValue = values.some((value) => Math.abs(value).toFixed(fraction.length) === number);
    return isValue ? [{ size: Number(number), decimals: fraction.length }] : [];
  });
  const isLarge = said.some(({ size }) => size >= 1e3);
  const plain = style?.unit === 1 || !isLarge ? style : styleIn(plainUnit, values);
  if (plain?.unit !== 1) return style;
  return { ...plain, decimals: Math.max(plain.decimals, ...said.map(({ decimals }) => decimals)) };
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
