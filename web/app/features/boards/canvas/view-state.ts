import { createStore, type Store } from "../../../util/store";

/** How near one looks: words can be read, titles can be read, or things are no more than places. */
export type Distance = "near" | "far" | "farthest";

/** From here on words are read without effort. */
export const farZoom = 0.3;
const farthestZoom = 0.1;

export function distanceOf(zoom: number): Distance {
  return zoom >= farZoom ? "near" : zoom >= farthestZoom ? "far" : "farthest";
}

/** Which nodes show the points that edges begin and end at: the one under the pointer, or all while one is drawn. */
export type Joinable = string | typeof EVERY_NODE | null;
export const EVERY_NODE = Symbol("every node");

/** How the sheet is looked at, for what costs too much to be done while it moves. */
export interface ViewState {
  isMoving: Store<boolean>;
  distance: Store<Distance>;
  joinable: Store<Joinable>;
  /** Calls `show` from nearby, when its turn comes: few at a time while the sheet moves, so that every frame is in time. */
  wait: (show: () => void) => () => void;
}

const atRest = 6;
const inMotion = 1;
/** A frame that took longer is late; while the sheet moves, the next one then shows nothing more. */
const lateMs = 25;
/** But no longer than this: who pans slowly on a slow machine reads all the same. */
const patienceMs = 250;

type NextFrame = (callback: (time: number) => void) => unknown;

export function createViewState(nextFrame: NextFrame = requestAnimationFrame): ViewState {
  const waiting = new Set<() => void>();
  const [isMoving, distance] = [createStore(false), createStore<Distance>("near")];
  let isAsked = false;
  let lastFrame: number | null = null;
  let lastShown = Number.NEGATIVE_INFINITY;

  function ask() {
    if (isAsked || waiting.size === 0 || distance.get() !== "near") return;
    isAsked = true;
    nextFrame((time) => {
      isAsked = false;
      for (const show of [...waiting].slice(0, countAt(time))) {
        waiting.delete(show);
        show();
      }
      // Time is counted between frames that follow each other.
      lastFrame = waiting.size === 0 ? null : time;
      ask();
    });
  }

  function countAt(time: number): number {
    const isLate = lastFrame !== null && time - lastFrame > lateMs && time - lastShown < patienceMs;
    if (isMoving.get() && isLate) return 0;
    lastShown = time;
    return isMoving.get() ? inMotion : atRest;
  }

  distance.subscribe(ask);
  return {
    isMoving,
    distance,
    joinable: createStore<Joinable>(null),
    wait: (show) => {
      waiting.add(show);
      ask();
      return () => waiting.delete(show);
    },
  };
}
