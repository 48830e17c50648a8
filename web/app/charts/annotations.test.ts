import { describe, expect, it } from "vitest";
import type { Annotation, Cell, DataColumn, DrawRequest } from "./draw-request";
import { drawSvg } from "./draw-svg";
import { isSameCell, isSameKey } from "./same-key";
import { readTexts } from "./svg-texts";

const columns: DataColumn[] = [
  { name: "day", type: "date" },
  { name: "island", type: "string" },
  { name: "rain", type: "number" },
];

const rows: Cell[][] = ["Skye", "Mull"].flatMap((island, place) =>
  ["2024-01-01", "2024-02-01", "2024-03-01"].map((day, month): Cell[] => [day, island, 100 - place * 30 + month * 7]),
);

function line(annotations: Annotation[], hasMarks = false): DrawRequest {
  const spec = {
    mark: "line",
    encoding: { x: { field: "day" }, y: { field: "rain" }, color: { field: "island" } },
  };
  return { kind: "plot", spec, data: { columns, rows }, theme: "light", annotations, hasMarks };
}

const at = (place: Annotation["at"], text = "The wettest"): Annotation => ({ id: text, at: place, text });

describe("annotations", () => {
  it("stand beside the mark that they mean, inside of the picture", () => {
    const svg = drawSvg(
      line([at({ key: { day: "2024-02-01", island: "Skye" } }), at({ x: "2024-03-01", y: 84 }, "Drier")]),
    );
    const { texts, size } = readTexts(svg);
    for (const words of ["The wettest", "Drier"]) {
      const text = texts.find(({ content }) => content === words);
      expect(text, words).toBeDefined();
      expect(text?.left).toBeGreaterThanOrEqual(0);
      expect(text?.right).toBeLessThanOrEqual(size.width);
    }
    expect(drawSvg(line([]))).not.toContain("graphics-symbol");
    expect(svg).not.toContain("graphics-symbol");
  });

  it("stand behind a lying bar and its value, where they would cover its neighbours", () => {
    const names = ["A harbour in the north", "A harbour in the south", "Another harbour", "One more harbour"];
    const svg = drawSvg({
      kind: "plot",
      spec: { mark: "bar", encoding: { x: { field: "rain" }, y: { field: "island" } } },
      data: { columns: columns.slice(1), rows: names.map((name, index): Cell[] => [name, 400 - index * 120]) },
      theme: "light",
      width: 360,
      annotations: [at({ key: { island: "One more harbour" } }, "A frost took most of it")],
    });
    const { texts } = readTexts(svg);
    const value = texts.find(({ content }) => content === "40");
    const remark = texts.find(({ content }) => content.startsWith("A frost"));
    expect(remark?.left ?? 0).toBeGreaterThan(value?.right ?? Number.POSITIVE_INFINITY);
    expect(remark?.top ?? 0).toBeGreaterThan((value?.top ?? 0) - 20);
  });

  it("stand at a value of an axis that no mark has, by a line or a ring", () => {
    const lines = (svg: string) => [...svg.matchAll(/<line [^>]*stroke-dasharray="4 3"[^>]*>/g)].map(([line]) => line);
    const number = (line: string, name: string) => Number(new RegExp(` ${name}="([^"]*)"`).exec(line)?.[1]);
    const svg = drawSvg(
      line([
        at({ x: "2024-02-15" }, "A new gauge"),
        at({ y: 90 }, "Floods"),
        at({ x: "2024-01-15", y: 85 }, "Drained"),
      ]),
    );
    const { texts, size } = readTexts(svg);
    for (const words of ["A new gauge", "Floods", "Drained"]) {
      const text = texts.find(({ content }) => content === words);
      expect(text?.left, words).toBeGreaterThanOrEqual(0);
      expect(text?.right, words).toBeLessThanOrEqual(size.width);
    }
    const [upright = "", level = ""] = lines(svg);
    expect(number(upright, "x1")).toBe(number(upright, "x2"));
    expect(number(upright, "y2")).toBeGreaterThan(number(upright, "y1") + 100);
    expect(number(level, "y1")).toBe(number(level, "y2"));
    expect(svg.match(/<circle [^>]*fill="none"/g)).toHaveLength(1);
    // A label next to its mark needs no line.
    expect(lines(drawSvg(line([at({ x: "2024-02-01" }, "Here")])))).toEqual([]);
    // Beyond the axis, of another kind, or without axes there is no such place.
    const plain = drawSvg(line([]));
    for (const place of [{ x: "2031-01-01" }, { y: -500 }, { y: "wet" }, { x: "2024-02-15", y: 9_000 }]) {
      expect(drawSvg(line([at(place)]))).toBe(plain);
    }
  });

  it("stand at a name of a band", () => {
    const svg = drawSvg({
      kind: "plot",
      spec: { mark: "bar", encoding: { x: { field: "island" }, y: { field: "rain" } } },
      data: { columns: columns.slice(1), rows: ["Skye", "Mull"].map((name, index): Cell[] => [name, 40 + index * 90]) },
      theme: "light",
      annotations: [at({ x: "Skye", y: 100 }, "Promised")],
    });
    expect(readTexts(svg).texts.map(({ content }) => content)).toContain("Promised");
    expect(svg).toContain("<circle");
  });

  it("are left out where no mark is meant, and are never markup", () => {
    const plain = drawSvg(line([]));
    expect(
      drawSvg(line([at({ key: { island: "Iona" } }), at({ key: {} }), at({}), at({ x: "2024-01-01" }, "  ")])),
    ).toBe(plain);
    expect(drawSvg(line([at({ x: "2024-01-01" }, "<script>1</script>")]))).not.toContain("<script");
  });

  it("leave the marks of a walk with the values that they stand for", () => {
    const keys = [...drawSvg(line([], true)).matchAll(/data-key="([^"]*)"/g)].map(
      ([, key]) => JSON.parse((key ?? "").replaceAll("&quot;", '"')) as Record<string, Cell>,
    );
    expect(keys).toContainEqual({ day: "2024-02-01", island: "Mull" });
    expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(rows.length);
  });
});

describe("keys of marks", () => {
  it("are the same where they agree in what both have", () => {
    expect(isSameKey({ island: "Skye" }, { island: "Skye", day: "2024-01-01" })).toBe(true);
    expect(isSameKey({ island: "Skye" }, { island: "Mull" })).toBe(false);
    expect(isSameKey({ island: "Skye" }, { day: "2024-01-01" })).toBe(false);
    expect(isSameKey({}, {})).toBe(false);
  });

  it("compare cells as people read them", () => {
    expect(isSameCell("2024-01-01", "2024-01-01T00:00:00")).toBe(true);
    expect(isSameCell(null, "(missing)")).toBe(true);
    expect(isSameCell(true, "Yes")).toBe(true);
    expect(isSameCell("1", 1)).toBe(false);
    expect(isSameCell("Skye", "Mull")).toBe(false);
  });
});
