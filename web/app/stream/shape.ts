/** Says where a value from outside is not what was agreed. */
export class ShapeError extends Error {
  readonly path: string;

  constructor(path: string, expected: string) {
    super(`${path || "the value"} is not ${expected}`);
    this.name = "ShapeError";
    this.path = path;
  }
}

/** Returns the value itself, so that fields of later versions pass through untouched. */
export type Check<T> = (value: unknown, path: string) => T;

export const string: Check<string> = (value, path) => {
  if (typeof value !== "string") throw new ShapeError(path, "a string");
  return value;
};

export const boolean: Check<boolean> = (value, path) => {
  if (typeof value !== "boolean") throw new ShapeError(path, "true or false");
  return value;
};

/** A whole number from 0 on: every number of the contract is a count. */
export const count: Check<number> = (value, path) => {
  if (!Number.isSafeInteger(value) || (value as number) < 0) {
    throw new ShapeError(path, "a whole number from 0 on");
  }
  return value as number;
};

export const anything: Check<unknown> = (value) => value;

export function oneOf<T extends string>(words: readonly T[]): Check<T> {
  return (value, path) => {
    if (!words.includes(value as T)) throw new ShapeError(path, `one of ${words.join(", ")}`);
    return value as T;
  };
}

export function nullable<T>(check: Check<T>): Check<T | null> {
  return (value, path) => (value === null ? null : check(value, path));
}

/** For a field that may be missing. */
export function optional<T>(check: Check<T>): Check<T | undefined> {
  return (value, path) => (value === undefined ? undefined : check(value, path));
}

export function list<T>(check: Check<T>): Check<T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw new ShapeError(path, "a list");
    if (check === anything) return value;
    for (const [index, item] of value.entries()) check(item, `${path}[${index}]`);
    return value as T[];
  };
}

export function object<T extends object>(fields: { [K in keyof T]-?: Check<T[K]> }): Check<T> {
  const entries = Object.entries(fields) as [string, Check<unknown>][];
  return (value, path) => {
    const record = asRecord(value, path);
    for (const [name, check] of entries) check(record[name], path ? `${path}.${name}` : name);
    return value as T;
  };
}

export function asRecord(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ShapeError(path, "an object");
  }
  return value as Record<string, unknown>;
}
