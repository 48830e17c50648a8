import { DrawError, isObject, type Json, type JsonObject } from "./draw-request.ts";

/** Keys that reach outside, call for a page, or override the theme; a drawing has no use for them. */
const forbiddenKeys = new Set([
  "$schema",
  "__proto__",
  "autosize",
  "background",
  "bind",
  "config",
  "constructor",
  "cursor",
  "datasets",
  "href",
  "padding",
  "prototype",
  "tooltip",
  "url",
  "usermeta",
]);

const maxDepth = 60;
const maxNodes = 50_000;

/**
 * A copy of the specification without what a drawing must not have. The rows that a query gave are
 * its only data; what it brings itself or would fetch is left out.
 */
export function safeSpec(spec: JsonObject): JsonObject {
  let nodes = 0;
  const copy = (value: Json, depth: number): Json => {
    nodes += 1;
    if (depth > maxDepth || nodes > maxNodes) {
      throw new DrawError("The specification is too large: draw fewer layers or views.");
    }
    if (Array.isArray(value)) return value.map((each) => copy(each, depth + 1));
    if (!isObject(value)) return value;
    const kept: JsonObject = {};
    for (const [key, inner] of Object.entries(value)) {
      if (inner === undefined || forbiddenKeys.has(key)) continue;
      if (key === "data" && depth > 0) continue;
      if (key === "mark") refuseImage(inner);
      kept[key] = copy(inner, depth + 1);
    }
    return kept;
  };
  const safe = copy(spec, 0);
  if (!isObject(safe)) throw new DrawError("The specification must be an object.");
  return safe;
}

function refuseImage(mark: Json) {
  if (mark === "image" || (isObject(mark) && mark.type === "image")) {
    throw new DrawError('The mark "image" is not drawn here: use another mark.');
  }
}
