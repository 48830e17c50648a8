import type { Board, BoardEdge, BoardNode } from "../../../api/boards";
import { typeNames } from "./words";

/** The nodes among values from outside; what this client does not know is left alone, and stays with the server. */
export function readNodes(values: readonly unknown[]): BoardNode[] {
  return values.filter((value): value is BoardNode => {
    if (!isRecord(value)) return false;
    const { id, type, x, y, width, height, data } = value;
    const isPlaced = [x, y, width, height].every((number) => typeof number === "number" && Number.isFinite(number));
    return typeof id === "string" && typeof type === "string" && type in typeNames && isPlaced && isRecord(data);
  });
}

export function readEdges(values: readonly unknown[]): BoardEdge[] {
  return values.filter(
    (value): value is BoardEdge =>
      isRecord(value) && [value.id, value.fromNode, value.toNode].every((text) => typeof text === "string"),
  );
}

export function readBoard(board: Board): Board {
  return { ...board, nodes: readNodes(board.nodes), edges: readEdges(board.edges) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
