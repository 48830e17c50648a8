import {
  loader as createLoader,
  expressionFunction,
  type Loader,
  type LoggerInterface,
  parse,
  resetSVGDefIds,
  type Spec,
  SVGStringRenderer,
  textMetrics,
  View,
} from "vega";
import { expressionInterpreter } from "vega-interpreter";
import { compile, type TopLevelSpec } from "vega-lite";
import { DrawError, type JsonObject } from "../draw-request.ts";
import { formatNumber, formatPercent } from "../numbers.ts";
import type { Row } from "../rows.ts";
import { fontFamily, tabularAttributes } from "../svg.ts";
import { isNumeric, textWidth } from "../text-width.ts";

expressionFunction("portolanNumber", (value: unknown) =>
  typeof value === "number" ? formatNumber(value) : String(value ?? ""),
);
expressionFunction("portolanPercent", (value: unknown) =>
  typeof value === "number" ? formatPercent(value) : String(value ?? ""),
);

/** Vega measures with the metrics of the bundled font, wherever it runs. */
textMetrics.width = (item, content) => {
  const isBold = item.fontWeight === "bold" || Number(item.fontWeight) >= 600;
  return textWidth(String(content ?? "").trim(), item.fontSize ?? 11, isBold ? "semibold" : "regular");
};

/** Compiles a Vega-Lite specification, binds the rows and gives Vega's own `<svg>` element. */
export function renderVegaLite(spec: JsonObject, config: JsonObject, rows: Row[]): VegaPicture {
  const messages: string[] = [];
  const logger = collectingLogger(messages);
  const vegaSpec = compiled(spec, config, logger);
  const source = vegaSpec.data?.find((each) => each.name === "rows");
  if (source) Object.assign(source, { values: rows });
  resetSVGDefIds();
  const view = new View(parse(vegaSpec, undefined, { ast: true }), {
    expr: expressionInterpreter,
    loader: refusingLoader(),
    logger,
    renderer: "none",
  });
  view.run();
  const { _viewWidth: width, _viewHeight: height, _origin: origin } = view as unknown as ViewInternals;
  const scene = (view.scenegraph() as unknown as { root: unknown }).root;
  const svg = new SVGStringRenderer(view.loader())
    .initialize(null, Math.max(0, width), Math.max(0, height), origin, 1)
    .render(scene)
    .svg();
  view.finalize();
  if (messages.length > 0) throw new DrawError(messages.join(" "));
  return { markup: tidied(svg), width, height };
}

export interface VegaPicture {
  markup: string;
  width: number;
  height: number;
}

interface ViewInternals {
  _viewWidth: number;
  _viewHeight: number;
  _origin: [number, number];
}

function compiled(spec: JsonObject, config: JsonObject, logger: LoggerInterface): Spec {
  try {
    return compile(spec as unknown as TopLevelSpec, { config, logger }).spec;
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
  return svg
    .replace(/^<svg[^>]*>/, "")
    .replace(/<\/svg>$/, "")
    .replace(textElement, (whole, before: string, after: string, content: string) => {
      if (/font-weight="(?!normal)/.test(after) || !isNumeric(content)) return whole;
      return `<text${before}${tabularAttributes}${after}>${content}</text>`;
    })
    .replaceAll(fontAttribute, "")
    .replaceAll(
      / (?:opacity="1"|font-weight="normal"|aria-hidden="true"|pointer-events="none"|role="[^"]*"|aria-roledescription="[^"]*")/g,
      "",
    )
    .replace(/ (?:transform|d|x|y|x1|x2|y1|y2|width|height|r)="[^"]*"/g, (attribute) =>
      attribute.replace(/-?\d+\.\d{3,}(?:e-?\d+)?/g, (number) => String(Math.round(Number(number) * 100) / 100)),
    );
}
