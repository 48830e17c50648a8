import { isObject, type JsonObject } from "../draw-request.ts";
import {
  channel,
  distinct,
  fill,
  isDiscrete,
  isMeasure,
  markOf,
  numbers,
  part,
  plainField,
  totals,
} from "./encoding.ts";
import { leading, wrapNames } from "./names.ts";
import { byTotal, calendarOrder } from "./order.ts";
import type { Scene } from "./scene.ts";
import { fitRows } from "./sizes.ts";

/** Points: smaller and fainter the more there are, on axes that start where the data does. */
export function polishPoints(scene: Scene) {
  const { encoding } = scene.spec;
  if (!isObject(encoding)) return;
  const mark = markOf(scene.spec);
  if (encoding.shape) Object.assign(mark, { type: "point", filled: true });
  else {
    if (mark.type === "point") mark.type = "circle";
    delete mark.filled;
  }
  const count = scene.rows.length;
  const { size, opacity } =
    count > 2000
      ? { size: 12, opacity: 0.3 }
      : count > 600
        ? { size: 20, opacity: 0.45 }
        : count > 150
          ? { size: 32, opacity: 0.6 }
          : { size: 52, opacity: 0.75 };
  mark.opacity = opacity;
  const sized = channel(encoding, "size");
  if (sized && isMeasure(sized)) {
    const scale = part(sized, "scale");
    if (scale) {
      scale.rangeMax ??= 900;
      scale.rangeMin ??= 12;
      scale.zero ??= true;
    }
    const legend = part(sized, "legend");
    if (legend)
      Object.assign(legend, {
        orient: "bottom",
        symbolFillColor: "transparent",
        symbolStrokeColor: scene.colors.muted,
        tickCount: 3,
      });
    mark.stroke = scene.colors.background;
    mark.strokeWidth = 0.5;
  } else mark.size = size;
  for (const side of ["x", "y"]) loosenAxis(scene, channel(encoding, side));
  polishDots(scene, encoding);
  shapeSeries(scene, encoding);
  if (scene.hasRanges) joinDots(scene, encoding);
}

/** Points beside names: the names in the order of their values, each with a line to follow. */
function polishDots(scene: Scene, encoding: JsonObject) {
  const names = channel(encoding, "y");
  const value = channel(encoding, "x");
  if (!isDiscrete(names) || !isMeasure(value) || plainField(names) === undefined) return;
  sortNames(scene, names, value);
  fill(names, "axis", { grid: true });
  const mark = markOf(scene.spec);
  if (scene.rows.length <= 120) Object.assign(mark, { opacity: 1 }, encoding.size ? {} : { size: 90 });
  const labels = distinct(scene.rows, plainField(names) ?? "").map(String);
  const lines = wrapNames(names, labels, scene.width) * leading;
  const step = Math.max(labels.length > 14 ? 24 : 32, lines + 8);
  fitRows(scene, { count: labels.length, step, least: lines + 4, around: 90, most: 1400 });
}

/** A line from the lowest to the highest point of each name. */
function joinDots(scene: Scene, encoding: JsonObject) {
  const [names, value] = [channel(encoding, "y"), channel(encoding, "x")];
  const [nameField, valueField] = [plainField(names), plainField(value)];
  if (!isDiscrete(names) || !isMeasure(value) || nameField === undefined || valueField === undefined) return;
  const ranges = distinct(scene.rows, nameField).flatMap((name) => {
    const values = numbers(
      scene.rows.filter((row) => (row[nameField] ?? null) === name),
      valueField,
    );
    if (values.length < 2) return [];
    return [{ [nameField]: name, [valueField]: Math.min(...values), [rangeEnd]: Math.max(...values) }];
  });
  const { mark, encoding: inner, ...rest } = scene.spec;
  scene.spec = {
    ...rest,
    layer: [
      {
        data: { values: ranges },
        mark: { type: "rule", color: scene.colors.rule, strokeWidth: 3, opacity: 0.6 },
        encoding: { x: value, x2: { field: rangeEnd }, y: names },
      },
      { mark, encoding },
    ],
  };
}

const rangeEnd = "__rangeEnd";

/** Names in the calendar's order, or the largest first. */
export function sortNames(scene: Scene, names: JsonObject, value: JsonObject) {
  const field = plainField(names);
  if (field === undefined || names.sort !== undefined) return;
  const mean = totals(scene.rows, field, { ...value, aggregate: "mean" });
  names.sort = calendarOrder([...mean.keys()]) ?? byTotal(mean);
}

const mostShapes = 6;
const mostShaped = 600;

/** Series differ in their shape too: a picture in gray says the same. */
function shapeSeries(scene: Scene, encoding: JsonObject) {
  const color = channel(encoding, "color");
  const field = plainField(color);
  if (!isDiscrete(color) || field === undefined || encoding.shape || encoding.size || color.scale) return;
  const count = distinct(scene.rows, field).length;
  if (count < 2 || count > mostShapes || scene.rows.length > mostShaped) return;
  Object.assign(markOf(scene.spec), { type: "point", filled: true });
  encoding.shape = { field: color.field, type: color.type };
}

/** Powers of ten, with their doubles and halves where these are few. */
function logTicks(values: number[]): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (!(low > 0) || high === low) return [];
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const powers = Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
  const within = (ticks: number[]) => ticks.filter((tick) => tick >= low && tick <= high);
  const all = within(powers.flatMap((power) => [power, 2 * power, 5 * power]));
  return all.length <= 7 ? all : within(powers);
}

/** Zero is shown where the data comes near it. */
export function loosenAxis(scene: Scene, definition: JsonObject | undefined) {
  const field = plainField(definition);
  if (!definition || !isMeasure(definition)) return;
  const axis = part(definition, "axis");
  if (axis) axis.grid ??= true;
  const values = field === undefined ? [] : numbers(scene.rows, field);
  const scale = part(definition, "scale");
  if (axis && scale?.type === "log") {
    Object.assign(axis, { labelOverlap: "greedy", grid: false, values: axis.values ?? logTicks(values) });
    scale.nice ??= false;
    scale.padding ??= 12;
  }
  if (!scale || values.length === 0 || scale.type === "log") return;
  const low = Math.min(...values);
  const high = Math.max(...values);
  scale.zero = low <= 0 ? low === 0 : low < high * 0.2;
  scale.nice ??= true;
}
