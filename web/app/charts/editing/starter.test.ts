import { schemaText } from "virtual:vega-lite-schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChartKind } from "../../stream/blocks";
import chartKinds from "../../stream/chart-kinds.json";
import type { ColumnType } from "../draw-request";
import { drawSvg } from "../draw-svg";
import { type Schema, SchemaReader } from "./json-schema";
import { readPlot } from "./plot-form";
import { type StartTable, startSpec, startWithTable } from "./starter";

const reader = new SchemaReader(JSON.parse(schemaText) as Schema);

const column = fc.record({
  name: fc.string({ minLength: 1, maxLength: 12 }),
  type: fc.constantFrom<ColumnType>("string", "number", "integer", "boolean", "date", "datetime"),
  distinct: fc.nat(1_000),
});

const table: fc.Arbitrary<StartTable> = fc.record({
  id: fc.uuid(),
  name: fc.string({ minLength: 1 }),
  rowCount: fc.nat(20_000),
  columns: fc.uniqueArray(column, { minLength: 1, maxLength: 6, selector: ({ name }) => name }),
});

describe("a new chart of a table", () => {
  it("is one that Vega-Lite's schema allows and the form shows, of columns that exist", () => {
    fc.assert(
      fc.property(table, (each) => {
        const { spec, query } = startWithTable(each);
        expect(reader.check({ data: { name: "rows" }, ...spec })).toEqual([]);
        const form = readPlot(spec);
        const known = [...each.columns.map(({ name }) => name), "rows", ""];
        expect(known).toContain(form?.channels.x.field);
        expect(known).toContain(form?.channels.y.field);
        expect(query?.sourceIds).toEqual([each.id]);
      }),
    );
  });

  it("sums up in the query what is too large to be drawn row by row", () => {
    const sales = (rowCount: number): StartTable => ({
      id: "one",
      name: 'my "sales"',
      rowCount,
      columns: [
        { name: "order_id", type: "integer", distinct: rowCount },
        { name: "region", type: "string", distinct: 5 },
        { name: "amount", type: "number", distinct: 900 },
      ],
    });
    const small = startWithTable(sales(200));
    expect(small.title).toBe("Amount by region");
    expect(small.query?.sql).toBe('SELECT * FROM "my ""sales"""');
    expect(small.spec).toMatchObject({
      mark: "bar",
      encoding: { x: { field: "region" }, y: { field: "amount", aggregate: "sum" } },
    });
    const large = startWithTable(sales(200_000));
    expect(large.query?.sql).toBe(
      'SELECT "region", SUM("amount") AS "amount"\nFROM "my ""sales"""\nGROUP BY "region"\nORDER BY "region"',
    );
    expect(large.spec).toMatchObject({ encoding: { y: { field: "amount" } } });
  });

  it.each(Object.keys(chartKinds) as ChartKind[])("can become a %s, which is drawn", (kind) => {
    const columns = [
      { name: "region", type: "string" as const },
      { name: "amount", type: "number" as const },
    ];
    const spec = startSpec(kind, columns, "Sales");
    expect(drawSvg({ kind, spec, data: { columns, rows: [["North", 3]] }, theme: "light" })).toContain("<svg");
  });
});
