import { describe, expect, it } from "vitest";
import type { Cell, DataColumn, DrawRequest, JsonObject } from "./draw-request";
import { drawSvg } from "./draw-svg";
import { answers, orderedColors, other } from "./palette";
import { readTexts } from "./svg-texts";

function request(spec: JsonObject, columns: DataColumn[], rows: Cell[][]): DrawRequest {
  return { kind: "plot", spec, data: { columns, rows }, theme: "light" };
}

function textsOf(drawn: DrawRequest): string[] {
  return readTexts(drawSvg(drawn)).texts.map((text) => text.content);
}

const shops: [DataColumn[], Cell[][]] = [
  [
    { name: "shop", type: "string" },
    { name: "sales", type: "integer" },
  ],
  [
    ["North", 300],
    ["South", 12_500],
    [null, 40],
  ],
];

const bar: JsonObject = { mark: "bar", encoding: { x: { field: "shop" }, y: { field: "sales" } } };

describe("a bar chart", () => {
  it("is sorted, names what is missing and writes its values for people", () => {
    const texts = textsOf(request(bar, ...shops));
    expect(texts.filter((text) => ["North", "South", "(missing)"].includes(text))).toEqual([
      "South",
      "North",
      "(missing)",
    ]);
    expect(texts).toContain("12.5k");
    expect(texts).toContain("300");
  });

  it("keeps the values of negative bars off the names beside them", () => {
    const spec: JsonObject = { mark: "bar", encoding: { y: { field: "state" }, x: { field: "profit" } } };
    const columns: DataColumn[] = [
      { name: "state", type: "string" },
      { name: "profit", type: "integer" },
    ];
    const rows: Cell[][] = [
      ["California", 76_381],
      ["New York", 74_039],
      ["Massachusetts", -170_994],
    ];
    const { texts } = readTexts(drawSvg({ ...request(spec, columns, rows), title: "California made 76,381" }));
    const boxOf = (content: string) => texts.find((text) => text.content === content);
    expect(boxOf("−170,994")?.left).toBeGreaterThan(boxOf("Massachusetts")?.right ?? Number.POSITIVE_INFINITY);
  });

  it("colors answers from denial to assent and writes shares as percentages", () => {
    const scale = ["Disagree", "Neutral", "Agree"];
    const rows = ["Sales", "Finance"].flatMap((team) =>
      scale.map((answer, at): Cell[] => [team, answer, [0.125, 0.5, 0.375][at] ?? 0]),
    );
    const svg = drawSvg(
      request(
        {
          mark: "bar",
          encoding: {
            y: { field: "team" },
            x: { field: "Share of answers" },
            color: { field: "answer", type: "ordinal", sort: scale },
          },
        },
        [
          { name: "team", type: "string" },
          { name: "answer", type: "string" },
          { name: "Share of answers", type: "number" },
        ],
        rows,
      ),
    );
    const [denied, , neutral, , affirmed] = answers.light;
    for (const color of [denied, neutral, affirmed]) expect(svg).toContain(color);
    expect(readTexts(svg).texts.map(({ content }) => content)).toEqual(expect.arrayContaining(["13%", "50%", "38%"]));
  });

  it("colors stacked years from the first to the last, each its own", () => {
    const rows = Array.from({ length: 9 }, (_, year): Cell[][] => [
      ["North", 2015 + year, 10 + year],
      ["South", 2015 + year, 20 - year],
    ]).flat();
    const spec: JsonObject = {
      mark: "bar",
      encoding: { x: { field: "shop" }, y: { field: "sales" }, color: { field: "year", type: "ordinal" } },
    };
    const columns: DataColumn[] = [
      { name: "shop", type: "string" },
      { name: "year", type: "integer" },
      { name: "sales", type: "integer" },
    ];
    const svg = drawSvg(request(spec, columns, rows));
    for (const color of orderedColors(9, "light")) expect(svg).toContain(color);
    const years = readTexts(svg).texts.flatMap(({ content }) => (/^20\d\d$/.test(content) ? [content] : []));
    expect(years).toEqual(Array.from({ length: 9 }, (_, year) => String(2015 + year)));
  });

  it("shows a lone number at the left without a page of air below", () => {
    const spec: JsonObject = { mark: { type: "text", fontSize: 48 }, encoding: { text: { field: "sales" } } };
    const { texts, size } = readTexts(drawSvg(request(spec, [{ name: "sales", type: "number" }], [[1234.567]])));
    expect(texts.map(({ content }) => content)).toEqual(["1,234.57"]);
    expect(texts[0]?.left).toBeLessThan(20);
    expect(size.height).toBeLessThan(160);
  });

  it("writes percentages with the digits that people read", () => {
    const shares = [["North", 0.3890625] as Cell[], ["South", 0.168750001] as Cell[]];
    const spec: JsonObject = {
      mark: "bar",
      encoding: { x: { field: "shop" }, y: { field: "sales", type: "quantitative", axis: { format: "~%" } } },
    };
    const columns: DataColumn[] = [
      { name: "shop", type: "string" },
      { name: "sales", type: "number" },
    ];
    const texts = textsOf(request(spec, columns, shares));
    expect(texts).toContain("38.9%");
    expect(texts).toContain("16.9%");
  });

  it("labels its bars with the number that its title says, as the title writes it", () => {
    const rows: Cell[][] = [
      ["North", 94_507],
      ["South", 61_230],
    ];
    const titled = { ...request(bar, shops[0], rows), title: "North sold most: 94,507" };
    expect(textsOf(titled)).toEqual(expect.arrayContaining(["94,507", "61,230"]));
    const months = Array.from({ length: 12 }, (_, month): Cell[] => [
      String(month + 1),
      94_507_123 - month * 4_000_000,
    ]);
    const crowded = { ...request(bar, shops[0], months), title: "Month 1 sold most: 94,507,123", width: 680 };
    expect(textsOf(crowded)).toContain("94.5M");
  });

  it("lies down where names are long", () => {
    const rows = [
      "Customer support and onboarding",
      "Research and development",
      "Finance and controlling",
      "Legal",
    ].map((name, index): Cell[] => [name, index + 1]);
    const { texts } = readTexts(drawSvg({ ...request(bar, shops[0], rows), width: 480 }));
    const legal = texts.find((text) => text.content === "Legal");
    const research = texts.find((text) => text.content === "Research and development");
    expect(legal?.right).toBeCloseTo(research?.right ?? 0, 0);
  });

  it("says which bars it leaves out", () => {
    const rows = Array.from({ length: 70 }, (_, index): Cell[] => [`Shop number ${index}`, 1000 - index]);
    expect(textsOf(request(bar, shops[0], rows))).toContain("The largest 25 of 70 are shown.");
  });
});

describe("an axis of time", () => {
  const columns: DataColumn[] = [
    { name: "date", type: "date" },
    { name: "value", type: "number" },
  ];
  const line: JsonObject = { mark: "line", encoding: { x: { field: "date" }, y: { field: "value" } } };

  it("shows years as years", () => {
    const rows = [2019, 2020, 2021].map((year): Cell[] => [`${year}-01-01`, year % 7]);
    expect(textsOf(request(line, columns, rows))).toEqual(expect.arrayContaining(["2019", "2020", "2021"]));
  });

  it("is the same in every zone", () => {
    const rows = Array.from({ length: 24 }, (_, index): Cell[] => [
      `${2022 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}-01`,
      index,
    ]);
    const drawn = ["UTC", "Pacific/Kiritimati", "America/Los_Angeles"].map((zone) => {
      const before = process.env.TZ;
      process.env.TZ = zone;
      const svg = drawSvg(request(line, columns, rows));
      process.env.TZ = before;
      return svg;
    });
    expect(new Set(drawn).size).toBe(1);
    expect(drawn[0]).toContain(">2023<");
  });
});

describe("small multiples of bars", () => {
  const stores = ["Harbour Street", "Old Town", "Riverside", "Station Square", "University Quarter"];
  const goods = ["Bread", "Cakes", "Coffee", "Sandwiches"];
  const columns: DataColumn[] = [
    { name: "store", type: "string" },
    { name: "item", type: "string" },
    { name: "revenue", type: "integer" },
  ];
  const rows: Cell[][] = stores.flatMap((store, place) =>
    goods.map((item, index): Cell[] => [store, item, (place + 2) * (5 - index)]),
  );
  const spec: JsonObject = {
    mark: "bar",
    encoding: { x: { field: "item" }, y: { field: "revenue" }, facet: { field: "store" } },
  };

  it.each([336, 480, 680, 1_000])("name every panel and every bar at %i pixels", (width) => {
    const texts = textsOf({ ...request(spec, columns, rows), width });
    for (const name of [...stores, ...goods]) expect(texts).toContain(name);
    expect(texts.filter((text) => text === "Revenue")).toHaveLength(1);
  });
});

describe("panels of one bar each", () => {
  it("are low and named once", () => {
    const spec: JsonObject = {
      mark: "bar",
      encoding: {
        facet: { field: "measure", type: "nominal", title: null },
        x: { field: "average", type: "quantitative", title: "Average" },
      },
      resolve: { scale: { x: "independent" } },
    };
    const columns: DataColumn[] = [
      { name: "measure", type: "string" },
      { name: "average", type: "number" },
    ];
    const rows: Cell[][] = [
      ["Average health", 71],
      ["Average income", 17_662],
    ];
    const { texts, size } = readTexts(drawSvg({ ...request(spec, columns, rows), width: 700 }));
    expect(size.height).toBeLessThan(140);
    expect(texts.map(({ content }) => content)).not.toContain("Average");
  });
});

describe("a thumbnail", () => {
  it("names every bar, in one line where two have no room", () => {
    const names = ["All natural disasters", "Drought", "Extreme temperature", "Flood", "Earthquake"];
    const columns: DataColumn[] = [
      { name: "entity", type: "string" },
      { name: "deaths", type: "integer" },
    ];
    const rows = names.map((name, at): Cell[] => [name, 500 - at * 100]);
    const lying: JsonObject = { mark: "bar", encoding: { y: { field: "entity", sort: null }, x: { field: "deaths" } } };
    const texts = textsOf({ ...request(lying, columns, rows), width: 210, height: 120, isThumbnail: true });
    for (const name of names) {
      expect(texts.filter((text) => name.startsWith(text.replace("…", "")))).toHaveLength(1);
    }
  });

  it("leaves out titles and background, and keeps the highlight that the title asks for", () => {
    const spec: JsonObject = { ...bar, title: { text: "South leads", subtitle: "Sales by shop" } };
    const drawn: DrawRequest = {
      ...request(spec, ...shops),
      title: "South leads",
      width: 352,
      height: 204,
      isThumbnail: true,
    };
    const texts = textsOf(drawn);
    expect(texts).toContain("South");
    expect(texts).not.toContain("South leads");
    expect(texts).not.toContain("Sales by shop");
    expect(drawSvg(drawn)).not.toContain('fill="#ffffff"');
    const fills = [...drawSvg(drawn).matchAll(/<path[^>]* fill="(#\w+)"/g)].map(([, fill]) => fill);
    expect(new Set(fills).size).toBe(2);
  });

  it.each([4, 8, 10])("names each of %i bars", (count) => {
    const rows = Array.from({ length: count }, (_, index): Cell[] => [`Shop ${index + 1}`, 100 + index * 7]);
    const lying: JsonObject = {
      mark: "bar",
      encoding: { y: { field: "shop", type: "nominal" }, x: { field: "sales", type: "quantitative" } },
    };
    const drawn: DrawRequest = { ...request(lying, shops[0], rows), width: 352, height: 204, isThumbnail: true };
    const texts = textsOf(drawn);
    for (const [name] of rows) expect(texts).toContain(name);
  });

  it("has no values beside bars that are lower than a line of text", () => {
    const rows = Array.from({ length: 20 }, (_, index): Cell[] => [`Shop ${index + 1}`, 100 + index * 7]);
    // In an order of their own, none of them can be left out.
    const sort = rows.map(([name]) => name ?? null);
    const listed: JsonObject = { mark: "bar", encoding: { x: { field: "shop", sort }, y: { field: "sales" } } };
    const drawn: DrawRequest = { ...request(listed, shops[0], rows), width: 352, isThumbnail: true };
    expect(textsOf(drawn)).toContain("233");
    expect(textsOf({ ...drawn, height: 204 })).not.toContain("233");
  });
});

describe("a text that begins in a right-to-left script", () => {
  it("keeps numbers, brackets and Latin words in the order of its script", () => {
    const title = "הכנסה (EUR) לפי חנות, 2024";
    const svg = drawSvg({
      ...request(bar, shops[0], [
        ["R&D פיתוח", 1],
        ["פיתוח R&D", 2],
        ["מכירות", 3],
      ]),
      title,
    });
    expect(svg).toContain(`>\u2067${title}\u2069<`);
    expect(svg).toContain(">\u2067פיתוח R&amp;D\u2069<");
    expect(svg).toContain(">R&amp;D פיתוח<");
    expect(svg).toContain(">מכירות<");
  });

  it("keep their direction where isolated names begin or break over lines", () => {
    const [name, leader] = ["\u2067إجمالي المبيعات الشهرية\u2069", "\u2067الغرب\u2069"];
    const sentence = `${leader} has the highest ${name}: 6,738 EUR`;
    const titled = request(bar, shops[0], [
      ["الغرب", 6738],
      ["الشرق", 3],
      ["الشمال", 2],
      ["الجنوب", 1],
    ]);
    expect(drawSvg({ ...titled, title: sentence })).toContain(`>${sentence}<`);
    // The bar that the title names is highlighted.
    expect(drawSvg({ ...titled, title: sentence })).toContain(other.light);
    const broken = drawSvg({ ...titled, title: sentence, width: 250 });
    const lines = [...broken.matchAll(/font-weight="600"[^>]*>([^<]*)</g)].map(([, line = ""]) => line);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line.split("\u2067").length, line).toBe(line.split("\u2069").length);
    expect(lines.at(-1)).toMatch(/^\u2067.*\u2069: 6,738 EUR$/);
  });
});

describe("a drawing", () => {
  it("says in itself why there is nothing to see", () => {
    expect(textsOf(request(bar, shops[0], []))).toContain("Nothing to draw");
  });

  it("refuses what cannot be drawn with a sentence", () => {
    expect(() => drawSvg(request({ mark: "image" }, ...shops))).toThrow(/another mark/);
    expect(() => drawSvg({ ...request(bar, ...shops), kind: "mindmap" })).toThrow(/needs its `outline`/);
    const kind = "constructor" as DrawRequest["kind"];
    expect(() => drawSvg({ ...request(bar, ...shops), kind })).toThrow(/use one of plot, table/);
  });

  it("ignores data that the specification brings itself", () => {
    const spec: JsonObject = { ...bar, data: { values: [{ shop: "Invented", sales: 1 }] } };
    expect(textsOf(request(spec, ...shops))).not.toContain("Invented");
  });

  it.each(["modify", "setdata"])("keeps its rows whatever %s in an expression would make of them", (change) => {
    const transform = [{ calculate: `${change}('rows', [{ shop: 'Invented', sales: 1 }])`, as: "changed" }];
    expect(textsOf(request({ ...bar, transform }, ...shops))).toEqual(textsOf(request(bar, ...shops)));
  });
});
