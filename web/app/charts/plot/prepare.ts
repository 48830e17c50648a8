import { type ColumnType, isObject, type Json, type JsonObject } from "../draw-request.ts";
import type { Row } from "../rows.ts";
import {
  channelDefinitions,
  columnType,
  escapeField,
  isDiscrete,
  markOf,
  plainField,
  visitObjects,
} from "./encoding.ts";
import type { Scene } from "./scene.ts";

const missing = "(missing)";

/** Says in the specification what Vega-Lite would guess, or guess wrong. */
export function prepare(scene: Scene) {
  visitObjects(scene.spec, (object) => {
    for (const [channelName, definition] of channelDefinitions(object.encoding)) {
      completeType(scene, definition);
      if (!channelName.endsWith("2")) completeTitle(definition);
      tameFormat(definition);
    }
    clipToRange(object);
  });
  nameDensity(scene.spec);
  nameMissing(scene);
  escapeFields(scene);
}

function completeType(scene: Scene, definition: JsonObject) {
  const column = columnType(scene, definition.field);
  if (!column || definition.aggregate || definition.bin) {
    const isBinned = definition.bin === true || isObject(definition.bin);
    if (definition.type === undefined && (definition.aggregate || isBinned)) definition.type = "quantitative";
    return;
  }
  const isDate = column === "date" || column === "datetime";
  if (definition.type === undefined) definition.type = definition.timeUnit ? "temporal" : defaultType(column);
  // Text does not become a number by being called one.
  if (definition.type === "quantitative" && column === "string") definition.type = "nominal";
  if (definition.type === "nominal" && isDate) definition.type = "ordinal";
  if (definition.type === "temporal" && (column === "integer" || column === "number")) {
    readYears(scene, definition);
  }
}

function defaultType(column: ColumnType): string {
  switch (column) {
    case "number":
    case "integer":
      return "quantitative";
    case "date":
    case "datetime":
      return "temporal";
    case "string":
    case "boolean":
      return "nominal";
  }
}

/** A number that is called a date is a year, or milliseconds. */
function readYears(scene: Scene, definition: JsonObject) {
  const field = String(definition.field);
  const isYear = (value: unknown) => typeof value === "number" && value >= 1000 && value < 3000;
  if (!scene.rows.every((row) => row[field] === null || isYear(row[field]))) return;
  for (const row of scene.rows) {
    const year = row[field];
    if (typeof year === "number") row[field] = Date.UTC(year, 0, 1);
  }
  const column = scene.data.columns.find((each) => each.name === field);
  if (column) column.type = "date";
}

const verbs: Record<string, string> = {
  average: "Average",
  count: "Number of rows",
  distinct: "Distinct",
  max: "Highest",
  mean: "Average",
  median: "Median",
  min: "Lowest",
  sum: "Total",
};

function completeTitle(definition: JsonObject) {
  const axis = isObject(definition.axis) ? definition.axis.title : undefined;
  if (definition.title !== undefined || axis !== undefined) return;
  const verb = typeof definition.aggregate === "string" ? verbs[definition.aggregate] : undefined;
  if (definition.aggregate === "count") definition.title = verbs.count;
  else if (typeof definition.field === "string") {
    const name = humanName(definition.field);
    definition.title = verb ? `${verb} ${lowerFirst(name)}` : name;
  }
}

/** Marks beyond the range that an author gave an axis end at its edge. */
function clipToRange(view: JsonObject) {
  const hasRange = channelDefinitions(view.encoding).some(
    ([, { scale }]) => isObject(scale) && (scale.domainMin !== undefined || scale.domainMax !== undefined),
  );
  if (hasRange && view.mark !== undefined) markOf(view).clip ??= true;
}

/** `unit_price` and `unitPrice` as a person would write them. */
export function humanName(field: string): string {
  const spaced = field
    .replace(/[_\s]+/g, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .trim();
  const lowered =
    spaced === spaced.toUpperCase() ? spaced : spaced.replace(/ ([A-Z])(?=[a-z])/g, (match) => match.toLowerCase());
  return lowered.charAt(0).toUpperCase() + lowered.slice(1);
}

export function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** Formats that authors choose for their digits; others are as likely to be a habit. */
const numberFormats = new Set([",.1f", ",.2f", ".3~s"]);

/** Keeps an author's format where it carries a meaning; the theme's numbers are better than the rest. */
function tameFormat(definition: JsonObject) {
  for (const holder of [definition, definition.axis, definition.legend, definition.header]) {
    if (!isObject(holder) || typeof holder.format !== "string" || definition.type !== "quantitative") continue;
    if (!/[%$d]/.test(holder.format) && !numberFormats.has(holder.format)) delete holder.format;
  }
}

/** Titles the axis of a density with its column. */
function nameDensity(spec: JsonObject) {
  visitObjects(spec, (object) => {
    if (typeof object.density !== "string" || object.as !== undefined) return;
    const title = humanName(object.density);
    visitObjects(spec, (view) => {
      for (const [, definition] of channelDefinitions(view.encoding)) {
        if (definition.field === "value" && definition.title === "Value") definition.title = title;
      }
    });
  });
}

/** A category that is null is shown as one that is missing. */
function nameMissing(scene: Scene) {
  visitObjects(scene.spec, (object) => {
    for (const [channelName, definition] of channelDefinitions(object.encoding)) {
      if (channelName === "text") continue;
      const field = isDiscrete(definition) ? plainField(definition) : undefined;
      const type = columnType(scene, field);
      if (field === undefined || (type !== "string" && type !== "boolean")) continue;
      for (const row of scene.rows) row[field] = categoryName(row[field]);
    }
  });
}

function categoryName(value: Row[string] | undefined): string | number {
  if (value === null || value === undefined) return missing;
  if (value === "") return "(empty)";
  return typeof value === "boolean" ? (value ? "Yes" : "No") : value;
}

const fieldKeys = new Set([
  "field",
  "groupby",
  "fold",
  "pivot",
  "value",
  "key",
  "joinaggregate",
  "regression",
  "on",
  "density",
  "quantile",
  "loess",
  "impute",
  "flatten",
  "stack",
]);

/** Columns whose names hold dots or brackets are named, not reached into. */
function escapeFields(scene: Scene) {
  const names = new Set(scene.data.columns.map((column) => column.name).filter((name) => escapeField(name) !== name));
  if (names.size === 0) return;
  const escaped = (value: Json | undefined): Json | undefined =>
    typeof value === "string" && names.has(value) ? escapeField(value) : value;
  visitObjects(scene.spec, (object) => {
    for (const [key, value] of Object.entries(object)) {
      if (!fieldKeys.has(key)) continue;
      object[key] = Array.isArray(value) ? value.map((each) => escaped(each) ?? null) : escaped(value);
    }
  });
}
