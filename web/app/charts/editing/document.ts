import type { ChartKind } from "../../stream/blocks.ts";
import { type Annotation, isObject, type JsonObject } from "../draw-request.ts";
import { readJson } from "./read-json.ts";

/** The document that the form, the JSON editor, and instructions edit. */
export interface ChartDocument {
  kind: ChartKind;
  title: string;
  description: string;
  spec: JsonObject;
  /** The specification as a user typed it: unfinished, or laid out in their way. Null: as `formatSpec` writes it. */
  typed: string | null;
  /** Null for kinds that draw no rows. */
  query: { sql: string; sourceIds: readonly string[]; plan?: unknown } | null;
  annotations: readonly Annotation[];
}

export function formatSpec(spec: JsonObject): string {
  return JSON.stringify(spec, null, 2);
}

/** Text of the JSON editor. */
export function textOf(document: ChartDocument): string {
  return document.typed ?? formatSpec(document.spec);
}

/** Text that is no object yet is kept beside the specification that was last one. */
export function withText(document: ChartDocument, text: string): ChartDocument {
  if (text === textOf(document)) return document;
  const read = readJson(text);
  if ("error" in read || !isObject(read.value)) return { ...document, typed: text };
  const isPlain = text === formatSpec(read.value);
  return { ...document, spec: read.value, typed: isPlain ? null : text };
}

export function withSpec(document: ChartDocument, spec: JsonObject): ChartDocument {
  return spec === document.spec ? document : { ...document, spec, typed: null };
}

/** Whether what is typed is what would be drawn and saved. */
export function isTextValid({ typed }: ChartDocument): boolean {
  if (typed === null) return true;
  const read = readJson(typed);
  return !("error" in read) && isObject(read.value);
}

/** Whether two documents would be saved as the same chart. */
export function isSameChart(one: ChartDocument, other: ChartDocument): boolean {
  return one === other || JSON.stringify(savedPart(one)) === JSON.stringify(savedPart(other));
}

function savedPart({ kind, title, description, spec, query, annotations }: ChartDocument) {
  return { kind, title, description, spec, query, annotations };
}
