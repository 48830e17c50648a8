import type { BoardNode } from "../../api/boards";
import { notify } from "../../ui/toast";
import { randomId } from "../../util/random-id";
import type { BoardTools } from "./board-tools";
import { type Alignment, type ArrangeAxis, aligned, distributed, type Point } from "./core/arrange";
import type { Command } from "./core/change";
import * as commands from "./core/commands";
import { nodesWith, withDescendants } from "./core/document";
import { fromCanvas, toCanvas } from "./core/json-canvas";
import { findLayout } from "./layout-client";
import { actions as strings } from "./strings";

/** Does something, and says so to those who do not see it. */
export function run({ store, announce }: BoardTools, command: Command): void {
  if (command.changes.length === 0) return;
  store.run(command);
  announce(`${command.label}.`);
}

export function undo({ store, announce }: BoardTools): void {
  const label = store.undo();
  announce(label === null ? strings.nothingToUndo : strings.undid(label.toLowerCase()));
}

export function redo({ store, announce }: BoardTools): void {
  const label = store.redo();
  announce(label === null ? strings.nothingToRedo : strings.redid(label.toLowerCase()));
}

export function selectedNodes({ store, selection }: BoardTools): BoardNode[] {
  return nodesWith(store.document, selection.get().nodeIds);
}

export function removeSelected(board: BoardTools): void {
  const { nodeIds, edgeIds } = board.selection.get();
  run(board, commands.remove(board.store.document, nodeIds, edgeIds));
}

export function alignSelected(board: BoardTools, alignment: Alignment): void {
  const places = aligned(selectedNodes(board), alignment);
  run(board, commands.place(board.store.document, places, { label: strings.aligned }));
}

export function distributeSelected(board: BoardTools, direction: ArrangeAxis): void {
  const places = distributed(selectedNodes(board), direction);
  run(board, commands.place(board.store.document, places, { label: strings.distributed }));
}

export function colourSelected(board: BoardTools, color: string | undefined): void {
  const { nodeIds, edgeIds } = board.selection.get();
  const document = board.store.document;
  const nodes = commands.colour(document, nodeIds, color);
  const edges = [...edgeIds].flatMap((id) => commands.editEdge(document, id, { color }).changes);
  run(board, { ...nodes, changes: [...nodes.changes, ...edges] });
}

export function groupSelected(board: BoardTools): void {
  const { nodeIds } = board.selection.get();
  if (nodeIds.size === 0) return;
  const id = randomId();
  run(board, commands.group(board.store.document, nodeIds, id));
  board.editing.set(id);
}

/** Ungroups the selected groups; where none is selected, those around what is. */
export function ungroupSelected(board: BoardTools): void {
  const nodes = selectedNodes(board);
  const groups = nodes.filter(({ type }) => type === "group").map(({ id }) => id);
  const around = nodes.flatMap(({ parentId }) => parentId ?? []);
  run(board, commands.ungroup(board.store.document, new Set(groups.length > 0 ? groups : around)));
}

/** Joins two selected nodes, from the left one to the right one. */
export function joinSelected(board: BoardTools): void {
  const [first, second] = selectedNodes(board).sort((one, other) => one.x - other.x || one.y - other.y);
  if (!first || !second) board.announce(strings.selectTwoItemsToConnect);
  else run(board, commands.add([], [{ id: randomId(), fromNode: first.id, toNode: second.id }], strings.connected));
}

export function moveSelected(board: BoardTools, by: Point): void {
  const nodes = selectedNodes(board);
  const places = new Map(nodes.map(({ id, x, y }) => [id, { x: x + by.x, y: y + by.y }]));
  const joins = `keys ${[...places.keys()].join()}`;
  board.store.run(commands.place(board.store.document, places, { joins }));
}

/** Finds a place for everything, or for what is selected; groups move as one. */
export async function layOutBoard(board: BoardTools): Promise<void> {
  const { document } = board.store;
  const chosen = selectedNodes(board);
  const nodes = (chosen.length > 1 ? chosen : [...document.nodes.values()]).filter(({ parentId }) => !parentId);
  const ids = new Set(nodes.map(({ id }) => id));
  const rootOf = (id: string): string => {
    const parentId = document.nodes.get(id)?.parentId;
    return parentId === undefined || ids.has(id) ? id : rootOf(parentId);
  };
  const edges = [...document.edges.values()].map(({ fromNode, toNode }) => ({
    from: rootOf(fromNode),
    to: rootOf(toNode),
  }));
  try {
    const frames = nodes.map(({ id, x, y, width, height }) => ({ id, x, y, width, height }));
    const places = await findLayout({ nodes: frames, edges });
    run(board, commands.place(board.store.document, places, { label: strings.arranged }));
  } catch (error) {
    const description = error instanceof Error ? error.message : undefined;
    void notify({ title: strings.couldntArrangeTheBoard, description, color: "red" });
  }
}

/** Selection as JSON Canvas, with inner edges and the contents of selected groups; null if empty. */
export function copySelected(board: BoardTools): string | null {
  const { document } = board.store;
  const nodeIds = withDescendants(document, board.selection.get().nodeIds);
  if (nodeIds.size === 0) return null;
  const edges = [...document.edges.values()].filter((edge) => nodeIds.has(edge.fromNode) && nodeIds.has(edge.toNode));
  return JSON.stringify(toCanvas(nodesWith(document, nodeIds), edges, location.origin), null, 2);
}

/** Puts a JSON Canvas file onto the board with its middle at a point. Throws where it is none. */
export function insertCanvas(board: BoardTools, text: string, middle: Point): void {
  const { nodes, edges } = fromCanvas(JSON.parse(text), randomId);
  const moved = commands.centred(nodes, middle);
  run(board, commands.add(moved, edges, strings.pasted));
  board.show(moved.map(({ id }) => id));
}

export function duplicateSelected(board: BoardTools): void {
  const text = copySelected(board);
  if (text === null) return;
  const nodes = selectedNodes(board);
  const middle = commands.middleOf(nodes);
  insertCanvas(board, text, { x: middle.x + 40, y: middle.y + 40 });
}
