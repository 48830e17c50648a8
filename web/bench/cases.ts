import type { Cell, DataColumn } from "../app/charts/draw-request";

/** One chart that every engine draws: the same rows, the same mark. */
export interface BenchCase {
  mark: "bar" | "line" | "point";
  columns: DataColumn[];
  rows: Cell[][];
}

/** Numbers that are the same in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function scatterCase(points: number): BenchCase {
  const next = numbersFrom(7);
  return {
    mark: "point",
    columns: [
      { name: "x", type: "number" },
      { name: "y", type: "number" },
    ],
    rows: Array.from({ length: points }, () => {
      const x = next() * 100;
      return [x, x * 0.6 + next() * 40];
    }),
  };
}

/** Bars, lines and points in turns, small as charts of an answer are. */
export function pageCases(count: number): BenchCase[] {
  return Array.from({ length: count }, (_, index): BenchCase => {
    const next = numbersFrom(index + 1);
    if (index % 3 === 2)
      return { ...scatterCase(60), rows: Array.from({ length: 60 }, () => [next() * 10, next() * 10]) };
    const isLine = index % 3 === 1;
    const size = isLine ? 48 : 8;
    return {
      mark: isLine ? "line" : "bar",
      columns: [
        { name: "x", type: isLine ? "integer" : "string" },
        { name: "y", type: "number" },
      ],
      rows: Array.from({ length: size }, (_each, at) => [isLine ? at : `Place ${at + 1}`, next() * 100]),
    };
  });
}
