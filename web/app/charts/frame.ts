import { drawAnnotations } from "./annotations.ts";
import { type DrawRequest, isObject, type Json } from "./draw-request.ts";
import type { Drawing, Handle, Mark, Outlets } from "./kinds/drawing.ts";
import { element, escapeText, fontFamily, text } from "./svg.ts";
import { wrap } from "./text-width.ts";
import { type Tokens, type } from "./theme.ts";

/** More marks than these cost a page more as elements than as a list. */
const mostSymbols = 400;

interface Frame {
  colors: Tokens;
  width: number;
  tell: Outlets["tell"];
}

/** The space around everything. */
export function marginOf(request: DrawRequest): number {
  if (request.isBare) return 1;
  return request.isThumbnail ? 8 : 16;
}

/** Puts title and subtitle above a drawing, notes and source below it. */
export function drawFrame(request: DrawRequest, drawing: Drawing, { colors, width, tell }: Frame) {
  const margin = marginOf(request);
  const inner = Math.max(width - 2 * margin, drawing.width);
  const outer = inner + 2 * margin;
  const parts: string[] = [];
  let y = margin;
  const write = (lines: string[], size: number, leading: number, fill: string, bold = false) => {
    for (const line of lines) {
      y += leading;
      const style = { fontSize: size, fill, fontWeight: bold ? (600 as const) : undefined };
      parts.push(text(line, margin, y - leading * 0.25, style));
    }
  };
  const title = titleOf(request);
  const head = headOf(request, inner);
  const shownTitle = drawing.showsTitle ? [] : head.title;
  write(shownTitle, type.title, titleLeading, colors.ink, true);
  write(head.subtitle, type.subtitle, subtitleLeading, colors.muted);
  if (shownTitle.length + head.subtitle.length > 0) y += belowHead;
  const isList = drawing.marks.length > mostSymbols;
  const marks = request.hasMarks && !isList ? drawing.marks.map(symbol).join("") : "";
  if (request.hasMarks && isList) tell?.(drawing.marks.map((mark) => ({ ...mark, x: mark.x + margin, y: mark.y + y })));
  const remarks = drawAnnotations(request.annotations ?? [], drawing, colors);
  const handles = request.hasHandles ? [...(drawing.handles ?? []), ...remarks.handles].map(drawHandle).join("") : "";
  const content = drawing.markup + remarks.markup + marks + handles;
  parts.push(element("g", { transform: `translate(${margin},${y})` }, content));
  y += drawing.height;
  const footer = [...drawing.notes, ...(request.source ? [request.source] : [])];
  if (footer.length > 0) y += 10;
  for (const line of footer) write(wrap(line, inner, type.note, 2), type.note, 16, colors.faint);
  const height = Math.ceil(y + margin);
  const background =
    request.isBare || request.isThumbnail ? "" : element("rect", { width: outer, height, fill: colors.background });
  const description = request.description ? element("desc", {}, escapeText(request.description)) : "";
  return element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width: outer,
      height,
      viewBox: `0 0 ${Math.round(outer * 100) / 100} ${height}`,
      "font-family": fontFamily,
      "data-omitted": drawing.omitted,
      role: marks === "" ? "img" : "graphics-document",
      "aria-label": title,
    },
    description + background + parts.join(""),
  );
}

const [titleLeading, subtitleLeading, belowHead] = [23, 19, 14];

/** Lines above the drawing. */
function headOf(request: DrawRequest, width: number): { title: string[]; subtitle: string[] } {
  const title = request.isBare || request.isThumbnail ? undefined : titleOf(request);
  const subtitle = request.isThumbnail ? undefined : (request.subtitle ?? partOf(request.spec.title, "subtitle"));
  return {
    title: title ? wrap(title, width, type.title, 3, "semibold") : [],
    subtitle: subtitle ? wrap(subtitle, width, type.subtitle, 3) : [],
  };
}

/** Returns the pixels that title and subtitle take above a drawing of this width. */
export function headHeight(request: DrawRequest, width: number): number {
  const { title, subtitle } = headOf(request, width);
  const lines = title.length * titleLeading + subtitle.length * subtitleLeading;
  return lines === 0 ? 0 : lines + belowHead;
}

/** Title of the chart, from the request or its specification. */
export function titleOf(request: DrawRequest): string | undefined {
  return request.title ?? partOf(request.spec.title, "text");
}

/** A title in a Vega-Lite specification: a text, lines, or an object with both. */
function partOf(title: Json | undefined, key: "text" | "subtitle"): string | undefined {
  const value = isObject(title) ? title[key] : key === "text" ? title : undefined;
  if (Array.isArray(value)) return value.join(" ");
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Nothing to see: where an editable part is. */
function drawHandle({ target, label, x, y, width, height }: Handle): string {
  const part = { "data-label": label, "data-target": JSON.stringify(target) };
  return element("rect", { ...part, x, y, width, height, fill: "none" });
}

/** Nothing to see: where a mark is and what it says. */
function symbol({ label, key, slice, x, y, width, height }: Mark): string {
  return element("rect", {
    role: "graphics-symbol",
    "aria-label": label,
    "data-key": key && JSON.stringify(key),
    "data-slice": slice && JSON.stringify(slice),
    x,
    y,
    width,
    height,
    fill: "none",
  });
}
