import { describe, expect, it } from "vitest";
import type { SourceColumn } from "../../api/sources";
import { questionsAbout } from "./questions";

const column = (name: string, type: SourceColumn["type"], rest: Partial<SourceColumn> = {}): SourceColumn => ({
  name,
  type,
  nulls: 0,
  distinct: 8,
  isAdditive: false,
  ...rest,
});

const textsOf = (columns: SourceColumn[], rowCount: number) =>
  questionsAbout({ columns, rowCount })
    .slice(0, 5)
    .map(({ text }) => text);

describe("suggested questions about a table", () => {
  it("begin with time, measures, and groups", () => {
    const columns = [
      column("id", "integer", { distinct: 200 }),
      column("date", "date", { distinct: 90 }),
      column("symbol", "string", { distinct: 5 }),
      column("price", "number", { distinct: 180 }),
      column("volume", "integer", { distinct: 150 }),
      column("sector", "string", { distinct: 3 }),
    ];
    expect(textsOf(columns, 200)).toEqual([
      "Average price over date",
      "Average price by symbol",
      "Number of rows by symbol",
      "Relationship between price and volume",
      "Distribution of price",
    ]);
  });

  it("skip columns that are mostly missing, constant, keys, or flags", () => {
    const columns = [
      column("customer_id", "integer", { distinct: 100 }),
      column("note", "string", { nulls: 80 }),
      column("survived", "integer", { distinct: 2, min: 0, max: 1 }),
      column("country", "string", { distinct: 1 }),
      column("zip", "integer", { distinct: 40 }),
    ];
    expect(questionsAbout({ columns, rowCount: 100 })).toEqual([]);
  });

  it("treat a column of years as time", () => {
    const columns = [column("year", "integer", { min: 1990, max: 2002 }), column("strikes", "integer")];
    expect(textsOf(columns, 60)).toEqual([
      "Average strikes over year",
      "Distribution of strikes",
      "Number of rows over year",
    ]);
  });

  it("are at least five about a table of a time, a group, and a measure", () => {
    const columns = [
      column("entity", "string", { distinct: 5 }),
      column("year", "integer", { distinct: 100, min: 1900, max: 2017 }),
      column("deaths", "integer", { distinct: 600, isAdditive: true }),
    ];
    expect(textsOf(columns, 800)).toEqual([
      "Total deaths over year",
      "Total deaths by entity",
      "Number of rows by entity",
      "Distribution of deaths",
      "Total deaths over year by entity",
    ]);
  });

  it("show each of few rows by its name", () => {
    const columns = [
      column("city", "string", { distinct: 8 }),
      column("area", "number", { distinct: 8 }),
      column("inhabitants", "integer", { distinct: 7 }),
    ];
    expect(textsOf(columns, 8)).toEqual([
      "area by city",
      "Relationship between area and inhabitants",
      "Distribution of area",
      "inhabitants by city",
      "Distribution of inhabitants",
    ]);
  });

  it("rank rows that have a name each", () => {
    const columns = [column("state", "string", { distinct: 50 }), column("rate", "number", { distinct: 48 })];
    expect(textsOf(columns, 50)).toEqual(["Distribution of rate", "Top 10 state by rate", "Bottom 10 state by rate"]);
  });

  it("count the rows of names that are too many for bars", () => {
    const columns = [column("state", "string", { distinct: 56 }), column("city", "string", { distinct: 90 })];
    expect(textsOf(columns, 120)).toEqual(["Top 10 state by number of rows"]);
  });

  it("begin with a map where rows have coordinates", () => {
    const columns = [column("lat", "number", { distinct: 90 }), column("lon", "number", { distinct: 90 })];
    expect(questionsAbout({ columns, rowCount: 100 })).toEqual([
      {
        text: "Show the rows on a map",
        label: "Show the rows on a map",
        form: "map",
        latitude: "lat",
        longitude: "lon",
      },
    ]);
  });

  it("are shown with readable column names and asked with the table's own", () => {
    const columns = [column("order_date", "date"), column("revenue_usd", "number", { isAdditive: true })];
    expect(questionsAbout({ columns, rowCount: 60 })[0]).toMatchObject({
      text: "Total revenue_usd over order_date",
      label: "Total revenue (USD) over time",
    });
  });

  it("add up amounts and average everything else", () => {
    const columns = [
      column("region", "string", { distinct: 4 }),
      column("segment", "string", { distinct: 3 }),
      column("sales", "number", { distinct: 90, isAdditive: true }),
      column("discount", "number", { distinct: 80 }),
    ];
    expect(textsOf(columns, 100)).toEqual([
      "Total sales by region",
      "Number of rows by region",
      "Relationship between sales and discount",
      "Distribution of sales",
      "Average discount by region",
    ]);
  });

  it("show a series with one row for each time as it is", () => {
    const columns = [
      column("Year", "integer", { distinct: 100, min: 1901, max: 2000 }),
      column("Marriages", "integer", { distinct: 98 }),
    ];
    const [first] = questionsAbout({ columns, rowCount: 100 });
    expect(first).toMatchObject({ text: "Marriages over Year", label: "Marriages over time" });
    expect(textsOf(columns, 100)).toEqual(["Marriages over Year", "Distribution of Marriages"]);
  });

  it("name a ranking in the plural", () => {
    const columns = [
      column("City", "string", { distinct: 90 }),
      column("Sales", "number", { distinct: 90, isAdditive: true }),
    ];
    const [, top] = questionsAbout({ columns, rowCount: 200 });
    expect(top).toMatchObject({ text: "Top 10 City by Sales", label: "Top 10 cities by sales", summary: "sum" });
  });

  it("are not about places, parts of dates, and columns named by a letter", () => {
    const columns = [
      column("year", "integer", { distinct: 48, min: 1975, max: 2022 }),
      column("month", "integer", { distinct: 10, min: 1, max: 12 }),
      column("hour", "integer", { distinct: 24, min: 0, max: 23 }),
      column("lat", "number", { distinct: 545 }),
      column("long", "number", { distinct: 1121 }),
      column("x", "number", { distinct: 554 }),
      column("wind", "integer", { distinct: 31 }),
    ];
    expect(textsOf(columns, 19_537)).toEqual([
      "Show the rows on a map",
      "Average wind over year",
      "Distribution of wind",
      "Number of rows over year",
    ]);
  });

  it("start with the measure that has the most distinct values", () => {
    const columns = [
      column("other cost", "integer", { distinct: 3 }),
      column("total cost", "integer", { distinct: 50 }),
    ];
    expect(textsOf(columns, 60)[0]).toBe("Relationship between total cost and other cost");
  });
});
