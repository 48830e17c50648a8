import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LatestChat, withLatestChat } from "../../api/admin";
import { filterRows, nextOrder, sortRows } from "./table-rows";

describe("admin table rows", () => {
  it("sort ascending, then descending, then in the original order", () => {
    const up = nextOrder(null, "credits");
    const down = nextOrder(up, "credits");
    expect([up?.direction, down?.direction, nextOrder(down, "credits")]).toEqual(["ascending", "descending", null]);
    expect(nextOrder(down, "name")).toEqual({ columnId: "name", direction: "ascending" });
  });

  it("sort numbers numerically, names alphabetically, and missing values last", () => {
    const sorted = (values: (string | number | null)[], direction: "ascending" | "descending") =>
      sortRows(values, (value) => value, direction);
    expect(sorted([10, 9, null, 2], "ascending")).toEqual([2, 9, 10, null]);
    expect(sorted([10, 9, null, 2], "descending")).toEqual([10, 9, 2, null]);
    expect(sorted(["b10", "B9", "a"], "ascending")).toEqual(["a", "B9", "b10"]);
  });

  it("keep the order of equal rows", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3)), (keys) => {
        const rows = keys.map((key, place) => ({ key, place }));
        const sorted = sortRows(rows, ({ key }) => key, "ascending");
        expect(sorted).toEqual(rows.toSorted((a, b) => a.key - b.key || a.place - b.place));
      }),
    );
  });

  it("match all words of a query", () => {
    const rows = ["Ada Lovelace ada@example.org", "Grace Hopper grace@example.org"];
    expect(filterRows(rows, (row) => row, " ADA  example ")).toEqual([rows[0]]);
    expect(filterRows(rows, (row) => row, "")).toBe(rows);
  });

  it("list each chat once, newest first, in any order of events", () => {
    const chat = (chatId: string, updatedAt: number): LatestChat => ({
      chatId,
      user: { id: "u", email: "" },
      model: "",
      running: false,
      turns: 1,
      credits: 1,
      createdAt: "2026-01-04T10:00:00Z",
      updatedAt: new Date(updatedAt).toISOString(),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.nat(9))), (events) => {
        const list = events.reduce<LatestChat[]>((chats, [id, at]) => withLatestChat(chats, chat(id, at)), []);
        expect(new Set(list.map(({ chatId }) => chatId)).size).toBe(list.length);
        expect(list.map(({ updatedAt }) => updatedAt)).toEqual(
          list
            .map(({ updatedAt }) => updatedAt)
            .toSorted()
            .reverse(),
        );
      }),
    );
  });
});
