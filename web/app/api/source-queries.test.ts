import { afterEach, describe, expect, it, vi } from "vitest";
import { queryClient } from "./query-client";
import { sourceSampleQuery } from "./source-queries";

afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

const source = (rowCount: number) => ({
  id: "s1",
  table: 'the "table"',
  rowCount,
  columns: [{ name: "price", type: "number" as const, nulls: 0, distinct: 9, isAdditive: false }],
});

/** Answers queries as the server does, and the first rows of the table. */
function answer(rowsOfQuery: unknown[][] | null) {
  const queries: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
    if (!String(url).endsWith("/api/charts/preview")) return Response.json({ rows: [[1], [2]] });
    queries.push((JSON.parse(String(init?.body)) as { query: { sql: string } }).query.sql);
    return Response.json({ data: rowsOfQuery && { rows: rowsOfQuery }, errors: [] });
  });
  return queries;
}

describe("a sample of a table", () => {
  it("is the whole of a short table", async () => {
    const queries = answer(null);
    expect(await queryClient.fetchQuery(sourceSampleQuery(source(2)))).toEqual({ rows: [[1], [2]], step: 1 });
    expect(queries).toEqual([]);
  });

  it("covers a long table from end to end, without the number of each row", async () => {
    const queries = answer([[7, 27]]);
    expect(await queryClient.fetchQuery(sourceSampleQuery(source(53_940)))).toEqual({ rows: [[7]], step: 27 });
    expect(queries).toEqual([
      'SELECT * FROM (SELECT *, row_number() OVER () AS "portolan_row_number" FROM "the ""table""") WHERE "portolan_row_number" % 27 = 0',
    ]);
  });

  it("is the first rows where the server refuses the query", async () => {
    answer(null);
    expect(await queryClient.fetchQuery(sourceSampleQuery(source(53_940)))).toEqual({ rows: [[1], [2]], step: null });
  });
});
