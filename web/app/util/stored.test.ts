import { afterEach, expect, it, vi } from "vitest";
import { readStored, readStoredJson, writeStored } from "./stored";

afterEach(() => {
  vi.unstubAllGlobals();
});

function stubStorage(items: Partial<Storage>): void {
  vi.stubGlobal("localStorage", items);
}

it("reads back what it wrote, and nothing after its removal", () => {
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

it("reads nothing and writes nothing where storage is forbidden", () => {
  const refuse = () => {
    throw new DOMException("forbidden", "SecurityError");
  };
  stubStorage({ getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(() => writeStored("key", "text")).not.toThrow();
  expect(readStored("key")).toBeNull();
});

it("reads text that is no JSON as nothing", () => {
  stubStorage({ getItem: () => "{" });
  expect(readStoredJson("key")).toBeNull();
});
