import { ConnectionMode, type NodeTypes, ReactFlow, SelectionMode, useReactFlow, type Viewport } from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import {
  type CSSProperties,
  type DragEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import "../board.css";
import type { BoardNode } from "../../../api/boards";
import { type NodeContent, nodeAt } from "../../../blocks/board-content";
import { randomId } from "../../../util/random-id";
import { addAddress, addFiles } from "../add-sources";
import { type BoardTools, useBoard } from "../board-tools";
import { contentMediaType } from "../content-media-type";
import { bounds, type Point, type Rect } from "../core/arrange";
import * as commands from "../core/commands";
import { ChartNode } from "../nodes/chart-node";
import { ChatNode, PortolanNode } from "../nodes/link-nodes";
import { NoteNode } from "../nodes/note-node";
import { ReferenceNode } from "../nodes/reference-node";
import { GroupNode, PictureNode, SuggestionNode } from "../nodes/small-nodes";
import { SourceNode } from "../nodes/source-node";
import { boardCanvas as strings } from "../strings";
import { useBoardView } from "../use-board-view";
import { BoardEdge } from "./board-edge";
import { BoardMap } from "./board-map";
import { BoardSearch } from "./board-search";
import { Dots } from "./dots";
import { barHeight, firstViewOf, minZoom, sheetMotion } from "./first-view";
import { Landed } from "./landed";
import { SelectionBar } from "./selection-bar";
import { Toolbar } from "./toolbar";
import { useClipboard } from "./use-clipboard";
import { useFlow } from "./use-flow";
import { openSelected, useKeys } from "./use-keys";
import { useLongPress } from "./use-long-press";
import { useViewState } from "./use-view-state";

const nodeTypes = {
  chart: ChartNode,
  note: NoteNode,
  source: SourceNode,
  reference: ReferenceNode,
  chat: ChatNode,
  portolan: PortolanNode,
  picture: PictureNode,
  suggestion: SuggestionNode,
  group: GroupNode,
} satisfies NodeTypes;

const edgeTypes = { board: BoardEdge };

/** The columns that the server fills, side by side, with the page's card above them. */
const columns: Rect = { x: 0, y: 0, width: 1_364, height: 6_000 };

const groundMargin = 2_000;

/** The infinite sheet of a board. */
export function BoardCanvas() {
  const board = useBoard();
  const flow = useFlow(board);
  const { fitView, screenToFlowPosition } = useReactFlow();
  const frame = useRef<HTMLDivElement>(null);
  const [firstLook, setFirstLook] = useState<Viewport | null>(null);
  const [isFinding, setFinding] = useState(false);
  const [isSelecting, setSelecting] = useState(false);
  // A finger has no second button to move the view by: while it selects, it does nothing else.
  const [isByFinger, setByFinger] = useState(false);
  const { select } = flow;
  const view = useViewState(board, firstLook);

  // The first frame has its viewport already: nothing is drawn only to be out of sight at once.
  useLayoutEffect(() => {
    const rect = frame.current?.getBoundingClientRect();
    if (rect) setFirstLook((before) => before ?? firstLookAt(board, rect));
  }, [board]);

  const middle = useCallback(() => {
    const rect = frame.current?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
    return screenToFlowPosition({ x: rect.x + rect.width / 2, y: rect.y + (rect.height - barHeight) / 2 });
  }, [screenToFlowPosition]);
  const find = useCallback(() => setFinding(true), []);

  useClipboard(board, middle);
  useKeys(board, { onFind: find, select });
  useLongPress(board, frame, select);
  useEffect(
    () =>
      board.connect({
        middle,
        show: (ids) => {
          select(new Set(ids));
          const nodes = ids.map((id) => ({ id }));
          // New nodes are rendered in the next frame.
          requestAnimationFrame(() => void fitView({ nodes, padding: 0.3, maxZoom: 1, ...sheetMotion }));
        },
      }),
    [board, fitView, middle, select],
  );

  const { isEditable } = board;
  const { nodes } = useBoardView(board.store).document;
  const ground = useMemo(() => groundUnder(nodes.values()), [nodes]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: things are dropped here; the keyboard has buttons and paste for it
    <div
      ref={frame}
      className="board @container absolute inset-0"
      data-editable={isEditable}
      data-distance={view.distance}
      style={ground}
      onPointerDownCapture={({ pointerType }) => setByFinger(pointerType === "touch")}
      onDragOver={(event) => isEditable && event.preventDefault()}
      onDrop={(event) => isEditable && drop(board, event, screenToFlowPosition)}
    >
      <div className="absolute inset-x-0 top-0" style={{ bottom: barHeight }}>
        {firstLook && (
          <ReactFlow
            nodes={flow.nodes}
            edges={flow.edges}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            onNodesChange={flow.onNodesChange}
            onEdgesChange={flow.onEdgesChange}
            onConnect={flow.onConnect}
            onReconnect={flow.onReconnect}
            onSelectionChange={flow.onSelectionChange}
            onMoveStart={view.onMoveStart}
            onMove={view.onMove}
            onMoveEnd={view.onMoveEnd}
            onNodeMouseEnter={view.onNodeMouseEnter}
            onNodeMouseLeave={view.onNodeMouseLeave}
            onNodeDoubleClick={() => openSelected(board)}
            onEdgeDoubleClick={() => openSelected(board)}
            onDoubleClick={(event) => {
              const isSheet = (event.target as Element).classList.contains("react-flow__pane");
              if (!isSheet || !isEditable) return;
              const id = randomId();
              const place = screenToFlowPosition({ x: event.clientX, y: event.clientY });
              board.store.run(commands.add([nodeAt({ type: "note", data: { markdown: "" } }, place, id)]));
              board.editing.set(id);
            }}
            connectionMode={ConnectionMode.Loose}
            selectionMode={SelectionMode.Partial}
            selectionOnDrag={isSelecting}
            panOnDrag={!isSelecting || (!isByFinger && [1, 2])}
            panOnScroll
            zoomOnDoubleClick={false}
            deleteKeyCode={null}
            multiSelectionKeyCode={["Meta", "Control", "Shift"]}
            minZoom={minZoom}
            maxZoom={3}
            onlyRenderVisibleElements={!view.keepsAll}
            nodesConnectable={isEditable}
            edgesReconnectable={isEditable}
            elevateNodesOnSelect={false}
            defaultViewport={firstLook}
            // Cards would lie below it: the bar has it.
            proOptions={{ hideAttribution: true }}
            aria-label={strings.boardCanvas}
          >
            <Dots />
          </ReactFlow>
        )}
      </div>
      {flow.nodes.length > 0 && <BoardMap />}
      {isFinding && <BoardSearch onClose={() => setFinding(false)} />}
      <SelectionBar />
      <Toolbar isSelecting={isSelecting} onSelectingChange={setSelecting} onFind={find} />
      <Landed />
    </div>
  );
}

/** Bounding box of all nodes, with a margin. */
function groundUnder(nodes: Iterable<Rect>): CSSProperties {
  const { x, y, width, height } = bounds(nodes) ?? { x: 0, y: 0, width: 0, height: 0 };
  return {
    "--ground-left": `${x - groundMargin}px`,
    "--ground-top": `${y - groundMargin}px`,
    "--ground-width": `${width + 2 * groundMargin}px`,
    "--ground-height": `${height + 2 * groundMargin}px`,
  } as CSSProperties;
}

function firstLookAt({ store }: BoardTools, { width, height }: DOMRect): Viewport {
  const nodes = [...store.document.nodes.values()];
  const around = bounds(nodes);
  const isFilled = around !== null && !nodes.every(isBeginning);
  return firstViewOf(isFilled ? around : columns, { width, height: height - barHeight });
}

/** True for the card of a page that is being read, so that the columns are about to be filled. */
function isBeginning({ type, x, data }: BoardNode): boolean {
  return type === "source" && x === 0 && "status" in data && data.status !== "blocked" && data.status !== "empty";
}

function drop(board: BoardTools, event: DragEvent, toFlow: (point: Point) => Point) {
  const place = toFlow({ x: event.clientX, y: event.clientY });
  const { files } = event.dataTransfer;
  const content = event.dataTransfer.getData(contentMediaType);
  const url = event.dataTransfer.getData("text/uri-list").split("\n")[0]?.trim() ?? "";
  if (content !== "") {
    const contents = JSON.parse(content) as NodeContent[];
    const nodes = contents.map((each, row) => nodeAt(each, { x: place.x, y: place.y + row * 180 }, randomId()));
    board.store.run(commands.add(nodes));
  } else if (files.length > 0) void addFiles(board, [...files], place);
  else if (/^https?:/i.test(url)) void addAddress(board, url);
  else return;
  event.preventDefault();
  event.stopPropagation();
}
