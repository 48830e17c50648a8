import { describe, expect, it } from "vitest";
import { render } from "../../../tests/unit/render";
import type { DrawRequest } from "../draw-request";
import { drawSvg } from "../draw-svg";
import { HighlightFrames } from "./highlights";
import type { Walkable } from "./mark-walk";

const months = Array.from({ length: 12 }, (_, month) => `2024-${String(month + 1).padStart(2, "0")}-01`);
const highlights = [{ key: { island: "Skye", month: "2024-03-01" }, tone: "changed" as const }];

function marksWith(keyOf: (month: string) => Record<string, string>): Walkable {
  const box = { left: 0, top: 0, right: 4, bottom: 4 };
  return {
    width: 100,
    height: 100,
    marks: months.map((month) => ({ ...box, label: month, key: keyOf(month) })),
  } as Walkable;
}

describe("frames around changed marks", () => {
  it("frame the one point whose value changed", async () => {
    const walkable = marksWith((month) => ({ island: "Skye", month }));
    const place = await render(<HighlightFrames highlights={highlights} walkable={walkable} />);
    expect(place.querySelectorAll("[data-highlight]")).toHaveLength(1);
  });

  it("frame nothing when the row fits every point of a series", async () => {
    const walkable = marksWith(() => ({ island: "Skye" }));
    const place = await render(<HighlightFrames highlights={highlights} walkable={walkable} />);
    expect(place.querySelectorAll("[data-highlight]")).toHaveLength(0);
  });
});

describe("points by month of a date", () => {
  it("are each known by their month", () => {
    const request: DrawRequest = {
      kind: "plot",
      theme: "light",
      hasMarks: true,
      spec: {
        mark: { type: "line", point: true },
        encoding: {
          x: { field: "month", type: "temporal", timeUnit: "yearmonth" },
          y: { field: "rain", type: "quantitative", aggregate: "mean" },
          color: { field: "island", type: "nominal" },
        },
      },
      data: {
        columns: [
          { name: "month", type: "date" },
          { name: "island", type: "string" },
          { name: "rain", type: "number" },
        ],
        rows: months.flatMap((month, at) => ["Skye", "Mull"].map((island) => [month, island, 90 + at])),
      },
    };
    const keys = [...drawSvg(request).matchAll(/data-key="([^"]*)"/g)].map(([, key]) =>
      JSON.parse((key ?? "").replaceAll("&quot;", '"')),
    );
    expect(keys).toContainEqual({ month: "2024-03-01", island: "Skye" });
    expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(24);
  });
});
