import chartKinds from "../../stream/chart-kinds.json";
import { DrawError, isObject, type Json, type JsonObject } from "../draw-request.ts";

export interface FlowNode {
  id: string;
  label: string;
}

export interface FlowEdge {
  source: string;
  target: string;
  label: string;
}

export interface FlowGraph {
  nodes: FlowNode[];
  edges: FlowEdge[];
}

const { limits } = chartKinds.flow;

/** Reads the nodes and edges of a flow; an edge must lead from a node to a node. */
export function readFlow(spec: JsonObject): FlowGraph {
  const nodes = listOf(spec.nodes, "nodes", limits.nodes).map((node) => {
    const id = textOf(node.id, limits.id);
    return { id, label: textOf(node.label, limits.label) || id };
  });
  const known = new Set(nodes.map((node) => node.id));
  if (known.size < nodes.length) throw new DrawError("Two nodes of the flow have the same id.");
  const edges = listOf(spec.edges ?? [], "edges", limits.edges).map((edge) => {
    const [source, target] = [textOf(edge.source, limits.id), textOf(edge.target, limits.id)];
    for (const id of [source, target]) {
      if (!known.has(id)) throw new DrawError(`An edge of the flow names “${id}”, which is none of its nodes.`);
    }
    return { source, target, label: textOf(edge.label, limits.edgeLabel) };
  });
  return { nodes, edges: withoutRepeats(edges) };
}

/** An arrow that is said twice is drawn once. */
function withoutRepeats(edges: FlowEdge[]): FlowEdge[] {
  return [...new Map(edges.map((edge) => [JSON.stringify([edge.source, edge.target, edge.label]), edge])).values()];
}

function listOf(value: Json | undefined, name: string, most: number): JsonObject[] {
  if (!Array.isArray(value)) throw new DrawError(`A flow needs its \`${name}\` as a list.`);
  if (value.length > most) throw new DrawError(`A flow has at most ${most} ${name}: draw less.`);
  return value.map((each) => (isObject(each) ? each : {}));
}

function textOf(value: Json | undefined, most: number): string {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return text.trim().slice(0, most);
}
