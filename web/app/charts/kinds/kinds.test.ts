import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChartKind } from "../../stream/blocks";
import chartKinds from "../../stream/chart-kinds.json";
import type { ChartData, DrawRequest, JsonObject } from "../draw-request";
import { drawSvg } from "../draw-svg";
import { readTexts } from "../svg-texts";
import { asTable } from "./as-table";
import { readOutline } from "./outline";
import { kinds } from "./registry";

function draw(
  kind: ChartKind,
  spec: JsonObject,
  data: ChartData | null = null,
  more: Partial<DrawRequest> = {},
): string {
  return drawSvg({ kind, spec, data, theme: "light", ...more });
}

function textsOf(svg: string): string[] {
  return readTexts(svg).texts.map((text) => text.content);
}

function labelsOf(svg: string): string[] {
  return [...svg.matchAll(/role="graphics-symbol" aria-label="([^"]*)"/g)].map((match) => match[1] ?? "");
}

describe("the registry of kinds", () => {
  it("has a drawing, a purpose and a specification for each", () => {
    expect(Object.keys(kinds).sort()).toEqual(Object.keys(chartKinds).sort());
    for (const { title, use, spec, data } of Object.values(chartKinds)) {
      expect([title, use, spec].every((text) => text.length > 0)).toBe(true);
      expect(["rows", "none"]).toContain(data);
    }
  });

  it("has a row in the documentation for each kind", () => {
    const page = readFileSync(join(import.meta.dirname, "../../../../docs/charts.md"), "utf8");
    for (const [name, { title, use }] of Object.entries(chartKinds)) {
      expect(page, `add a row for ${name} to the kinds of charts in docs/charts.md`).toContain(
        `| \`${name}\` | ${title}: ${use} |`,
      );
    }
  });
});

describe("a mind map", () => {
  it("shows its root in a thumbnail, however many branches it has", () => {
    const branches = Array.from({ length: 30 }, (_, at) => `- Section ${at + 1}\n  - Detail`);
    const thumbnail = {
      kind: "mindmap",
      spec: { outline: `# Manual\n${branches.join("\n")}` },
      data: null,
      theme: "light",
    } as const;
    const { texts, size } = readTexts(drawSvg({ ...thumbnail, width: 352, isThumbnail: true }));
    expect(texts.map(({ content }) => content)).toContain("Manual");
    expect(size.height).toBeLessThan(204);
  });

  it("takes its first heading as its centre, and its marks from what stands above them", () => {
    const svg = draw("mindmap", { outline: "# Sea\n## Coast\n- **Harbours**\n\t- Ostia\n- Shoals" }, null, {
      hasMarks: true,
    });
    expect(labelsOf(svg)).toEqual([
      "Sea",
      "Coast, under Sea",
      "Harbours, under Coast",
      "Ostia, under Harbours",
      "Shoals, under Coast",
    ]);
  });

  it("takes the chart's title where several items stand at the top", () => {
    expect(readOutline({ outline: "- a\n- b" }, "Both")?.label).toBe("Both");
  });

  it("shows its title once where its centre is the title", () => {
    const spec = { outline: "# Sea\n## Coast\n## Shoals" };
    const countOf = (title: string) => textsOf(draw("mindmap", spec, null, { title })).filter((text) => text === title);
    expect(countOf("Sea")).toHaveLength(1);
    expect(countOf("The sea in parts")).toHaveLength(1);
  });

  it("reads any text without end or fault", () => {
    const line = fc.stringMatching(/^[ \t]{0,6}([-*+]|#{1,7}|\d\.)? ?[\w*`[\]()]{0,8}$/);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const root = readOutline({ outline: lines.join("\n") }, "title");
        const count = (item: { items: { items: never[] }[] }): number =>
          1 + item.items.reduce((sum, inner) => sum + count(inner), 0);
        expect(root ? count(root as never) : 0).toBeLessThanOrEqual(lines.length + 1);
      }),
    );
  });
});

describe("a flow", () => {
  const spec = {
    nodes: [
      { id: "a", label: "Ask" },
      { id: "b", label: "Draw" },
    ],
    edges: [
      { source: "a", target: "b", label: "yes" },
      { source: "b", target: "b" },
    ],
  };

  it("says where each step leads", () => {
    expect(labelsOf(draw("flow", spec, null, { hasMarks: true }))).toEqual([
      "Ask, leads to Draw (yes)",
      "Draw, leads to Draw",
    ]);
    expect(asTable("flow", spec, "")?.rows).toEqual([
      ["Ask", "yes", "Draw"],
      ["Draw", null, "Draw"],
    ]);
  });

  it("refuses an edge to nowhere with a sentence", () => {
    expect(() => draw("flow", { ...spec, edges: [{ source: "a", target: "z" }] })).toThrow(/names “z”/);
  });
});

describe("a timeline", () => {
  it("writes dates as precisely as they were given, the earliest first", () => {
    const events = [
      { date: "2024-05-01T09:30", label: "d" },
      { date: "2024-03", endDate: "2024-06", label: "c" },
      { date: "-0300", label: "a" },
      { date: "1569", label: "b", description: "Mercator" },
    ];
    expect(asTable("timeline", { events }, "")?.rows).toEqual([
      ["300 BC", "a", null],
      ["1569", "b", "Mercator"],
      ["Mar – Jun 2024", "c", null],
      ["1 May 2024, 09:30", "d", null],
    ]);
  });

  it("refuses what is no date with a sentence", () => {
    expect(() => draw("timeline", { events: [{ date: "soon", label: "x" }] })).toThrow(/“x” has no date/);
  });
});

describe("a metric", () => {
  const data = (values: (number | null)[]): ChartData => ({
    columns: [
      { name: "month", type: "date" },
      { name: "sales", type: "number" },
    ],
    rows: values.map((value, index) => [`2024-0${index + 1}-01`, value]),
  });
  const spec = { value: "sales", time: "month", unit: "€", better: "higher" };

  it.each<[(number | null)[], string[]]>([
    [
      [80, 100],
      ["€100", "+25%", "better since Jan 2024"],
    ],
    [
      [100, 80],
      ["€80", "−20%", "worse since Jan 2024"],
    ],
    [
      [100, null, 100],
      ["€100", "unchanged", "since Jan 2024"],
    ],
    [
      [-10, 20],
      ["€20", "+€30", "better since Jan 2024"],
    ],
  ])("of %j says %j", (values, words) => {
    expect(textsOf(draw("metric", spec, data(values)))).toEqual(expect.arrayContaining(words));
  });

  it("says so where there is no value", () => {
    expect(textsOf(draw("metric", spec, data([null])))).toContain("No value");
  });
});
