import { isObject } from "../draw-request.ts";
import { channel, distinct, isDiscrete, isMeasure, plainField } from "./encoding.ts";
import { leading, wrapNames } from "./names.ts";
import { sortNames } from "./points.ts";
import type { Scene } from "./scene.ts";
import { fitRows } from "./sizes.ts";

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
  const lines = wrapNames(names, labels, scene.width) * leading;
  const step = Math.max(46, lines + 8);
  fitRows(scene, { count: labels.length, step, least: Math.max(24, lines + 4), around: 80, most: 1200 });
}
