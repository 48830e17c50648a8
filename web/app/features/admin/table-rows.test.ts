import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LatestChat, withLatestChat } from "../../api/admin";
import { filterRows, nextOrder, sortRows } from "./table-rows";

describe("a table of administrators", () => {
  it("goes up, down and back to the order it came in", () => {
    const up = nextOrder(null, "credits");
    const down = nextOrder(up, "credits");
    expect([up?.direction, down?.direction, nextOrder(down, "credits")]).toEqual(["ascending", "descending", null]);
    expect(nextOrder(down, "name")).toEqual({ columnId: "name", direction: "ascending" });
  });

  it("sorts numbers as numbers, names as people do, and what is missing last", () => {
    const sorted = (values: (string | number | null)[], direction: "ascending" | "descending") =>
      sortRows(values, (value) => value, direction);
    expect(sorted([10, 9, null, 2], "ascending")).toEqual([2, 9, 10, null]);
    expect(sorted([10, 9, null, 2], "descending")).toEqual([10, 9, 2, null]);
    expect(sorted(["b10", "B9", "a"], "ascending")).toEqual(["a", "B9", "b10"]);
  });

  it("keeps equal rows as they came", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3)), (keys) => {
        const rows = keys.map((key, place) => ({ key, place }));
        const sorted = sortRows(rows, ({ key }) => key, "ascending");
        expect(sorted).toEqual(rows.toSorted((a, b) => a.key - b.key || a.place - b.place));
      }),
    );
  });

  it("finds rows by all words of a query", () => {
    const rows = ["Ada Lovelace ada@example.org", "Grace Hopper grace@example.org"];
    expect(filterRows(rows, (row) => row, " ADA  example ")).toEqual([rows[0]]);
    expect(filterRows(rows, (row) => row, "")).toBe(rows);
  });

  it("has each chat once, newest first, whatever order events come in", () => {
    const chat = (chatId: string, updatedAt: number): LatestChat => ({
      chatId,
      title: "",
      user: { id: "u", email: "" },
      model: "",
      running: false,
      lastMessage: "",
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
