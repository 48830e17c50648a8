import type { Cell, ChartTheme, Json, JsonObject } from "../draw-request.ts";
import { isObject } from "../draw-request.ts";
import { categorical, other } from "../palette.ts";
import { type Row, readTime } from "../rows.ts";
import { channelDefinitions, columnType, distinct, plainField, visitObjects } from "./encoding.ts";
import type { Scene } from "./scene.ts";

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
 * Takes the colors out of scales that name only some of a column's values, or gray out some, and keeps them by column:
 * the other values get their automatic colors, or gray where a scale grays out some, and all keep their automatic order.
 */
export function takeChosenColors(scene: Scene) {
  visitObjects(scene.spec, (object) => {
    for (const [name, definition] of channelDefinitions(object.encoding)) {
      const field = ["color", "fill", "stroke"].includes(name) ? plainField(definition) : undefined;
      const chosen = field === undefined ? undefined : takeColors(scene, definition, field);
      if (field !== undefined && chosen) scene.chosenColors.set(field, chosen);
    }
  });
}

function takeColors(scene: Scene, definition: JsonObject, field: string): Map<Cell, string> | undefined {
  const { scale } = definition;
  if (!isObject(scale) || !Array.isArray(scale.domain) || !Array.isArray(scale.range)) return undefined;
  const type = columnType(scene, field);
  const isTime = type === "date" || type === "datetime";
  const domain = scale.domain.map((value) => (isTime && typeof value === "string" ? readTime(value) : value)) as Cell[];
  const { range } = scale;
  if (domain.length !== range.length || !range.every((color) => typeof color === "string")) return undefined;
  const rest = distinct(scene.rows, field).filter((value) => !domain.includes(value));
  const gray = other[scene.theme];
  if (rest.length === 0 && !range.includes(gray)) {
    scale.domain = domain;
    return undefined;
  }
  const { domain: _domain, range: _range, ...kept } = scale;
  if (Object.keys(kept).length === 0) delete definition.scale;
  else definition.scale = kept;
  const chosen = new Map(domain.map((value, place) => [value, range[place] as string]));
  if (range.includes(gray)) for (const value of rest) chosen.set(value, gray);
  return chosen;
}

/** Sorts the rows so that what is gray lies below what is not. */
export function layGrayBelow(scene: Scene, field: string, chosen: ReadonlyMap<Cell, string>) {
  const rank = (row: Row) => (chosen.get(row[field] ?? null) === other[scene.theme] ? 0 : 1);
  scene.rows.sort((one, another) => rank(one) - rank(another));
}
