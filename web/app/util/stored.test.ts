import { afterEach, expect, it, vi } from "vitest";
import { readStored, readStoredJson, writeStored } from "./stored";

afterEach(() => {
  vi.unstubAllGlobals();
});

function stubStorage(items: Partial<Storage>): void {
  vi.stubGlobal("localStorage", items);
}

it("reads back a stored value until it is removed", () => {
  const kept = new Map<string, string>();
  stubStorage({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  });
  writeStored("key", '{"a":1}');
  expect(readStored("key")).toBe('{"a":1}');
  expect(readStoredJson("key")).toEqual({ a: 1 });
  writeStored("key", null);
  expect(readStored("key")).toBeNull();
  expect(readStoredJson("key")).toBeNull();
});

it("reads and writes nothing when storage is blocked", () => {
  const refuse = () => {
    throw new DOMException("forbidden", "SecurityError");
  };
  stubStorage({ getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(() => writeStored("key", "text")).not.toThrow();
  expect(readStored("key")).toBeNull();
});

it("reads invalid JSON as no value", () => {
  stubStorage({ getItem: () => "{" });
  expect(readStoredJson("key")).toBeNull();
});
