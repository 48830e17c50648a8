import { isObject, type JsonObject } from "../draw-request.ts";
import { loneStyle } from "../numbers.ts";
import { isShare } from "./axes.ts";
import { channel, markOf, numbers, plainField } from "./encoding.ts";
import type { Scene } from "./scene.ts";

const loneHeight = 96;
const places = ["x", "y", "x2", "y2", "row", "column", "facet", "theta", "radius"];

/** A number without a place stands at the left, below its title, and takes the height that it needs. */
export function polishText(scene: Scene) {
  const { encoding } = scene.spec;
  if (!isObject(encoding) || scene.isHeightFixed || scene.rows.length !== 1) return;
  if (places.some((name) => encoding[name] !== undefined)) return;
  Object.assign(markOf(scene.spec), { align: "left", x: 0, fontWeight: 600 });
  scene.height = loneHeight;
  const text = channel(encoding, "text");
  if (text && text.format === undefined) tellDigits(scene, text);
}

/** Gives a lone number up to two decimals; numbers that are compared have fewer. */
function tellDigits(scene: Scene, text: JsonObject) {
  const field = plainField(text);
  const [value = 0] = field === undefined ? [] : numbers(scene.rows, field);
  if (field === undefined || Math.abs(value) < 1 || Math.abs(value) >= 1e6 || isShare(field, [value])) return;
  Object.assign(text, { formatType: "portolanAlike", format: JSON.stringify(loneStyle(value)) });
}
