import { describe, expect, it } from "vitest";
import type { SourceColumn } from "../../api/sources";
import { drawLoaded } from "../../charts/draw-loaded";
import { drawSvg } from "../../charts/draw-svg";
import { readTexts } from "../../charts/svg-texts";
import { requestFor } from "../../charts/view/shown-chart";
import { questionsAbout, type TableQuestion } from "./questions";
import { suggestionsFor } from "./suggestions";
import { thumbnailOf } from "./thumbnail";

const column = (name: string, type: SourceColumn["type"], distinct: number): SourceColumn => ({
  name,
  type,
  nulls: 0,
  distinct,
  isAdditive: ["volume", "sales", "amount"].includes(name),
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
    // Bins with round ends: from 1 to 9 in steps of 1.
    expect(distribution?.map((row) => row[0])).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(distribution?.map((row) => row[2])).toEqual([1, 0, 1, 0, 0, 0, 1, 0, 1]);
  });

  it("add up amounts within a group", () => {
    const columns = [column("shop", "string", 2), column("sales", "integer", 4)];
    const rows = [
      ["A", 5],
      ["A", 7],
      ["B", 8],
      ["B", 1],
    ];
    const question = questionsAbout({ columns, rowCount: 40 }).find(({ form }) => form === "group");
    expect(question && thumbnailOf(question, columns, rows)?.data?.rows).toEqual([
      ["A", 12],
      ["B", 9],
    ]);
  });

  it("are left out where the first rows have too few of the groups", () => {
    const columns = [column("month", "string", 12), column("bikers", "integer", 400)];
    const question = questionsAbout({ columns, rowCount: 8_000 }).find(({ form }) => form === "group");
    const months = (names: string[]) => names.map((name, place) => [name, place]);
    const drawn = (names: string[]) => question && thumbnailOf(question, columns, months(names));
    expect(drawn(["Jan", "Jan", "Feb"])).toBeNull();
    expect(drawn("Jan Feb Mar Apr May Jun".split(" "))).not.toBeNull();
  });

  it("draw a line for each group, dots on a map, and the ends of a ranking", async () => {
    const places = [
      column("day", "date", 4),
      column("lat", "number", 4),
      column("lon", "number", 4),
      column("city", "string", 2),
      column("price", "number", 4),
    ];
    const rowsOfPlaces = [
      ["2020-01-01", 59.9, 10.7, "Oslo", 1],
      ["2020-01-02", 59.8, 10.6, "Oslo", 3],
      ["2020-01-01", 41.9, 12.5, "Rome", 7],
      ["2020-01-02", 41.8, null, "Rome", 9],
      ["2020-01-02", 59.8, 10.6, "Oslo", 3],
    ];
    const drawn = (question: TableQuestion) => thumbnailOf(question, places, rowsOfPlaces);
    const said = { text: "", label: "" };
    const lines = drawn({ ...said, form: "series", measure: "price", summary: "mean", time: "day", group: "city" });
    expect(lines?.data?.rows).toEqual([
      ["2020-01-01", 1, "Oslo"],
      ["2020-01-02", 3, "Oslo"],
      ["2020-01-01", 7, "Rome"],
      ["2020-01-02", 9, "Rome"],
    ]);
    const counts = drawn({ ...said, form: "countOverTime", time: "day" });
    expect(counts?.data?.rows.map(([day, count]) => [day, count])).toEqual([
      ["2020-01-01", 2],
      ["2020-01-02", 3],
    ]);
    const map = drawn({ ...said, form: "map", latitude: "lat", longitude: "lon" });
    expect(map?.data?.rows).toHaveLength(4);
    const lowest = drawn({ ...said, form: "bottom", measure: "price", summary: "mean", name: "city" });
    expect(lowest?.data?.rows[0]?.[0]).toBe("Oslo");
    const weekdays = drawn({ ...said, form: "weekday", measure: "price", time: "day" });
    expect(weekdays?.data?.rows).toEqual([
      ["Wednesday", 4],
      ["Thursday", 5],
    ]);
    const groups = drawn({ ...said, form: "groups", measure: "price", summary: "mean", group: "day", series: "city" });
    expect(groups?.data?.rows).toContainEqual(["2020-01-01", 7, "Rome"]);
    for (const chart of [lines, counts, map, lowest, weekdays, groups]) {
      if (!chart) throw new Error("no thumbnail");
      const svg = await drawLoaded(requestFor(chart, { theme: "light", width: 240, height: 120 }));
      expect(svg).toContain("<path");
    }
  });

  it("can all be drawn", async () => {
    for (const { chart } of suggestionsFor({ columns, rowCount: rows.length }, { rows, step: 1 })) {
      const svg = await drawSvg(requestFor(chart, { theme: "light", width: 240, height: 120 }));
      expect(svg).toContain("<path");
    }
  });

  it.each([210, 230, 260, 300])("have room for every value at %i pixels", (width) => {
    const [question] = questionsAbout({ columns, rowCount: 4 }).filter(({ form }) => form === "group");
    if (!question) throw new Error("no question");
    for (const most of [84.2, 96.4, 71.6, 51.2]) {
      const amounts = [
        ["2020-01-01", "phone", most, 1],
        ["2020-01-02", "shop", most - 2, 1],
        ["2020-01-03", "web", most - 5, 1],
      ];
      const chart = thumbnailOf(question, columns, amounts);
      if (chart === null) throw new Error("no thumbnail");
      const { texts, size } = readTexts(drawSvg(requestFor(chart, { theme: "light", width, height: 120 })));
      expect(texts.map(({ content }) => content)).toContain(String(most));
      for (const { content, right } of texts) expect(right, content).toBeLessThanOrEqual(size.width);
    }
  });

  it("are omitted when the data has fewer than two values", () => {
    const [question] = questionsAbout({ columns, rowCount: 4 });
    if (!question) throw new Error("no question");
    expect(thumbnailOf(question, columns, rows.slice(0, 1))).toBeNull();
  });
});
