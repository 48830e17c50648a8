import { interpolate } from "vega";
import { isObject, type JsonObject } from "../draw-request.ts";
import { commonStyle, formatNumber } from "../numbers.ts";
import { diverging, inkOn, sequential } from "../palette.ts";
import { textWidth } from "../text-width.ts";
import { type } from "../theme.ts";
import { alikeFormat } from "./bars.ts";
import { channel, distinct, fill, isDiscrete, isMeasure, numbers, plainField } from "./encoding.ts";
import { calendarOrder, numberedOrder } from "./order.ts";
import type { Scene } from "./scene.ts";
import { fitRows } from "./sizes.ts";

const mostLabels = 150;

/** Heat maps: even cells with a hair between them, and their values where there is room. */
export function polishHeatMap(scene: Scene) {
  const { encoding } = scene.spec;
  if (!isObject(encoding)) return;
  const x = channel(encoding, "x");
  const y = channel(encoding, "y");
  const color = channel(encoding, "color");
  for (const side of [x, y]) {
    if (side?.type === "temporal" && !side.timeUnit) side.type = "ordinal";
    if (isMeasure(side) && plainField(side) !== undefined) side.type = "ordinal";
  }
  const fields = [plainField(x), plainField(y)] as const;
  if (!isDiscrete(x) || !isDiscrete(y) || !color || fields[0] === undefined || fields[1] === undefined) return;
  const columns = distinct(scene.rows, fields[0]);
  const rows = distinct(scene.rows, fields[1]);
  x.sort ??= calendarOrder(columns) ?? numberedOrder(columns);
  y.sort ??= calendarOrder(rows) ?? numberedOrder(rows);
  for (const side of [x, y]) {
    fill(side, "scale", { paddingInner: 0.03, paddingOuter: 0 });
    fill(side, "axis", { grid: false, domain: false, ticks: false });
  }
  fill(y, "axis", { labelLimit: scene.width * 0.3 });
  const step = rows.length > 16 ? 22 : 32;
  fitRows(scene, { count: rows.length, step, least: 18, around: 96, most: 1200 });
  shade(scene, encoding, color, (scene.width - 90) / columns.length, columns.length * rows.length);
}

/** How far on the way from one colour to another the other ink is read better. */
function inkTurns(from: string, to: string): number {
  const between = interpolate("lab")(from, to);
  const before = inkOn(from);
  const shares = Array.from({ length: 51 }, (_, index) => index / 50);
  return shares.find((share) => inkOn(hexOf(between(share))) !== before) ?? 1;
}

/** `rgb(1, 2, 3)` with hexadecimal digits. */
function hexOf(color: string): string {
  const parts = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => Math.round(Number(part)));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Colors for the steps between limits that an author chose. */
function shadeBySteps(scene: Scene, scale: JsonObject) {
  if (scale.range !== undefined || scale.scheme !== undefined || !Array.isArray(scale.domain)) return;
  const [first, last] = sequential[scene.theme] as [string, string];
  const between = interpolate("lab")(first, last);
  const count = scale.domain.length;
  scale.range = Array.from({ length: count + 1 }, (_, step) => hexOf(between(count === 0 ? 1 : step / count)));
}

function shade(scene: Scene, encoding: JsonObject, color: JsonObject, cellWidth: number, cells: number) {
  const field = plainField(color);
  if (!isMeasure(color) || field === undefined) return;
  const values = numbers(scene.rows, field);
  if (values.length === 0) return;
  const low = Math.min(...values);
  const high = Math.max(...values);
  const crossesZero = low < 0 && high > 0;
  const edge = Math.max(Math.abs(low), Math.abs(high));
  const scale: JsonObject = crossesZero
    ? { domain: [-edge, 0, edge], range: diverging[scene.theme], interpolate: "lab" }
    : {
        domain: low === high ? [Math.min(0, low), Math.max(low, 1)] : [low, high],
        range: sequential[scene.theme],
        interpolate: "lab",
      };
  if (isObject(color.scale) && color.scale.type === "threshold") {
    shadeBySteps(scene, color.scale);
    return;
  }
  fill(color, "scale", scale);
  const widest = Math.max(...values.map((value) => textWidth(formatNumber(value), 11)));
  if (scene.labels === "none" || cells > mostLabels || widest > cellWidth - 6) return;
  const at = `datum[${JSON.stringify(field)}]`;
  const [below, middle, above] = diverging[scene.theme] as [string, string, string];
  const [first, last] = sequential[scene.theme] as [string, string];
  const isStrong = crossesZero
    ? `${at} > ${edge * inkTurns(middle, above)} || ${at} < ${-edge * inkTurns(middle, below)}`
    : `${at} > ${low + (high - low) * inkTurns(first, last)}`;
  const dark = "#10201a";
  const onStrong = scene.theme === "light" ? "#ffffff" : dark;
  const onWeak = scene.theme === "light" ? dark : "#e6ebe8";
  const { mark, encoding: inner, ...rest } = scene.spec;
  const { color: shaded, ...common } = encoding;
  scene.spec = {
    ...rest,
    encoding: common,
    layer: [
      { mark, encoding: { color } },
      {
        mark: { type: "text", fontSize: type.note, color: { expr: `${isStrong} ? "${onStrong}" : "${onWeak}"` } },
        encoding: { text: { field: String(color.field), type: "quantitative", ...alikeFormat(commonStyle(values)) } },
      },
    ],
  };
}
