const signs = /(?:^|[\s(])([$€£¥%])\)?$/;
const inParentheses = /\(([^()]{1,12})\)$/;
const afterIn = /[\s_]in[\s_]([\p{L}°²³/%]{1,12})$/u;
const lastWord = /[\s_]([\p{L}°²³/]{1,8})$/u;

/** Last words of column names that are units. */
const units = new Set([
  ...["mm", "cm", "m", "km", "mi", "ft", "ha", "km²", "sqkm"],
  ...["g", "kg", "t", "lb", "l", "ml"],
  ...["ms", "s", "sec", "seconds", "min", "minutes", "hours", "days", "weeks", "months", "years"],
  ...["°c", "°f", "ppm", "ppb", "mph", "kmh", "km/h", "knots", "kwh", "mwh", "gwh", "w", "kw", "mw"],
  ...["usd", "eur", "gbp", "percent", "pct"],
]);

/** Returns the unit that a column's name ends with, as it is written there; null if it names none. */
export function unitOf(name: string): string | null {
  const text = name.trim();
  const found = signs.exec(text) ?? inParentheses.exec(text) ?? afterIn.exec(text);
  if (found?.[1]) return found[1];
  const word = lastWord.exec(text)?.[1];
  return word !== undefined && units.has(word.toLowerCase()) ? word : null;
}

const currencies = /^(usd|eur|gbp)$/i;
const percent = /^(percent|pct)$/i;

/** Returns a column's name as a sentence has it: `unit_price_usd` as "unit price (USD)". */
export function readableColumn(name: string): string {
  const text = name.trim();
  const isMarked = signs.test(text) || inParentheses.test(text) || afterIn.test(text);
  const unit = isMarked ? null : unitOf(text);
  const bare = unit === null ? text : text.slice(0, -unit.length);
  const spaced = bare
    .replace(/[_\s]+/g, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .trim()
    .replace(/(^| )([A-Z])(?=[a-z])/g, (_, before: string, letter: string) => before + letter.toLowerCase());
  if (unit === null) return spaced;
  const written = currencies.test(unit) ? unit.toUpperCase() : percent.test(unit) ? "%" : unit;
  return `${spaced} (${written})`;
}
