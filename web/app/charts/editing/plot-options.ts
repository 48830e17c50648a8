import type { Json, JsonObject } from "../draw-request.ts";
import { channelPath, viewPath } from "./plot-view.ts";
import { type Path, valueAt, withValueAt } from "./spec-path.ts";

/** Widths of a chart in pixels: beside a text, in its column, and across the page. */
export const widths = { column: 340, text: 680, wide: 960 } as const;
export type Width = keyof typeof widths;

/** Choices for a plot as a whole. "" stands for what the drawing decides. */
export interface PlotOptions {
  labels: "" | "all" | "none";
  width: "" | Width;
  hasRanges: boolean;
}

export function readOptions(spec: JsonObject): PlotOptions {
  const labels = valueAt(spec, ["usermeta", "labels"]);
  return {
    labels: labels === "all" || labels === "none" ? labels : "",
    width: readWidth(spec) ?? "",
    hasRanges: valueAt(spec, ["usermeta", "ranges"]) === true,
  };
}

/** Returns the width that an author chose; undefined where the chart is as wide as its place. */
export function readWidth({ width }: JsonObject): Width | undefined {
  return (Object.keys(widths) as Width[]).find((name) => widths[name] === width);
}

export function withOptions(spec: JsonObject, { labels, width, hasRanges }: Partial<PlotOptions>): JsonObject {
  let next = spec;
  if (labels !== undefined) next = withValueAt(next, ["usermeta", "labels"], labels === "" ? undefined : labels);
  if (width !== undefined) next = withValueAt(next, ["width"], width === "" ? undefined : widths[width]);
  if (hasRanges !== undefined) next = withValueAt(next, ["usermeta", "ranges"], hasRanges ? true : undefined);
  return next;
}

/** Choices for an axis beyond the form of its channel. "" stands for what the drawing decides. */
export interface AxisOptions {
  /** How many ticks, about. */
  ticks: string;
  /** A format of dates, as `%b %Y`. */
  dateFormat: string;
}

export const dateFormats = ["%Y", "%b %Y", "%-d %b", "%-d %b %Y", "%Y-%m-%d", "%H:%M"] as const;

export function readAxis(spec: JsonObject, channel: "x" | "y"): AxisOptions {
  const path = axisPath(spec, channel);
  if (path === null) return { ticks: "", dateFormat: "" };
  const ticks = valueAt(spec, [...path, "tickCount"]);
  const label = valueAt(spec, [...path, "labelExpr"]);
  const [, format = ""] = (typeof label === "string" && /^utcFormat\(datum\.value, '([^']*)'\)$/.exec(label)) || [];
  return { ticks: typeof ticks === "number" ? String(ticks) : "", dateFormat: format };
}

export function withAxis(spec: JsonObject, channel: "x" | "y", change: Partial<AxisOptions>): JsonObject {
  const path = axisPath(spec, channel);
  if (path === null) return spec;
  let next = spec;
  if (change.ticks !== undefined) next = withValueAt(next, [...path, "tickCount"], writtenCount(change.ticks));
  if (change.dateFormat !== undefined) {
    const label: Json | undefined =
      change.dateFormat === "" ? undefined : `utcFormat(datum.value, '${change.dateFormat.replaceAll("'", "")}')`;
    next = withValueAt(next, [...path, "labelExpr"], label);
  }
  return next;
}

function axisPath(spec: JsonObject, channel: "x" | "y"): Path | null {
  const view = viewPath(spec);
  return view && [...channelPath(spec, view, channel), "axis"];
}

function writtenCount(text: string): number | undefined {
  const count = Number(text);
  return text.trim() === "" || !Number.isInteger(count) || count < 1 ? undefined : Math.min(count, 50);
}

/** The limits between the steps of a color scale, as "10, 20, 50"; "" for a scale without steps. */
export function readSteps(spec: JsonObject): string {
  const path = stepsPath(spec);
  const domain = path && valueAt(spec, [...path, "domain"]);
  const isStepped = path !== null && valueAt(spec, [...path, "type"]) === "threshold";
  return isStepped && Array.isArray(domain) ? domain.join(", ") : "";
}

/** Returns the specification with these limits; the same where the text holds anything but numbers. */
export function withSteps(spec: JsonObject, text: string): JsonObject {
  const path = stepsPath(spec);
  if (path === null) return spec;
  if (text.trim() === "") return withValueAt(spec, path, undefined);
  const limits = text.split(/[,;\s]+/).filter((part) => part !== "");
  const numbers = [...new Set(limits.map(Number))].sort((one, another) => one - another);
  if (!numbers.every(Number.isFinite)) return spec;
  return withValueAt(spec, path, { type: "threshold", domain: numbers });
}

function stepsPath(spec: JsonObject): Path | null {
  const view = viewPath(spec);
  return view && [...channelPath(spec, view, "color"), "scale"];
}
