import { isObject, type JsonObject } from "../../charts/draw-request";
import { placeOf, readJson, type Span } from "../../charts/editing/read-json";
import type { ChartKind } from "../../stream/blocks";
import { schemaOf } from "./json-schemas";
import { jsonProblems as strings } from "./strings";

export interface JsonProblem extends Span {
  message: string;
}

const mostProblems = 20;

/** Diagnostics of a text with positions: JSON syntax, then schema, then server validation. */
export function problemsOf(
  text: string,
  kind: ChartKind,
  refused: readonly { path: string; message: string }[],
): JsonProblem[] {
  const read = readJson(text);
  if ("error" in read) return [read.error];
  const { value, places } = read;
  if (!isObject(value)) return [{ from: 0, to: text.length, message: strings.theSpecificationMustBeAn }];
  const found: JsonProblem[] = schemaOf(kind)
    .check(checked(kind, value))
    .map(({ path, message, isName }) => {
      const place = placeOf(places, path);
      const { from, to } = (isName && place?.key) || place || { from: 0, to: 0 };
      return { from, to, message };
    });
  for (const { path, message } of refused) {
    if (path.startsWith("/query")) continue;
    // The server names places as JSON pointers, below the request's own `spec`.
    const place = placeOf(places, path.replace(/^\/spec(?=\/|$)/, "")) ?? { from: 0, to: 0, key: undefined };
    const { from, to } = place.key ?? place;
    // Skips a server error if the schema reports a more exact one.
    if (!found.some((each) => each.from >= from && each.from <= place.to)) found.push({ from, to, message });
  }
  return found.slice(0, mostProblems);
}

/** The rows are the chart's own: no specification names data of its own. */
export function checked(kind: ChartKind, spec: JsonObject): JsonObject {
  return kind === "plot" ? { data: { name: "rows" }, ...spec } : spec;
}
