import { type GeoPath, type GeoProjection, geoContains, geoPath } from "d3-geo";
import type { Feature, Geometry } from "geojson";
import type { Cell } from "../draw-request.ts";
import type { DrawContext, Drawing, Mark } from "../kinds/drawing.ts";
import { drawMessage } from "../message.ts";
import { formatNumber, formatPercent } from "../numbers.ts";
import { categorical } from "../palette.ts";
import { isShare } from "../plot/axes.ts";
import { humanName } from "../plot/prepare.ts";
import type { Row } from "../rows.ts";
import { drawMap as strings } from "../strings";
import { element, text } from "../svg.ts";
import { textWidth } from "../text-width.ts";
import { type } from "../theme.ts";
import { type Coloring, categorize, classify, inkOn } from "./classes.ts";
import { drawLegend } from "./map-legend.ts";
import { drawPoints, pointsOf } from "./map-points.ts";
import type { MapSpec } from "./map-spec.ts";
import { findPlace, type Place } from "./places.ts";
import { type Spot, viewOf } from "./view-box.ts";
import { landShapes, worldShapes } from "./world.ts";

interface Region {
  place: Place;
  value: Cell;
  /** As the rows call it. */
  name: string;
  key: Record<string, Cell>;
}

/** Countries filled by a value, points at their places, or both, over the land of the world. */
export function drawMap(context: DrawContext, map: MapSpec, rows: Row[]): Drawing {
  const notes: string[] = [];
  const regions = map.shape === undefined ? [] : regionsOf(rows, map.shape, map.color, notes);
  const points = pointsOf(rows, map, notes);
  if (regions.length === 0 && points.length === 0) {
    return drawMessage(context, strings.nothingToDraw, strings.noRowContainsACountry);
  }
  const values = rows.map((row) => (map.color === undefined ? null : (row[map.color] ?? null)));
  const coloring = map.color === undefined ? undefined : colorsFor(values, map, context, regions.length === 0);
  const legend = coloring
    ? drawLegend(
        coloring.classes,
        { title: legendTitle(map), hasValues: !isScale(values, map), hasMissing: missingRegions(regions) },
        context,
      )
    : noLegend;
  const spots: Spot[] = [
    ...regions.map(({ place }): Spot => [place.longitude, place.latitude]),
    ...points.map((point): Spot => [point.longitude, point.latitude]),
  ];
  const view = viewOf(spots, context.width, context.height === undefined ? undefined : context.height - legend.height);
  const path = geoPath(view.projection).digits(1);
  const marks: Mark[] = [];
  const shaped = new Set(regions.map(({ place }) => worldShapes()[place.shape]));
  const land = landShapes()
    .filter((shape) => !shaped.has(shape))
    .map((shape) => outline(path, shape, context.colors.grid, context.colors.background));
  const format = formatOf(values, map.color);
  const fillOf = (region: Region) =>
    coloring?.colorOf(region.value) ?? (map.color === undefined ? context.colors.accent : context.colors.rule);
  const filled = regions.map((region) => drawRegion(path, region, fillOf(region), format, context, marks));
  const words =
    view.isWorld || points.length > 0
      ? []
      : regions.map((region) => nameRegion(path, region, fillOf(region), format, context));
  // Over filled countries points take a colour that no country has.
  const pointMap = regions.length > 0 ? { ...map, color: undefined } : map;
  const pointColor = regions.length > 0 ? categorical[context.theme][2] : undefined;
  const over = drawPoints(
    points,
    view,
    { coloring, plain: pointColor ?? context.colors.accent },
    pointMap,
    context,
    marks,
  );
  const clip = view.isWorld
    ? ""
    : element("rect", { width: context.width, height: view.height, rx: 4, fill: "none", stroke: context.colors.grid });
  const shift = legend.height;
  return {
    markup:
      legend.markup +
      element(
        "g",
        { transform: `translate(0,${shift})` },
        land.join("") + filled.join("") + words.join("") + over.markup + clip,
      ),
    width: context.width,
    height: shift + view.height + over.legendHeight,
    notes,
    marks: marks.map((mark) => ({ ...mark, y: mark.y + shift })),
    handles: legend.handles,
  };
}

const noLegend = { markup: "", height: 0, handles: [] };

/** Whether colours stand for numbers; otherwise each value has its own. */
function isScale(values: Cell[], map: MapSpec): boolean {
  return !map.isColorDiscrete && values.some((value) => typeof value === "number");
}

/** The rows' places; the last row of a place wins. What is no place is told to the reader. */
function regionsOf(rows: Row[], shape: string, color: string | undefined, notes: string[]): Region[] {
  const regions = new Map<Place, Region>();
  const unknown = new Set<string>();
  for (const row of rows) {
    const name = row[shape];
    if (name === null || name === undefined || name === "") continue;
    const place = findPlace(name);
    if (!place) unknown.add(String(name));
    else
      regions.set(place, {
        place,
        value: color === undefined ? null : (row[color] ?? null),
        name: nameOf(String(name), place),
        // The kind of a place has a color of its own.
        key: { [shape]: name, ...(color !== undefined && typeof row[color] === "string" && { [color]: row[color] }) },
      });
  }
  if (unknown.size > 0) {
    const [...named] = unknown;
    const more = named.length > 4 ? strings.andMore(named.length - 4) : "";
    notes.push(strings.notOnTheMap(named.slice(0, 4).join(", "), more));
  }
  return [...regions.values()];
}

/** Codes are for machines. */
function nameOf(written: string, place: Place): string {
  return written.length <= 3 ? place.name : written;
}

function colorsFor(values: Cell[], map: MapSpec, context: DrawContext, isPoints: boolean): Coloring | undefined {
  const numbers = values.filter((value): value is number => typeof value === "number");
  if (!isScale(values, map)) return categorize(values, context.theme, map.chosenColors);
  const format = formatOf(values, map.color);
  return classify(numbers, context.theme, { format, faintest: isPoints ? 0.4 : 0.08, steps: map.steps });
}

function formatOf(values: Cell[], field: string | undefined): (value: number) => string {
  const numbers = values.filter((value): value is number => typeof value === "number");
  return field !== undefined && numbers.length > 0 && isShare(field, numbers) ? formatPercent : formatNumber;
}

function legendTitle(map: MapSpec): string | undefined {
  return map.colorTitle ?? (map.color === undefined ? undefined : humanName(map.color));
}

function missingRegions(regions: Region[]): boolean {
  return regions.some((region) => region.value === null);
}

function outline(path: GeoPath, shape: Feature<Geometry>, fill: string, stroke: string): string {
  const d = path(shape);
  return d ? element("path", { d, fill, stroke, "stroke-width": 0.6 }) : "";
}

/** A country's shape; one that is too small for the map is a dot. */
function drawRegion(
  path: GeoPath,
  region: Region,
  fill: string,
  format: (value: number) => string,
  { colors }: DrawContext,
  marks: Mark[],
): string {
  const { place } = region;
  const label = `${region.name}: ${inWords(region.value, format)}`;
  const shape = place.shape < 0 ? undefined : worldShapes()[place.shape];
  const [[left, top], [right, bottom]] = shape ? path.bounds(shape) : noBounds;
  if (shape && right > left) {
    marks.push({ label, key: region.key, x: left, y: top, width: right - left, height: bottom - top });
    return outline(path, shape, fill, colors.background);
  }
  const [x, y] = path.centroid({ type: "Point", coordinates: [place.longitude, place.latitude] });
  if (Number.isNaN(x) || Number.isNaN(y)) return "";
  marks.push({ label, key: region.key, x: x - 5, y: y - 5, width: 10, height: 10 });
  return element("circle", { cx: x, cy: y, r: 3.5, fill, stroke: colors.background, "stroke-width": 1 });
}

/** A country's name and value, where they fit into its shape. */
function nameRegion(
  path: GeoPath,
  region: Region,
  fill: string,
  format: (value: number) => string,
  { width }: DrawContext,
): string {
  const shape = region.place.shape < 0 ? undefined : worldShapes()[region.place.shape];
  if (!shape) return "";
  const [[left, top], [right, bottom]] = path.bounds(shape);
  const lines = region.value === null ? [region.name] : [region.name, inWords(region.value, format)];
  const room = Math.max(...lines.map((line) => textWidth(line, type.note)));
  const [x, y] = path.centroid({ type: "Point", coordinates: [region.place.longitude, region.place.latitude] });
  const isInside = x - room / 2 > Math.max(0, left) && x + room / 2 < Math.min(width, right);
  const corners = [x - room / 2, x + room / 2].flatMap((at) => [y - 12, y + 12].map((line) => [at, line] as const));
  const isOver = corners.every(([at, line]) => {
    const spot = (path.projection() as GeoProjection).invert?.([at, line]);
    return spot ? geoContains(shape, spot) : false;
  });
  if (!isInside || !isOver || room > (right - left) * 0.7 || bottom - top < lines.length * 26 || y - 14 < top)
    return "";
  return lines
    .map((line, index) =>
      text(line, x, y + 4 + (index - (lines.length - 1) / 2) * 13, {
        fontSize: type.note,
        fill: inkOn(fill),
        anchor: "middle",
      }),
    )
    .join("");
}

const noBounds: [[number, number], [number, number]] = [
  [0, 0],
  [0, 0],
];

function inWords(value: Cell, format: (value: number) => string): string {
  if (value === null) return strings.noData;
  return typeof value === "number" ? format(value) : String(value);
}
