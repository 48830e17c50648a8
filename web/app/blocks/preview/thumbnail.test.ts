import { describe, expect, it } from "vitest";
import type { SourceColumn } from "../../api/sources";
import { drawSvg } from "../../charts/draw-svg";
import { requestFor } from "../../charts/view/shown-chart";
import { questionsAbout } from "./questions";
import { thumbnailOf } from "./thumbnail";

const column = (name: string, type: SourceColumn["type"], distinct: number): SourceColumn => ({
  name,
  type,
  nulls: 0,
  distinct,
});

const columns = [
  column("day", "date", 4),
  column("city", "string", 2),
  column("price", "number", 4),
  column("volume", "integer", 3),
];
const rows = [
  ["2020-01-01", "Oslo", 1, 10],
  ["2020-01-02", "Oslo", 3, 20],
  ["2020-01-03", "Rome", 7, null],
  ["2020-01-04", null, 9, 10],
];

const charts = () =>
  questionsAbout({ columns, rowCount: rows.length }).map((question) => thumbnailOf(question, columns, rows));

describe("thumbnails of questions", () => {
  it("show the values that the question is about", () => {
    const [overTime, byGroup, count, pair, distribution] = charts().map((chart) => chart?.data?.rows);
    expect(overTime).toEqual([
      ["2020-01-01", 1],
      ["2020-01-02", 3],
      ["2020-01-03", 7],
      ["2020-01-04", 9],
    ]);
    expect(byGroup).toEqual([
      ["Rome", 7],
      ["Oslo", 2],
    ]);
    expect(count).toEqual([
      ["Oslo", 2],
      ["Rome", 1],
    ]);
    expect(pair).toEqual([
      [1, 10],
      [3, 20],
      [9, 10],
    ]);
    expect(distribution?.map((row) => row[2])).toEqual([1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1]);
  });

  it("can all be drawn", async () => {
    for (const chart of charts()) {
      if (chart === null) throw new Error("no thumbnail");
      const svg = await drawSvg(requestFor(chart, { theme: "light", width: 240, height: 120 }));
      expect(svg).toContain("<path");
    }
  });

  it("are omitted when the data has fewer than two values", () => {
    const [question] = questionsAbout({ columns, rowCount: 4 });
    if (!question) throw new Error("no question");
    expect(thumbnailOf(question, columns, rows.slice(0, 1))).toBeNull();
  });
});
