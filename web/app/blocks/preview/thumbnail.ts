import type { SourceColumn } from "../../api/sources";
import type { JsonObject } from "../../charts/draw-request";
import type { ShownChart } from "../../charts/view/shown-chart";
import type { CellValue } from "./distribution";
import type { Summary, TableQuestion } from "./questions";

const MOST_BARS = 5;
const MOST_POINTS = 400;
const MOST_BINS = 12;
/** Labels below a small distribution. */
const MOST_EDGES = 5;
/** More labels beside a small plot leave each other out. */
const FEW_TICKS = { tickCount: 3 };
const DAY_MS = 86_400_000;

type ThumbnailCell = string | number;

/** A small table with the specification that draws it. */
interface ThumbnailTable {
  columns: { name: string; type: string }[];
  rows: ThumbnailCell[][];
  spec: JsonObject;
}

/**
 * Returns the chart that a question is about, drawn from these rows of the table; null if it has nothing to show. Totals
 * and numbers of rows are estimates where each row stands for several.
 */
export function thumbnailOf(
  question: TableQuestion,
  columns: readonly SourceColumn[],
  rows: readonly (readonly CellValue[])[],
  weight = 1,
): ShownChart | null {
  const column = (name: string) => columns.find((each) => each.name === name);
  const cellsOf = (name: string) => {
    const place = columns.findIndex((each) => each.name === name);
    return rows.map((row) => row[place] ?? null);
  };
  if (hasTooFewGroups(question, column, cellsOf)) return null;
  const drawing = drawingOf(question, column, cellsOf, weight);
  if (drawing.rows.length < 2 || isFlat(question, drawing)) return null;
  return {
    chartId: "",
    version: 1,
    kind: "plot",
    title: question.label,
    description: "",
    spec: { $schema: "https://vega.github.io/schema/vega-lite/v6.json", data: { name: "rows" }, ...drawing.spec },
    data: { columns: drawing.columns, rows: drawing.rows, truncated: false },
    query: null,
    encodingNotes: [],
  };
}

/** Returns whether the rows, as the first of a sorted table, have less than half of the groups that the chart is about. */
function hasTooFewGroups(
  question: TableQuestion,
  column: (name: string) => SourceColumn | undefined,
  cellsOf: (name: string) => CellValue[],
): boolean {
  const { form } = question;
  if (form !== "group" && form !== "groups" && form !== "count" && form !== "counts") return false;
  const found = new Set(cellsOf(question.group).filter((cell) => cell !== null)).size;
  return found < (column(question.group)?.distinct ?? 0) / 2;
}

/** Returns whether the rows are divided evenly, so that bars or a line of their number tell no difference. */
function isFlat({ form }: TableQuestion, { rows, columns }: ThumbnailTable): boolean {
  if (!["count", "counts", "countOverTime", "mostRows"].includes(form)) return false;
  const place = columns.findIndex(({ type }) => type === "number");
  return new Set(rows.map((row) => row[place])).size === 1;
}

function drawingOf(
  question: TableQuestion,
  column: (name: string) => SourceColumn | undefined,
  cellsOf: (name: string) => CellValue[],
  weight: number,
): ThumbnailTable {
  const countsOf = (cells: readonly CellValue[]) => weigh(countRows(cells), weight);
  const summarizeBy = (keys: readonly CellValue[], values: readonly CellValue[], summary: Summary) =>
    weigh(summarize(keys, values, summary), summary === "sum" ? weight : 1);
  switch (question.form) {
    case "time":
    case "countOverTime":
    case "series": {
      const isYear = column(question.time)?.type === "integer";
      const times = cellsOf(question.time);
      const period = isYear ? String : periodOf(times);
      const keys = times.map((time) => (time === null ? null : period(time)));
      const isSeries = question.form === "series";
      const lines = isSeries ? linesBy(cellsOf(question.group), keys) : new Map([["", keys]]);
      const summaries = (keys: readonly CellValue[]) =>
        question.form === "countOverTime"
          ? countsOf(keys)
          : summarizeBy(keys, cellsOf(question.measure), question.summary);
      const rows = [...lines].flatMap(([name, keys]) => {
        const points = summaries(keys).sort(([one], [other]) => (one < other ? -1 : 1));
        return points.map(([time, value]): ThumbnailCell[] => [
          isYear ? Number(time) : time,
          value,
          ...(isSeries ? [name] : []),
        ]);
      });
      return {
        columns: [
          { name: "x", type: isYear ? "integer" : "date" },
          { name: "y", type: "number" },
          ...(isSeries ? [{ name: "series", type: "string" }] : []),
        ],
        rows,
        spec: {
          mark: "line",
          encoding: {
            x: isYear
              ? { field: "x", type: "quantitative", title: null, axis: { format: "d" }, scale: { zero: false } }
              : { field: "x", type: "temporal", title: null },
            y: { field: "y", type: "quantitative", title: null, axis: FEW_TICKS },
            ...(isSeries && { color: { field: "series", type: "nominal", legend: null } }),
          },
        },
      };
    }
    case "map":
      return {
        columns: [
          { name: "latitude", type: "number" },
          { name: "longitude", type: "number" },
        ],
        rows: pairsOf(cellsOf(question.latitude), cellsOf(question.longitude)),
        spec: {
          mark: "circle",
          projection: { type: "mercator" },
          encoding: {
            latitude: { field: "latitude", type: "quantitative" },
            longitude: { field: "longitude", type: "quantitative" },
          },
        },
      };
    case "top":
    case "bottom": {
      const values = summarizeBy(cellsOf(question.name), cellsOf(question.measure), question.summary);
      return bars(values, question.form === "top" ? "largest" : "smallest");
    }
    case "group":
      return bars(summarizeBy(cellsOf(question.group), cellsOf(question.measure), question.summary));
    case "count":
    case "mostRows":
      return bars(countsOf(cellsOf(question.group)));
    case "weekday":
      return bars(
        weekdaysOf(summarizeBy(cellsOf(question.time).map(weekdayOf), cellsOf(question.measure), "mean")),
        "given",
      );
    case "groups":
    case "counts": {
      const [groups, series] = [cellsOf(question.group), cellsOf(question.series)];
      const keys = groups.map((group, row) => (series[row] === null ? null : group));
      const parts = linesBy(
        series,
        keys.map((key) => (key === null ? null : String(key))),
      );
      const rows = [...parts].flatMap(([name, own]) =>
        (question.form === "counts"
          ? countsOf(own)
          : summarizeBy(own, cellsOf(question.measure), question.summary)
        ).map(([group, value]): ThumbnailCell[] => [group, value, name]),
      );
      return groupedBars(rows, question.form === "counts");
    }
    case "pair": {
      return {
        columns: [
          { name: "x", type: "number" },
          { name: "y", type: "number" },
        ],
        rows: pairsOf(cellsOf(question.x), cellsOf(question.y)),
        spec: {
          mark: "point",
          encoding: {
            x: { field: "x", type: "quantitative", title: null },
            y: { field: "y", type: "quantitative", title: null, axis: FEW_TICKS },
          },
        },
      };
    }
    case "distribution": {
      const { step, bins } = binsOf(cellsOf(question.measure));
      // Labels that leave each other out get no room at the sides: those below are few from the start.
      const stride = Math.ceil(bins.length / MOST_EDGES);
      const edges = bins.map(({ from }) => from).filter((_, place) => place % stride === 0);
      return {
        columns: [
          { name: "from", type: "number" },
          { name: "to", type: "number" },
          { name: "y", type: "integer" },
        ],
        rows: bins.map(({ from, count }) => [from, from + step, count * weight]),
        spec: {
          mark: "bar",
          encoding: {
            x: {
              field: "from",
              type: "quantitative",
              bin: { binned: true, step },
              title: null,
              axis: { values: edges },
            },
            x2: { field: "to" },
            y: { field: "y", type: "quantitative", title: null, axis: FEW_TICKS },
          },
        },
      };
    }
  }
}

/** Counts numbers in about ten intervals whose ends are round. */
function binsOf(cells: readonly CellValue[]): { step: number; bins: { from: number; count: number }[] } {
  const numbers = cells.filter((cell) => typeof cell === "number");
  const [low, high] = rangeOf(numbers);
  const step = roundStep((high - low) / MOST_BINS);
  const first = Math.floor(low / step);
  const counts = new Array<number>(Math.floor(high / step) - first + 1).fill(0);
  for (const number of numbers) {
    const place = Math.floor(number / step) - first;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  // Decimals behind the step's own are errors of multiplication.
  const from = (place: number) => Number(((first + place) * step).toPrecision(12));
  return { step, bins: counts.map((count, place) => ({ from: from(place), count })) };
}

/** Returns the least 1, 2 or 5 times a power of ten that is no smaller than a number; 1 for zero. */
function roundStep(least: number): number {
  if (least <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10);
}

/** Pairs of numbers, evenly thinned out where they are many. */
function pairsOf(xs: readonly CellValue[], ys: readonly CellValue[]): ThumbnailCell[][] {
  const pairs = xs.flatMap((x, index) => {
    const y = ys[index];
    return typeof x === "number" && typeof y === "number" ? [[x, y]] : [];
  });
  const step = Math.ceil(pairs.length / MOST_POINTS);
  return pairs.filter((_, index) => index % step === 0);
}

/** The keys of each group in their places, with null in those of other groups. */
function linesBy(groups: readonly CellValue[], keys: readonly (string | null)[]): Map<string, (string | null)[]> {
  const names = [...new Set(groups.filter((group) => group !== null).map(String))];
  return new Map(names.map((name) => [name, keys.map((key, index) => (String(groups[index]) === name ? key : null))]));
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

function weekdayOf(time: CellValue): string | null {
  const day = time === null ? Number.NaN : new Date(String(time).slice(0, 10)).getUTCDay();
  return weekdays[day] ?? null;
}

/** Sorts weekdays from Monday on. */
function weekdaysOf(values: [string, number][]): [string, number][] {
  const place = (name: string) => (weekdays.indexOf(name) + 6) % 7;
  return values.sort(([one], [other]) => place(one) - place(other));
}

/** The bars of the groups with the most series, stacked where they count rows. */
function groupedBars(rows: ThumbnailCell[][], isStacked: boolean): ThumbnailTable {
  const names = [...new Set(rows.map(([group]) => group))].slice(0, MOST_BARS);
  return {
    columns: [
      { name: "x", type: "string" },
      { name: "y", type: "number" },
      { name: "series", type: "string" },
    ],
    rows: rows.filter(([group]) => group !== undefined && names.includes(group)),
    spec: {
      mark: "bar",
      encoding: {
        x: { field: "x", type: "nominal", title: null },
        y: { field: "y", type: "quantitative", title: null },
        color: { field: "series", type: "nominal", legend: null },
        ...(!isStacked && { xOffset: { field: "series" } }),
      },
    },
  };
}

/** The largest bars from the top, the smallest, or all in the given order. */
function bars(values: [string, number][], order: "largest" | "smallest" | "given" = "largest"): ThumbnailTable {
  const sign = order === "largest" ? -1 : 1;
  const shown =
    order === "given" ? values : values.sort(([, one], [, other]) => sign * (one - other)).slice(0, MOST_BARS);
  return {
    columns: [
      { name: "y", type: "string" },
      { name: "x", type: "number" },
    ],
    rows: shown,
    spec: {
      mark: "bar",
      encoding: {
        y: { field: "y", type: "nominal", title: null, sort: null },
        x: { field: "x", type: "quantitative", title: null },
      },
    },
  };
}

function weigh(values: [string, number][], weight: number): [string, number][] {
  return weight === 1 ? values : values.map(([key, value]) => [key, value * weight]);
}

/** Returns the sum or the mean of the values of each key. */
function summarize(keys: readonly CellValue[], values: readonly CellValue[], summary: Summary): [string, number][] {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const [index, key] of keys.entries()) {
    const value = values[index];
    if (key === null || typeof value !== "number") continue;
    const entry = sums.get(String(key)) ?? { sum: 0, count: 0 };
    sums.set(String(key), { sum: entry.sum + value, count: entry.count + 1 });
  }
  return [...sums].map(([key, { sum, count }]) => [key, summary === "sum" ? sum : sum / count]);
}

function countRows(cells: readonly CellValue[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const cell of cells) if (cell !== null) counts.set(String(cell), (counts.get(String(cell)) ?? 0) + 1);
  return [...counts];
}

/** Returns what shortens a date to the first day of its year, month or day, whichever makes a readable line. */
function periodOf(times: readonly CellValue[]): (time: CellValue) => string {
  const [first, last] = rangeOf(times.map((time) => (time === null ? null : Date.parse(String(time)))));
  const days = (last - first) / DAY_MS;
  if (days > 5 * 365) return (time) => `${String(time).slice(0, 4)}-01-01`;
  if (days > 120) return (time) => `${String(time).slice(0, 7)}-01`;
  return (time) => String(time).slice(0, 10);
}

function rangeOf(cells: readonly CellValue[]): [number, number] {
  const numbers = cells.filter((cell) => typeof cell === "number");
  const least = numbers.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
  const most = numbers.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY);
  return numbers.length === 0 ? [0, 0] : [least, most];
}
