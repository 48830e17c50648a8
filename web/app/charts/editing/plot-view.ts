import { isObject, type JsonObject } from "../draw-request.ts";
import { objectAt, type Path, valueAt } from "./spec-path.ts";

/**
 * The view whose mark and channels the form shows: the specification itself, what is repeated in panels, or the first
 * layer. Null where several views stand beside each other: no form has room for them.
 */
export function viewPath(spec: JsonObject): Path | null {
  let path: Path = [];
  for (let depth = 0; depth < 8; depth += 1) {
    const view = objectAt(spec, path);
    if (!view) return null;
    if (view.mark !== undefined) return path;
    if (Array.isArray(view.layer) && isObject(view.layer[0])) path = [...path, "layer", 0];
    else if (isObject(view.spec)) path = [...path, "spec"];
    else return isConcatenated(view) || Object.keys(view).some((key) => key === "layer") ? null : path;
  }
  return null;
}

function isConcatenated(view: JsonObject): boolean {
  return ["hconcat", "vconcat", "concat"].some((key) => view[key] !== undefined);
}

/** Path of a channel: in the view or in an enclosing one; a new one belongs to the view. */
export function channelPath(spec: JsonObject, view: Path, channel: string): Path {
  for (let length = view.length; length >= 0; length -= 1) {
    const path = [...view.slice(0, length), "encoding", channel];
    if (valueAt(spec, path) !== undefined) return path;
  }
  return [...view, "encoding", channel];
}
