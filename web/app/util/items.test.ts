import { describe, expect, it } from "vitest";
import { type ItemKind, itemPath, thumbnailOf } from "./items";

describe("items", () => {
  it("have pages", () => {
    const kinds: ItemKind[] = ["chart", "board", "portolan", "chat"];
    expect(kinds.map((kind) => itemPath(kind, "a b"))).toEqual([
      "/charts/a%20b",
      "/boards/a%20b",
      "/portolans/a%20b",
      "/chats/a%20b",
    ]);
  });

  it("have pictures from this site only", () => {
    expect(thumbnailOf({ kind: "chart", id: "1", thumbnailUrl: "https://evil.example/x" }, "dark")).toBe(
      "/api/charts/1.png?theme=dark&width=352&height=204&scale=2&thumbnail=true",
    );
    expect(thumbnailOf({ kind: "board", id: "1" }, "light")).toBe("/api/boards/1.svg?theme=light");
    expect(thumbnailOf({ kind: "portolan", id: "1", thumbnailUrl: "/pictures/1.png" }, "dark")).toBe("/pictures/1.png");
    for (const thumbnailUrl of ["https://evil.example/x", "//evil.example/x", null, undefined]) {
      expect(thumbnailOf({ kind: "portolan", id: "1", thumbnailUrl }, "dark")).toBeNull();
    }
  });
});
