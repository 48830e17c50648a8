import { isObject } from "../draw-request.ts";
import { channel, distinct, isDiscrete, isMeasure, plainField } from "./encoding.ts";
import { leading, wrapNames } from "./names.ts";
import { sortNames } from "./points.ts";
import type { Scene } from "./scene.ts";

/** Distributions beside each other: the highest first, or in the calendar's order. */
export function polishBoxes(scene: Scene) {
  const { encoding } = scene.spec;
  if (!isObject(encoding)) return;
  const [x, y] = [channel(encoding, "x"), channel(encoding, "y")];
  const [names, value] = isDiscrete(x) ? [x, y] : [y, x];
  if (!isMeasure(value)) return;
  const field = plainField(names);
  if (!isDiscrete(names) || field === undefined) {
    if (!scene.isHeightFixed && names === undefined) scene.height = 160;
    return;
  }
  sortNames(scene, names, value);
  if (names !== y) return;
  const labels = distinct(scene.rows, field).map(String);
  const step = Math.max(46, wrapNames(names, labels, scene.width) * leading + 8);
  if (!scene.isHeightFixed) scene.height = Math.min(1200, labels.length * step + 80);
}
