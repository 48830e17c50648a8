import type { Cell, ChartData, JsonObject } from "../../../charts/draw-request";
import type { ChartDocument } from "../../../charts/editing/document";
import { type Subject, subjectFields } from "../../../charts/editing/part-edits";
import { channelPath, viewPath } from "../../../charts/editing/plot-view";
import { valueAt } from "../../../charts/editing/spec-path";
import { unescapeField } from "../../../charts/plot/encoding";
import type { ShownMark } from "../../../charts/view/marks";
import type { Change } from "../use-editor";

/** The document whose parts are edited, and its rows. */
export interface PartEdit {
  document: ChartDocument;
  data: ChartData | null;
  change: Change;
}

/** Whether two parts of two drawings of a chart are the same. */
export function isSamePart(one: ShownMark, other: ShownMark): boolean {
  if (one.target || other.target) return identityOf(one) === identityOf(other);
  return one.key !== undefined && JSON.stringify(one.key) === JSON.stringify(other.key);
}

function identityOf({ target }: ShownMark): string {
  if (target?.on === "annotation") return target.id;
  return JSON.stringify(target ?? null);
}

/** The values that a part represents, the colored one first. */
export function subjectsOf(spec: JsonObject, { target, key }: ShownMark): Subject[] {
  if (target?.on === "value") {
    const view = viewPath(spec);
    const field = view && valueAt(spec, [...channelPath(spec, view, target.channel), "field"]);
    if (typeof field !== "string") return [];
    return [{ field: unescapeField(field), value: target.value }];
  }
  if (!key) return [];
  return subjectFields(spec).flatMap((field) =>
    Object.hasOwn(key, field) ? [{ field, value: key[field] ?? null }] : [],
  );
}

/** Every value of a column, each once. */
export function valuesOf(data: ChartData | null, field: string): Cell[] {
  const place = data?.columns.findIndex(({ name }) => name === field) ?? -1;
  return place < 0 ? [] : [...new Set(data?.rows.map((row) => row[place] ?? null))];
}
