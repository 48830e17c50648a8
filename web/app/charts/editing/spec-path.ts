import { isObject, type Json, type JsonObject } from "../draw-request.ts";

/** A way into a specification: names of members and places in lists. */
export type Path = readonly (string | number)[];

export function valueAt(value: Json | undefined, path: Path): Json | undefined {
  let current = value;
  for (const part of path) {
    if (Array.isArray(current)) current = current[Number(part)];
    else if (isObject(current) && Object.hasOwn(current, part)) current = current[part];
    else return undefined;
  }
  return current;
}

export function objectAt(value: Json | undefined, path: Path): JsonObject | undefined {
  const found = valueAt(value, path);
  return isObject(found) ? found : undefined;
}

/**
 * A copy with another value in one place; undefined removes it, and with it the objects that are empty for it. What lies
 * beside the way is the same as before, as is the whole where nothing changes; what stands in the way and is no object
 * makes room.
 */
export function withValueAt(object: JsonObject, path: Path, value: Json | undefined): JsonObject {
  return (replaced(object, path, value) as JsonObject | undefined) ?? {};
}

function replaced(current: Json | undefined, path: Path, value: Json | undefined): Json | undefined {
  const [part, ...rest] = path;
  if (part === undefined) return value;
  if (Array.isArray(current)) {
    const next = replaced(current[Number(part)], rest, value);
    if (Object.is(next, current[Number(part)])) return current;
    return current.map((each, index) => (index === Number(part) ? (next ?? {}) : each));
  }
  const before = isObject(current) ? current : {};
  const next = replaced(before[part], rest, value);
  if (current !== undefined && Object.is(next, before[part])) return current;
  if (next !== undefined) return { ...before, [part]: next };
  if (!Object.hasOwn(before, part)) return current === undefined ? undefined : before;
  const { [part]: _removed, ...kept } = before;
  return Object.keys(kept).length === 0 ? undefined : kept;
}
