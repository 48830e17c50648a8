import type { Cell, DataColumn } from "../draw-request.ts";
import { drawMessage } from "../message.ts";
import { formatExact } from "../numbers.ts";
import { table as strings } from "../strings";
import { element, text } from "../svg.ts";
import { textWidth, truncate } from "../text-width.ts";
import { type } from "../theme.ts";
import type { DrawContext, Drawing } from "./drawing.ts";
import { formatCell, isNumberColumn, shownColumns } from "./table-cells.ts";

const rowHeight = 26;
const maxRows = 20;
const gap = 20;
const minColumn = 48;
const maxColumn = 260;

/** A picture of a table's first rows; the page shows all of them as a real table. */
export function drawTable(context: DrawContext): Drawing {
  const { colors, data, width } = context;
  if (data.rows.length === 0) {
    return drawMessage(context, strings.noRows, strings.theQueryReturnedNoRows);
  }
  const rows = data.rows.slice(0, maxRows);
  const columns = fitColumns(shownColumns(data), rows, width);
  const lines: string[] = [];
  const rule = (y: number, stroke: string) => lines.push(element("line", { x1: 0, x2: width, y1: y, y2: y, stroke }));
  const cell = (content: string, column: Column, y: number, fill: string, isHeader: boolean) => {
    const weight = isHeader ? "semibold" : undefined;
    const fitted = truncate(content, column.width, type.label, weight);
    lines.push(
      text(fitted, column.isNumber ? column.x + column.width : column.x, y + 17, {
        fontSize: type.label,
        fontWeight: isHeader ? 600 : undefined,
        fill,
        anchor: column.isNumber ? "end" : "start",
      }),
    );
  };
  for (const column of columns) cell(column.name, column, 0, colors.ink, true);
  rule(rowHeight + 0.5, colors.rule);
  rows.forEach((row, index) => {
    const y = (index + 1) * rowHeight + 1;
    for (const column of columns) {
      const value = row[column.index] ?? null;
      cell(formatCell(value, column.source), column, y, value === null ? colors.faint : colors.ink, false);
    }
    rule(y + rowHeight + 0.5, colors.grid);
  });
  return {
    markup: lines.join(""),
    width,
    height: (rows.length + 1) * rowHeight + 2,
    notes: leftOut(data.rows.length - rows.length, data.columns.length - columns.length),
    marks: [],
  };
}

interface Column {
  source: DataColumn;
  index: number;
  name: string;
  isNumber: boolean;
  x: number;
  width: number;
}

/** As many columns as fit, each as wide as its content wants; spare room goes between them. */
function fitColumns(all: DataColumn[], rows: Cell[][], available: number): Column[] {
  const columns: Column[] = [];
  let used = 0;
  for (const [index, source] of all.entries()) {
    const isNumber = isNumberColumn(source);
    const widths = rows.map((row) => textWidth(formatCell(row[index] ?? null, source), type.label));
    const widest = Math.max(textWidth(source.name, type.label, "semibold"), ...widths);
    const width = Math.ceil(Math.min(Math.max(widest, minColumn), maxColumn));
    if (index > 0 && used + gap + width > available) break;
    const fitted = Math.min(width, available);
    columns.push({ source, index, name: source.name, isNumber, x: 0, width: fitted });
    used += (index > 0 ? gap : 0) + fitted;
  }
  const spare = columns.length > 1 ? (available - used) / (columns.length - 1) : 0;
  let x = 0;
  for (const column of columns) {
    column.x = x;
    x += column.width + gap + spare;
  }
  return columns;
}

function leftOut(rows: number, columns: number): string[] {
  const parts = [];
  if (rows > 0) parts.push(strings.moreRows(formatExact(rows), rows === 1 ? "row" : "rows"));
  if (columns > 0) parts.push(strings.moreColumns(columns, columns === 1 ? "column" : "columns"));
  return parts.length > 0 ? [strings.inTheData(parts.join(" and "))] : [];
}
