import type { Feature, FeatureCollection, Geometry } from "geojson";
import { compile, type TopLevelSpec } from "vega-lite";
import { type Cell, type ColumnType, DrawError, type DrawRequest, isObject, type JsonObject } from "./draw-request.ts";
import { titleOf } from "./frame.ts";
import { sceneOf } from "./kinds/plot.ts";
import { readMap } from "./map/map-spec.ts";
import { findPlace } from "./map/places.ts";
import { landShapes, worldShapes } from "./map/world.ts";
import { channel, channelDefinitions, markType, unescapeField, visitObjects } from "./plot/encoding.ts";
import { prepare } from "./plot/prepare.ts";
import type { Scene } from "./plot/scene.ts";
import { toUtc } from "./plot/time.ts";
import type { Row } from "./rows.ts";
import { plotConfig, tokens } from "./theme.ts";

const schema = "https://vega.github.io/schema/vega-lite/v6.json";
/** The size of a chart with one view, where its author set none. */
const size = { width: 600, height: 340 };
/** Parts of the theme that any Vega-Lite draws. */
const themeParts = ["mark", "range", "view", "header", "title"];

/**
 * Returns a plot as a Vega-Lite specification with its rows inside, which any Vega-Lite draws without this program.
 * Times are UTC as in the rows. Maps bring the shapes that they fill.
 */
export function vegaLiteFile(request: DrawRequest): JsonObject {
  if (request.kind !== "plot") throw new DrawError("Only plots have a Vega-Lite file; export this chart as JSON.");
  const scene = preparedScene(request);
  const rows = rowsOf(scene);
  const title = titleOf(request);
  const ownTitle = request.spec.title;
  const subtitle = request.subtitle ?? (isObject(ownTitle) ? ownTitle.subtitle : undefined);
  const { description, ...rest } = readMap(scene.spec) ? withShapes(scene.spec, rows) : sized(request, scene.spec);
  return {
    $schema: schema,
    ...(title === undefined ? {} : { title: subtitle === undefined ? { text: title } : { text: title, subtitle } }),
    description: request.description ?? description,
    ...rest,
    data: { name: "rows", values: rows },
    config: config(),
  };
}

/** Returns a plot as the Vega specification that its Vega-Lite file compiles to, with its rows inside. */
export function vegaFile(request: DrawRequest): JsonObject {
  return compile(vegaLiteFile(request) as unknown as TopLevelSpec).spec as unknown as JsonObject;
}

function config(): JsonObject {
  const all = plotConfig("light");
  const parts = themeParts.map((name) => [name, all[name]]);
  return { background: tokens.light.background, ...Object.fromEntries(parts) };
}

/** The specification with types, titles and names as they are drawn. */
function preparedScene(request: DrawRequest): Scene {
  const scene = sceneOf({
    spec: request.spec,
    data: request.data ?? { columns: [], rows: [] },
    theme: "light",
    colors: tokens.light,
    width: size.width,
    height: undefined,
    mostHeight: undefined,
    title: undefined,
    hasMarks: false,
    paint: undefined,
  });
  prepare(scene);
  toUtc(scene.spec);
  dropSecondaryScales(scene.spec);
  return scene;
}

/** Removes type and scale of channels such as `x2`, which the schema doesn't allow: they have those of `x`. */
function dropSecondaryScales(spec: JsonObject) {
  visitObjects(spec, ({ encoding }) => {
    for (const [name, definition] of channelDefinitions(encoding)) {
      if (name.endsWith("2") && definition.datum === undefined) {
        delete definition.type;
        delete definition.scale;
      }
    }
  });
}

/** The rows by column name, as JSON that every reader of Vega-Lite parses the same way. */
function rowsOf(scene: Scene): JsonObject[] {
  const types = new Map(scene.data.columns.map((column) => [column.name, column.type]));
  const cells = (row: Row) => Object.entries(row).map(([name, cell]) => [name, cellOf(cell, types.get(name))]);
  return scene.rows.map((row) => Object.fromEntries(cells(row)) as JsonObject);
}

/** Moments carry their zone: without it they would depend on where the file is drawn. */
function cellOf(cell: Cell, type: ColumnType | undefined): Cell {
  if (typeof cell !== "number" || (type !== "date" && type !== "datetime")) return cell;
  const moment = new Date(cell).toISOString();
  return type === "date" ? moment.slice(0, moment.indexOf("T")) : moment;
}

/** Gives a chart with one view a size where its author set none; panels keep the size that Vega-Lite chooses. */
function sized({ spec: { width, height } }: DrawRequest, spec: JsonObject): JsonObject {
  const hasPanels = ["facet", "concat", "hconcat", "vconcat", "repeat", "spec"].some((key) => spec[key] !== undefined);
  const encoding = isObject(spec.encoding) ? spec.encoding : {};
  const isFaceted = ["row", "column", "facet"].some((name) => encoding[name] !== undefined);
  return hasPanels || isFaceted ? spec : { ...spec, width: width ?? size.width, height: height ?? size.height };
}

/** A map over the land of the world, in which names of countries are replaced by their shapes. */
function withShapes(spec: JsonObject, rows: JsonObject[]): JsonObject {
  visitObjects(spec, (object) => {
    const definition = markType(object) === "geoshape" ? channel(object.encoding, "shape") : undefined;
    if (typeof definition?.field !== "string") return;
    const field = unescapeField(definition.field);
    const shapeField = `shape of ${field}`;
    for (const row of rows) row[shapeField] = shapeOf(row[field]);
    Object.assign(definition, { field: shapeField, type: "geojson" });
    const transform = Array.isArray(object.transform) ? object.transform : [];
    object.transform = [...transform, { filter: `isValid(datum[${JSON.stringify(shapeField)}])` }];
  });
  const { projection, data: _, description, ...view } = spec;
  const land: FeatureCollection = { type: "FeatureCollection", features: landShapes().map(rounded) };
  const background: JsonObject = {
    data: { values: land as unknown as JsonObject, format: { property: "features" } },
    mark: { type: "geoshape", fill: tokens.light.grid, stroke: tokens.light.background },
  };
  return {
    ...size,
    projection: projection ?? { type: "naturalEarth1" },
    description,
    layer: [background, view],
  };
}

function shapeOf(name: unknown): JsonObject | null {
  const place = findPlace(name);
  const shape = place && worldShapes()[place.shape];
  return shape ? (rounded(shape) as unknown as JsonObject) : null;
}

/** Tenths of a degree are finer than these shapes are. */
function rounded(shape: Feature<Geometry>): Feature<Geometry> {
  const geometry = JSON.parse(
    JSON.stringify(shape.geometry, (_, value) => (typeof value === "number" ? Math.round(value * 10) / 10 : value)),
  ) as Geometry;
  return { type: "Feature", properties: {}, geometry };
}
