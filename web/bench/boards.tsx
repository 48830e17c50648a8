import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { queryClient } from "../app/api/query-client";
import "../app/app.css";
import { BoardScreen } from "../app/features/boards/board-screen";

/** Frame measurements of panning over a board. */
export interface Panning {
  /** Milliseconds from frame to frame. */
  frames: number[];
  /** How many nodes were in the page at its end. */
  nodes: number;
  /** The zoom at which it was looked at. */
  reached: number;
}

declare global {
  interface Window {
    /** Opens a board as a whole, then zooms in until at least `zoom`. */
    showBoard: (boardId: string, zoom: number) => Promise<void>;
    panBoard: (frames: number) => Promise<Panning>;
    /** Baseline frame cost of the browser before any board is shown. */
    waitFrames: (frames: number) => Promise<number[]>;
  }
}

const place = document.getElementById("place") as HTMLElement;
let root: Root | undefined;

const frame = () => new Promise<number>((next) => requestAnimationFrame(next));
const pause = (milliseconds: number) => new Promise((next) => setTimeout(next, milliseconds));

function zoomNow(): number {
  const view = place.querySelector<HTMLElement>(".react-flow__viewport");
  return Number(/scale\(([\d.]+)\)/.exec(view?.style.transform ?? "")?.[1] ?? 1);
}

window.waitFrames = async (count) => {
  const frames: number[] = [];
  let last = await frame();
  for (let at = 0; at < count; at += 1) {
    const now = await frame();
    frames.push(now - last);
    last = now;
  }
  return frames;
};

window.showBoard = async (boardId, zoom) => {
  root?.unmount();
  root = createRoot(place);
  const router = createMemoryRouter([{ path: "*", element: <BoardScreen boardId={boardId} /> }]);
  root.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  while (!place.querySelector(".react-flow__node")) await frame();
  for (let step = 0; step < 40 && zoomNow() < zoom; step += 1) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "+", bubbles: true }));
    await pause(130);
  }
  // Pictures come, near charts wake.
  await pause(1_500);
};

window.panBoard = async (count) => {
  const pane = place.querySelector(".react-flow__pane");
  const frames: number[] = [];
  let last = await frame();
  for (let at = 0; at < count; at += 1) {
    // To the right and a little down, then back.
    const direction = at < count / 2 ? 1 : -1;
    const turn = { deltaX: 30 * direction, deltaY: 8 * direction, bubbles: true, cancelable: true };
    pane?.dispatchEvent(new WheelEvent("wheel", turn));
    const now = await frame();
    frames.push(now - last);
    last = now;
  }
  return { frames, nodes: place.querySelectorAll(".react-flow__node").length, reached: zoomNow() };
};
