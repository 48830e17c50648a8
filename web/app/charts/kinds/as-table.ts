import type { ChartKind } from "../../stream/blocks.ts";
import type { ChartData, DataColumn, JsonObject } from "../draw-request.ts";
import { asTable as strings } from "../strings";
import { readFlow } from "./flow-graph.ts";
import { type OutlineItem, readOutline } from "./outline.ts";
import { readEvents } from "./timeline-events.ts";

/** Content of a chart without rows as a table; null for kinds with rows or without content. */
export function asTable(kind: ChartKind, spec: JsonObject, title: string): ChartData | null {
  try {
    switch (kind) {
      case "mindmap":
        return outlineTable(readOutline(spec, title));
      case "flow":
        return flowTable(spec);
      case "timeline":
        return eventTable(spec);
      default:
        return null;
    }
  } catch {
    // The picture says what is wrong with the specification.
    return null;
  }
}

function outlineTable(root: OutlineItem | undefined): ChartData | null {
  if (!root) return null;
  const rows: ChartData["rows"] = [];
  const visit = (item: OutlineItem, level: number, under: string | null) => {
    rows.push([level, item.label, under]);
    for (const inner of item.items) visit(inner, level + 1, item.label);
  };
  visit(root, 1, null);
  return { columns: [{ name: strings.level, type: "integer" }, text(strings.item), text(strings.under)], rows };
}

function flowTable(spec: JsonObject): ChartData {
  const { nodes, edges } = readFlow(spec);
  const names = new Map(nodes.map((node) => [node.id, node.label]));
  const named = (id: string) => names.get(id) ?? id;
  const linked = new Set(edges.flatMap((edge) => [edge.source, edge.target]));
  const rows = edges.map((edge) => [named(edge.source), edge.label === "" ? null : edge.label, named(edge.target)]);
  const alone = nodes.filter((node) => !linked.has(node.id)).map((node) => [node.label, null, null]);
  return { columns: [text(strings.from), text(strings.because), text(strings.to)], rows: [...rows, ...alone] };
}

function eventTable(spec: JsonObject): ChartData {
  const rows = readEvents(spec).map((event) => [event.dates, event.label, event.description || null]);
  return { columns: [text(strings.date), text(strings.event), text(strings.description)], rows };
}

function text(name: string): DataColumn {
  return { name, type: "string" };
}
