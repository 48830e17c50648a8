import { isObject, type JsonObject } from "../draw-request.ts";
import { formatNumber, formatPercent } from "../numbers.ts";
import { categorical, other } from "../palette.ts";
import type { Row } from "../rows.ts";
import { truncate } from "../text-width.ts";
import { type } from "../theme.ts";
import { channel, escapeField, isDiscrete, isMeasure, plainField, totals } from "./encoding.ts";
import { spread } from "./lines.ts";
import { byTotal, calendarOrder, isRest } from "./order.ts";
import type { Scene } from "./scene.ts";

const mostSlices = 7;
const height = 320;
const lineHeight = 15;

interface Slice {
  /** The value that the slice stands for; undefined where it stands for several. */
  of: Row[string] | undefined;
  name: string;
  value: number;
  share: number;
  color: string;
}

/** Shares of a whole: largest first, small ones together, each with its name and share beside it. */
export function polishPie(scene: Scene) {
  const { encoding } = scene.spec;
  if (!isObject(encoding) || encoding.row || encoding.column || encoding.facet) return;
  const theta = channel(encoding, "theta");
  const color = channel(encoding, "color");
  const field = plainField(color);
  if (!isMeasure(theta) || !isDiscrete(color) || field === undefined || scene.spec.transform) return;
  const sums = totals(scene.rows, field, theta);
  if ([...sums.values()].some((value) => value < 0)) return;
  const slices = slicesOf(scene, sums, scene.chosenColors.get(field) ?? scaleColors(color));
  if (slices.length === 0) return;
  if (!scene.isHeightFixed) scene.height = Math.min(height, Math.max(220, scene.width * 0.7));
  drawSlices(scene, slices, field);
}

type Sums = Map<Row[string], number>;

/** Returns the colors that a scale gives to all values. */
function scaleColors({ scale }: JsonObject): Map<Row[string], string> | undefined {
  if (!isObject(scale) || !Array.isArray(scale.domain) || !Array.isArray(scale.range)) return undefined;
  const { domain, range } = scale;
  return new Map(domain.map((value, place) => [value as Row[string], String(range[place % range.length])]));
}

function slicesOf(scene: Scene, sums: Sums, chosen: ReadonlyMap<Row[string], string> | undefined): Slice[] {
  const total = [...sums.values()].reduce((sum, value) => sum + value, 0);
  if (total <= 0) return [];
  const order = calendarOrder([...sums.keys()]) ?? byTotal(sums);
  const isLong = order.length > mostSlices + 1;
  const kept = isLong ? order.slice(0, mostSlices) : order;
  const palette = categorical[scene.theme];
  const slices = kept
    .map((name, index) => ({
      of: name,
      name: String(name ?? "(missing)"),
      value: sums.get(name) ?? 0,
      share: (sums.get(name) ?? 0) / total,
      color: chosen?.get(name) ?? (isRest(name) ? undefined : palette[index]) ?? other[scene.theme],
    }))
    .filter((slice) => slice.value > 0);
  if (!isLong) return slices;
  const value = order.slice(mostSlices).reduce((sum: number, name) => sum + (sums.get(name) ?? 0), 0);
  const name = `${order.length - mostSlices} others`;
  return [...slices, { of: undefined, name, value, share: value / total, color: other[scene.theme] }];
}

/** The geometry of labels is ours, so that no two of them meet. */
function drawSlices(scene: Scene, slices: Slice[], column: string) {
  const room = { width: scene.width, height: scene.height ?? height };
  const labelRoom = Math.min(170, (room.width - 150) / 2);
  const outer = Math.max(48, Math.min((room.height - 24) / 2, (room.width - 2 * labelRoom - 48) / 2));
  const center = { x: room.width / 2, y: room.height / 2 };
  let turned = 0;
  const arcs = slices.map((slice) => {
    const start = turned * 2 * Math.PI;
    turned += slice.share;
    const description = `${slice.name}: ${formatNumber(slice.value)}, ${formatPercent(slice.share)}`;
    return { ...slice, description, start, end: turned * 2 * Math.PI, middle: start + slice.share * Math.PI };
  });
  const labels = [true, false].flatMap((isRight) => {
    const side = arcs.filter((arc) => arc.middle < Math.PI === isRight);
    const wanted = side.map((arc) => center.y - Math.cos(arc.middle) * (outer + 14));
    const placed = spread(wanted, 2 * lineHeight + 4, room.height - lineHeight);
    return side.map((arc, index) => {
      const y = Math.max(lineHeight, placed[index] ?? 0);
      const near = center.x + Math.sin(arc.middle) * (outer + 14);
      const rise = Math.min(1, Math.abs(y - center.y) / (outer + 14));
      const edge = center.x + (isRight ? 1 : -1) * Math.sqrt(1 - rise * rise) * (outer + 14);
      const x = isRight ? Math.max(near, edge) : Math.min(near, edge);
      const space = isRight ? room.width - x : x;
      return {
        of: arc.of,
        name: truncate(arc.name, Math.max(40, space - 4), type.label),
        share: formatPercent(arc.share),
        x,
        y,
        isRight,
      };
    });
  });
  const at = (field: string): JsonObject => ({ field, type: "quantitative", scale: null, axis: null });
  const label = (isRight: boolean, field: string, dy: number, weight: number, fill: string): JsonObject => ({
    data: {
      values: labels
        .filter((each) => each.isRight === isRight)
        // The name is the handle of its slice.
        .map(({ of: value, ...each }) =>
          field === "name" && value !== undefined ? { ...each, __series: value } : each,
        ),
    },
    mark: {
      type: "text",
      align: isRight ? "left" : "right",
      baseline: "middle",
      dy,
      fontSize: type.label,
      fontWeight: weight,
      color: fill,
    },
    encoding: { x: at("x"), y: at("y"), text: { field, type: "nominal" } },
  });
  const ring: JsonObject = {
    data: {
      values: arcs.map(({ of: value, start, end, color, description }) => ({
        ...(value !== undefined && { [column]: value }),
        __start: start,
        __end: end,
        __color: color,
        __description: description,
      })),
    },
    mark: {
      type: "arc",
      innerRadius: outer * 0.58,
      outerRadius: outer,
      x: center.x,
      y: center.y,
      stroke: scene.colors.background,
      strokeWidth: 1.5,
    },
    encoding: {
      theta: { field: "__start", type: "quantitative", scale: null },
      theta2: { field: "__end" },
      color: { field: "__color", type: "nominal", scale: null },
      description: { field: "__description", type: "nominal" },
      // Tells the slices apart; it is not drawn.
      key: { field: escapeField(column), type: "nominal" },
    },
  };
  scene.spec = {
    data: { name: "rows" },
    view: { stroke: null },
    layer: [
      ring,
      ...[true, false].flatMap((isRight) => [
        label(isRight, "share", -7, 600, scene.colors.ink),
        label(isRight, "name", 8, 400, scene.colors.muted),
      ]),
    ],
  };
}
