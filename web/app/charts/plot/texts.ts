import { isObject } from "../draw-request.ts";
import { markOf } from "./encoding.ts";
import type { Scene } from "./scene.ts";

const loneHeight = 96;

/** A number without a place stands at the left, below its title, and takes the height that it needs. */
export function polishText(scene: Scene) {
  const { encoding } = scene.spec;
  if (!isObject(encoding) || scene.isHeightFixed || scene.rows.length !== 1) return;
  if (["x", "y", "x2", "y2", "row", "column", "facet", "theta", "radius"].some((name) => encoding[name] !== undefined))
    return;
  Object.assign(markOf(scene.spec), { align: "left", x: 0, fontWeight: 600 });
  scene.height = loneHeight;
}
