import { isObject, type JsonObject } from "../draw-request.ts";
import { channel, isMeasure, markOf, numbers, part, plainField } from "./encoding.ts";
import type { Scene } from "./scene.ts";

/** Points: smaller and fainter the more there are, on axes that start where the data does. */
export function polishPoints(scene: Scene) {
  const { encoding } = scene.spec;
  if (!isObject(encoding)) return;
  const mark = markOf(scene.spec);
  if (mark.type === "point") mark.type = "circle";
  delete mark.filled;
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
}

/** Zero is shown where the data comes near it. */
function loosenAxis(scene: Scene, definition: JsonObject | undefined) {
  const field = plainField(definition);
  if (!definition || !isMeasure(definition)) return;
  const axis = part(definition, "axis");
  if (axis) axis.grid ??= true;
  const values = field === undefined ? [] : numbers(scene.rows, field);
  const scale = part(definition, "scale");
  if (axis && scale?.type === "log") Object.assign(axis, { tickCount: 4, labelOverlap: "greedy", grid: false });
  if (!scale || values.length === 0 || scale.type === "log") return;
  const low = Math.min(...values);
  const high = Math.max(...values);
  scale.zero = low <= 0 ? low === 0 : low < high * 0.2;
  scale.nice ??= true;
}
