import {
  loader as createLoader,
  expressionFunction,
  type Loader,
  type LoggerInterface,
  parse,
  resetSVGDefIds,
  type SceneMark,
  type Spec,
  textMetrics,
  View,
} from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { DrawError, type JsonObject } from "../draw-request.ts";
import type { AxisPlaces, Handle, Mark, Paint } from "../kinds/drawing.ts";
import { formatAlike, formatNumber, formatPercent, type NumberStyle } from "../numbers.ts";
import type { Row } from "../rows.ts";
import { fontFamily, isolateDirection, tabularAttributes } from "../svg.ts";
import { isNumeric, textWidth, wrap } from "../text-width.ts";
import { type } from "../theme.ts";
import { axisPlaces } from "./axis-places.ts";
import { unescapeField } from "./encoding.ts";
import { collectHandles } from "./handles.ts";
import { interpreter } from "./interpreter.ts";
import type { MarkKeys } from "./mark-keys.ts";
import type { MarkWords } from "./mark-words.ts";
import { collectMarks } from "./marks.ts";
import { writePicture } from "./paint-marks.ts";
import { humanName } from "./prepare.ts";
import "./date-functions.ts";

expressionFunction("portolanNumber", (value: unknown) =>
  typeof value === "number" ? formatNumber(value) : String(value ?? ""),
);
expressionFunction("portolanAlike", (value: unknown, style: unknown) =>
  typeof value === "number" ? formatAlike(value, JSON.parse(String(style)) as NumberStyle) : String(value ?? ""),
);
expressionFunction("portolanWrap", (label: unknown, width: unknown, lines: unknown) =>
  wrap(String(label ?? ""), Number(width), type.label, Number(lines)),
);
expressionFunction("portolanPercent", (value: unknown) =>
  typeof value === "number" ? formatPercent(value) : String(value ?? ""),
);

// Rows that change while they are drawn would start the drawing again and again.
for (const name of ["modify", "setdata"]) expressionFunction(name, () => 0);

/** Vega measures with the metrics of the bundled font, wherever it runs. */
textMetrics.width = (item, content) => {
  const isBold = item.fontWeight === "bold" || Number(item.fontWeight) >= 600;
  const width = textWidth(String(content ?? "").trim(), item.fontSize ?? 11, isBold ? "semibold" : "regular");
  return item.limit !== undefined && item.limit > 0 ? Math.min(width, item.limit) : width;
};

/** Compiles a Vega-Lite specification, binds the rows and gives what Vega draws, with its marks where they are told of. */
export function renderVegaLite(
  spec: JsonObject,
  config: JsonObject,
  rows: Row[],
  { telling, hasHandles, paint, isComplete }: RenderOptions,
): VegaPicture {
  const messages: string[] = [];
  const logger = collectingLogger(messages);
  const vegaSpec = compiled(spec, { ...config, aria: telling !== undefined }, logger);
  if (isComplete) leaveOutChecks(vegaSpec);
  const source = vegaSpec.data?.find((each) => each.name === "rows");
  if (source) Object.assign(source, { values: rows });
  resetSVGDefIds();
  const view = new View(parse(vegaSpec, undefined, { ast: true }), {
    expr: interpreter,
    loader: refusingLoader(),
    logger,
    renderer: "none",
  });
  view.run();
  if (messages.length > 0) throw new DrawError(messages.join(" "));
  const { _viewWidth: width, _viewHeight: height, _origin: origin } = view as unknown as ViewInternals;
  const scene = (view.scenegraph() as unknown as { root: SceneMark }).root;
  const marks = telling ? collectMarks(scene, origin, telling.words, telling.keys) : [];
  const parts = hasHandles ? collectHandles(scene, origin) : [];
  const axes = telling && axisPlaces(view, origin);
  const svg = writePicture(scene, { width: Math.max(0, width), height: Math.max(0, height), origin }, view, paint);
  view.finalize();
  return { markup: tidied(svg), width, height, marks, parts, axes };
}

export interface RenderOptions {
  telling: MarkTelling | undefined;
  hasHandles: boolean;
  paint: Paint | undefined;
  /** True where every value that is drawn is there: nothing has to be looked for in each of many rows. */
  isComplete: boolean;
}

const checksOfValues = /^(?:isValid\(datum\["[^"\\]*"\]\) && isFinite\(\+datum\["[^"\\]*"\]\)(?: && |$))+$/;

function leaveOutChecks({ data = [] }: Spec) {
  for (const { transform } of data) {
    const at = transform?.findIndex((each) => each.type === "filter" && checksOfValues.test(String(each.expr))) ?? -1;
    if (at >= 0) transform?.splice(at, 1);
  }
}

/** Accessible description of each mark. */
export interface MarkTelling {
  words: MarkWords;
  keys: MarkKeys;
}

export interface VegaPicture {
  markup: string;
  width: number;
  height: number;
  marks: Mark[];
  /** Axes, legend entries and names, where they are wanted. */
  parts: Handle[];
  axes?: AxisPlaces | undefined;
}

interface ViewInternals {
  _viewWidth: number;
  _viewHeight: number;
  _origin: [number, number];
}

function compiled(spec: JsonObject, config: JsonObject, logger: LoggerInterface): Spec {
  try {
    const fieldTitle = ({ field }: { field?: unknown }) =>
      typeof field === "string" ? humanName(unescapeField(field)) : "";
    const options = spec.repeat === undefined ? { config, logger } : { config, logger, fieldTitle };
    const compiledSpec = compile(spec as unknown as TopLevelSpec, options).spec;
    // A moment is written as `datetime(milliseconds)`, which the expression interpreter takes for a year.
    return JSON.parse(JSON.stringify(compiledSpec).replace(/\bdatetime\((-?\d{5,})\)/g, "$1")) as Spec;
  } catch (error) {
    throw new DrawError(`The specification cannot be compiled: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Drawing fetches nothing: every request is refused. */
function refusingLoader(): Loader {
  const refuse = () => Promise.reject(new DrawError("A drawing loads nothing from elsewhere."));
  return { ...createLoader(), load: refuse, sanitize: refuse, http: refuse, file: refuse };
}

/** Errors of the dataflow would be written to a console; here they end the drawing. */
function collectingLogger(messages: string[]): LoggerInterface {
  const logger: LoggerInterface = {
    level: ((level?: number) => (level === undefined ? 1 : logger)) as LoggerInterface["level"],
    error: (...args) => {
      messages.push(args.map(messageOf).join(" "));
      return logger;
    },
    warn: () => logger,
    info: () => logger,
    debug: () => logger,
  };
  return logger;
}

const textElement = /<text([^>]*) font-family="[^"]*"([^>]*)>([^<]*)<\/text>/g;
const fontAttribute = ` font-family="${fontFamily.replaceAll('"', "&quot;")}"`;

/**
 * Numbers get tabular figures, attributes that say nothing go, and coordinates are rounded: less to
 * send, and engines that differ in the last bit of a sine give the same bytes.
 */
function tidied(svg: string): string {
  const prefix = `p${hash(svg)}-`;
  let tidy = svg
    .replace(/^<svg[^>]*>/, "")
    .replace(/<\/svg>$/, "")
    .replace(textElement, (whole, before: string, after: string, content: string) => {
      // Labels that found no room.
      if (after.includes(' opacity="0"')) return "";
      if (/font-weight="(?!normal)/.test(after) || !isNumeric(content)) {
        return whole.replace(/>[^<]*</, () => `>${isolateDirection(content)}<`);
      }
      return `<text${before}${tabularAttributes}${after}>${content}</text>`;
    })
    .replace(/(<tspan[^>]*>)([^<]*)/g, (_, start: string, content: string) => start + isolateDirection(content))
    .replace(/ (?:role|aria-roledescription|aria-label)="[^"]*"/g, "")
    .replaceAll(' id="clip', ` id="${prefix}clip`)
    .replaceAll(' id="gradient', ` id="${prefix}gradient`)
    .replaceAll("url(#clip", `url(#${prefix}clip`)
    .replaceAll("url(#gradient", `url(#${prefix}gradient`);
  // Colours can come from the data: none may point outside of the picture.
  if (/url\s*\(/i.test(tidy)) tidy = tidy.replace(/ [\w-]+="[^"]*url\s*\((?!#)[^"]*"/gi, "");
  for (const attribute of [fontAttribute, ...emptyAttributes]) tidy = tidy.replaceAll(attribute, "");
  return withRoundedCoordinates(tidy);
}

const emptyAttributes = [' opacity="1"', ' font-weight="normal"', ' aria-hidden="true"', ' pointer-events="none"'];
const coordinates = new Set(["transform", "d", "x", "y", "x1", "x2", "y1", "y2", "width", "height", "r"]);

/** Between quotes stand the values of attributes; text holds its quotes escaped. */
function withRoundedCoordinates(svg: string): string {
  const parts = svg.split('"');
  for (let index = 1; index < parts.length; index += 2) {
    const value = parts[index] ?? "";
    const before = parts[index - 1] ?? "";
    if (!value.includes(".") || !coordinates.has(before.slice(before.lastIndexOf(" ") + 1, -1))) continue;
    parts[index] = value.replace(/\d+\.\d{3,}(?:e-?\d+)?/g, (number) => String(Math.round(Number(number) * 100) / 100));
  }
  return parts.join('"');
}

/** Names in a picture are its own, since a page shows many: FNV-1a over its markup. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value.toString(36);
}
