import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeOf, readJson } from "./read-json";

function accepts(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("reading JSON", () => {
  it("gives what JSON.parse gives, and the text of every value at its place", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const read = readJson(text);
        if ("error" in read) throw new Error(read.error.message);
        expect(read.value).toEqual(JSON.parse(text));
        for (const [pointer, { from, to }] of read.places) {
          const part = pointer
            .split("/")
            .slice(1)
            .reduce<unknown>(
              (whole, name) => (whole as Record<string, unknown>)[name.replaceAll("~1", "/").replaceAll("~0", "~")],
              JSON.parse(text),
            );
          expect(JSON.parse(text.slice(from, to))).toEqual(part);
        }
      }),
    );
  });

  it("accepts what JSON.parse accepts and nothing else, and points into the text", () => {
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"',
      "1",
      "-",
      "0.5",
      "01",
      "1.",
      "true",
      "nul",
      " ",
      "'",
      "\\",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        const read = readJson(text);
        expect("error" in read).toBe(!accepts(text));
        if (!("error" in read)) return;
        expect(read.error.from).toBeGreaterThanOrEqual(0);
        expect(read.error.to).toBeLessThanOrEqual(text.length);
        expect(read.error.message).toMatch(/\.$/);
      }),
      { numRuns: 2_000 },
    );
  });

  it("says what to do about common mistakes", () => {
    const said = (text: string) => {
      const read = readJson(text);
      return "error" in read ? [read.error.message, text.slice(read.error.from, read.error.to)] : null;
    };
    expect(said('{"mark": bar}')).toEqual(['Wrap text in double quotes: "bar".', "bar"]);
    expect(said('{"mark": "bar",}')).toEqual(["Remove the comma before the closing brace.", "}"]);
    expect(said('{"mark" "bar"}')).toEqual(["Colon expected after the property name.", '"']);
    expect(said('{"a": 1 "b": 2}')?.[0]).toBe("Comma or closing brace expected.");
    expect(said("{")?.[0]).toMatch(/name/);
  });

  it("finds the nearest place where a part is missing", () => {
    const text = '{"encoding": {"x": {"field": "a"}}}';
    const read = readJson(text);
    if ("error" in read) throw new Error(read.error.message);
    const found = (pointer: string) => {
      const place = placeOf(read.places, pointer);
      return place && text.slice(place.from, place.to);
    };
    expect(found("/encoding/x/field")).toBe('"a"');
    expect(found("/encoding/x/axis/title")).toBe('{"field": "a"}');
    expect(found("/mark")).toBe(text);
  });
});
