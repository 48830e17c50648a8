import type { ChartTheme, Json, JsonObject } from "../draw-request.ts";
import { isObject } from "../draw-request.ts";
import { categorical, other } from "../palette.ts";
import { type Row, readTime } from "../rows.ts";
import { columnType, distinct, plainField, visitObjects } from "./encoding.ts";
import type { Scene } from "./scene.ts";

type Value = Row[string];

const colorKeys = ["color", "fill", "stroke", "value", "range"];

/** Shows colors of the palette, which authors choose as the light theme has them, as another theme has them. */
export function translateColors(spec: JsonObject, theme: ChartTheme) {
  if (theme === "light") return;
  const twins = new Map(categorical.light.map((color, place) => [color, categorical[theme][place] ?? color]));
  twins.set(other.light, other[theme]);
  const translate = (value: Json | undefined): Json | undefined => {
    if (Array.isArray(value)) return value.map((each) => translate(each) ?? null);
    return typeof value === "string" ? (twins.get(value.toLowerCase()) ?? value) : value;
  };
  visitObjects(spec, (object) => {
    for (const key of colorKeys) if (object[key] !== undefined) object[key] = translate(object[key]);
  });
}

/**
 * Takes the colors out of a scale that names only some of a column's values, or grays out some. Returns them by value:
 * the other values get their automatic colors, or gray where the scale grays out some, and all keep their automatic
 * order. Undefined for any other scale.
 */
export function takeChosenColors(scene: Scene, definition: JsonObject): Map<Value, string> | undefined {
  const field = plainField(definition);
  const { scale } = definition;
  if (field === undefined || !isObject(scale) || !Array.isArray(scale.domain) || !Array.isArray(scale.range)) {
    return undefined;
  }
  const type = columnType(scene, field);
  const isTime = type === "date" || type === "datetime";
  const domain = scale.domain.map((value) =>
    isTime && typeof value === "string" ? readTime(value) : value,
  ) as Value[];
  const { range } = scale;
  if (domain.length !== range.length || !range.every((color) => typeof color === "string")) return undefined;
  const rest = distinct(scene.rows, field).filter((value) => !domain.includes(value));
  const gray = other[scene.theme];
  if (rest.length === 0 && !range.includes(gray)) {
    scale.domain = domain;
    return undefined;
  }
  delete scale.domain;
  delete scale.range;
  const chosen = new Map(domain.map((value, place) => [value, range[place] as string]));
  if (range.includes(gray)) for (const value of rest) chosen.set(value, gray);
  return chosen;
}

/** Sorts the rows so that what is gray lies below what is not. */
export function layGrayBelow(scene: Scene, field: string, chosen: ReadonlyMap<Value, string>) {
  const rank = (row: Row) => (chosen.get(row[field] ?? null) === other[scene.theme] ? 0 : 1);
  scene.rows.sort((one, another) => rank(one) - rank(another));
}
