import type { Cell } from "../draw-request.ts";
import { categorical, other } from "../palette.ts";
import { granularity } from "./dates.ts";
import { columnType, distinct } from "./encoding.ts";
import type { Scene } from "./scene.ts";

/** "Since 2015" names where a period begins or ends, and no bar that the title is about. */
const periodLimits =
  /\b(?:since|from|between|until|before|after|through)\s+(?:\p{L}+\s+)?\d{4}(?:\s+(?:to|and)\s+(?:\p{L}+\s+)?\d{4})?\b/giu;

/** A title that names more than this many points of a chart is about the whole of it. */
const mostNamed = 2;
/** Fewer than this many others are no background. */
const fewestOthers = 2;

/**
 * Returns the values of a column that the chart's title is about: one or two of them that it names, among several others.
 * Empty where the title names none, or so many that nothing stands out.
 */
export function namedInTitle(scene: Scene, field: string): Cell[] {
  if (scene.title === undefined) return [];
  const values = distinct(scene.rows, field).filter((value) => value !== null);
  const namesOf = readerOf(scene, field, values);
  // Names of right-to-left scripts are isolated in titles.
  let title = ` ${scene.title.replace(/[\u2066-\u2069]/g, "")} `;
  const named: Cell[] = [];
  const candidates = values
    .flatMap((value) => namesOf(value).flatMap((name) => spellings(name).map((each) => ({ value, name: each }))))
    .filter(({ name }) => name.length > 1)
    .sort((one, another) => another.name.length - one.name.length);
  for (const { value, name } of candidates) {
    const at = wordIndex(title, name);
    if (at < 0) continue;
    // "New York" is not about York.
    title = title.slice(0, at) + " ".repeat(name.length) + title.slice(at + name.length);
    if (!named.includes(value)) named.push(value);
  }
  const isClear = named.length <= mostNamed && values.length - named.length >= fewestOthers;
  return isClear ? named : [];
}

/** Returns the bars that the chart's title is about: as `namedInTitle`, without those where a period begins or ends. */
export function namedBars(scene: Scene, field: string): Cell[] {
  if (scene.title === undefined) return [];
  return namedInTitle({ ...scene, title: scene.title.replace(periodLimits, "") }, field);
}

/** Returns a color for each line: one of its own for what the title names, gray for the rest. */
export function highlightColors(scene: Scene, values: readonly Cell[], named: readonly Cell[]): string[] {
  const accents = [scene.colors.accent, categorical[scene.theme][1] ?? scene.colors.accent];
  return values.map((value) => accents[named.indexOf(value)] ?? other[scene.theme]);
}

/** Returns an expression for the color of a bar: one accent for what the title names, gray for the rest. */
export function highlightExpression(scene: Scene, field: string, named: readonly Cell[]): string {
  const isNamed = named.map((value) => `datum[${JSON.stringify(field)}] === ${JSON.stringify(value)}`).join(" || ");
  return `${isNamed} ? ${JSON.stringify(scene.colors.accent)} : ${JSON.stringify(other[scene.theme])}`;
}

/** Returns a name as it stands within a sentence and at its beginning; "Moon" is not found in "the largest moon". */
function spellings(name: string): string[] {
  const first = name.charAt(0).toUpperCase() + name.slice(1);
  return first === name ? [name] : [name, first];
}

/** Returns what writes a value as titles do: text as it is, years as numbers, months with their year. */
function readerOf(scene: Scene, field: string, values: readonly Cell[]): (value: Cell) => string[] {
  const column = columnType(scene, field);
  if (column === "string") return (value) => (typeof value === "string" ? [value] : []);
  if (column === "integer") return (value) => (isYear(value) ? [String(value)] : []);
  if (column !== "date" && column !== "datetime") return () => [];
  const times = values.filter((value): value is number => typeof value === "number");
  const unit = granularity(times);
  return (value) => {
    if (typeof value !== "number") return [];
    const date = new Date(value);
    const year = String(date.getUTCFullYear());
    if (unit === "year") return [year];
    return unit === "month" ? [`${months[date.getUTCMonth()]} ${year}`] : [];
  };
}

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

function isYear(value: Cell): boolean {
  return typeof value === "number" && value >= 1000 && value < 3000;
}

/** Returns the place of a name in a text where it is no part of a longer word, or -1. */
function wordIndex(text: string, name: string): number {
  const isLetter = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + name.length])) return at;
  }
  return -1;
}
