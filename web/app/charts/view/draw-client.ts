import type { DrawRequest } from "../draw-request";
import type { DrawTask } from "./draw-worker";
import { drawClient as text } from "./strings";

/** How long a chart may take to draw, in milliseconds. */
const drawLimit = 8_000;
const cacheSize = 60;

export interface DrawOptions {
  /** Milliseconds that it may take. */
  limit?: number;
  /** Of the drawings in one lane only the newest is wanted: what still waits there is rejected as superseded. */
  lane?: string;
}

/** A picture on its way to the page. */
export interface PageDrawing {
  svg: string;
  /** Canvas layer below the SVG element with `data-painting`. */
  painting?: ImageBitmap | undefined;
  /** The marks as JSON, where they are too many to be elements. */
  marks?: string | undefined;
}

/** Another drawing of the same lane came before this one was begun. */
export class Superseded extends Error {
  readonly kind = "superseded";
}

interface Job extends DrawTask {
  limit: number;
  lane: string | undefined;
  resolve: (drawing: PageDrawing) => void;
  reject: (error: Error) => void;
}

const waiting: Job[] = [];
const drawn = new Map<string, Promise<PageDrawing>>();
let worker: Worker | undefined;
let nextId = 1;
let isBusy = false;

/** Draws a chart off the page's thread, one after the other; what was drawn lately is remembered. */
export function draw(request: DrawRequest, { limit = drawLimit, lane }: DrawOptions = {}): Promise<PageDrawing> {
  const key = `${paintingRatio()} ${JSON.stringify(request)}`;
  const known = drawn.get(key);
  if (known) return known;
  const picture = typeof Worker === "undefined" ? drawHere(request) : enqueue(request, limit, lane);
  drawn.set(key, picture);
  picture.catch(() => drawn.delete(key));
  for (const oldest of drawn.keys()) {
    if (drawn.size <= cacheSize) break;
    drawn.delete(oldest);
  }
  return picture;
}

/** Twice the resolution of standard screens: paintings are printed, too. */
function paintingRatio(): number {
  return Math.max(2, globalThis.devicePixelRatio ?? 1);
}

async function drawHere(request: DrawRequest): Promise<PageDrawing> {
  const { drawLoaded } = await import("../draw-loaded");
  return { svg: await drawLoaded(request) };
}

function enqueue(request: DrawRequest, limit: number, lane: string | undefined): Promise<PageDrawing> {
  const outdated = lane === undefined ? -1 : waiting.findIndex((job) => job.lane === lane);
  if (outdated >= 0) waiting.splice(outdated, 1)[0]?.reject(new Superseded());
  return new Promise((resolve, reject) => {
    waiting.push({ id: nextId++, request, pixelRatio: paintingRatio(), limit, lane, resolve, reject });
    if (!isBusy) void drain();
  });
}

async function drain(): Promise<void> {
  isBusy = true;
  for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
    try {
      job.resolve(await askTwice(job));
    } catch (error) {
      job.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }
  isBusy = false;
}

/** A busy machine is slow, not wrong: a chart that took too long is drawn again in a new worker, with more time. */
async function askTwice(job: Job): Promise<PageDrawing> {
  try {
    return await ask(job);
  } catch (error) {
    if (!(error instanceof DrawTimeout)) throw error;
    return ask({ ...job, limit: 3 * job.limit });
  }
}

class DrawTimeout extends Error {
  override name = "DrawTimeout";
}

type Answer = { id: number; drawing: PageDrawing } | { id: number; message: string };

function ask({ id, request, pixelRatio, limit }: Job): Promise<PageDrawing> {
  worker ??= new Worker(new URL("./draw-worker.ts", import.meta.url), { type: "module", name: "draw" });
  const current = worker;
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      current.removeEventListener("message", onMessage);
      current.removeEventListener("error", onError);
      settle();
    };
    const giveUp = (error: Error) => {
      current.terminate();
      worker = undefined;
      finish(() => reject(error));
    };
    const onMessage = ({ data }: MessageEvent<Answer>) => {
      if (data.id !== id) return;
      finish(() => ("drawing" in data ? resolve(data.drawing) : reject(new Error(data.message))));
    };
    const onError = () => giveUp(new Error(text.couldntLoadTheChartRenderer));
    const timer = setTimeout(() => giveUp(new DrawTimeout(text.drawingTookTooLong)), limit);
    current.addEventListener("message", onMessage);
    current.addEventListener("error", onError);
    current.postMessage({ id, request, pixelRatio } satisfies DrawTask);
  });
}
