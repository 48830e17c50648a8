import { type ChartData, type ColumnType, isObject, type Json, type JsonObject } from "../draw-request.ts";

/** Calls `visit` on every object in a specification, parents first. */
export function visitObjects(value: Json | undefined, visit: (object: JsonObject) => void) {
  if (Array.isArray(value)) {
    for (const each of value) visitObjects(each, visit);
  } else if (isObject(value)) {
    visit(value);
    for (const each of Object.values(value)) visitObjects(each, visit);
  }
}

export type FieldType = "quantitative" | "temporal" | "ordinal" | "nominal";

/** The Vega-Lite type that a column has where the specification does not say. */
export function defaultType(column: ColumnType): FieldType {
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

export function columnType(data: ChartData, name: Json | undefined): ColumnType | undefined {
  return data.columns.find((column) => column.name === name)?.type;
}

/** The definitions of the channels of one encoding, also those in lists. */
export function channelDefinitions(encoding: Json | undefined): [string, JsonObject][] {
  if (!isObject(encoding)) return [];
  return Object.entries(encoding).flatMap(([channel, definition]) => {
    const list = Array.isArray(definition) ? definition : [definition];
    return list.filter(isObject).map((each): [string, JsonObject] => [channel, each]);
  });
}
