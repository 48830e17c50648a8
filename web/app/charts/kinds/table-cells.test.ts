import { expect, it } from "vitest";
import type { Cell, ChartData } from "../draw-request";
import { formatCell, shownColumns } from "./table-cells";

const shown = (cells: Cell[]): string[] => {
  const data: ChartData = { columns: [{ name: "Date", type: "datetime" }], rows: cells.map((cell) => [cell]) };
  const [column] = shownColumns(data);
  return column ? cells.map((cell) => formatCell(cell, column)) : [];
};

it("shows times that are all midnights as days, and others to the second", () => {
  expect(shown(["2024-01-01T00:00:00", "2024-02-01T00:00:00.000", null])).toEqual(["2024-01-01", "2024-02-01", "–"]);
  expect(shown(["2024-01-01T00:00:00", "2024-02-01T08:15:00"])).toEqual(["2024-01-01 00:00:00", "2024-02-01 08:15:00"]);
});
