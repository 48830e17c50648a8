import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DrawRequest } from "../draw-request";

const request: DrawRequest = { kind: "plot", spec: {}, data: null, theme: "light" };

/** Workers in the order in which they began; each answers only when a test says so. */
const workers: FakeWorker[] = [];

class FakeWorker extends EventTarget {
  readonly tasks: { id: number }[] = [];
  isTerminated = false;

  constructor() {
    super();
    workers.push(this);
  }

  postMessage(task: { id: number }) {
    this.tasks.push(task);
  }

  terminate() {
    this.isTerminated = true;
  }

  answer(svg: string) {
    const id = this.tasks.at(-1)?.id;
    this.dispatchEvent(new MessageEvent("message", { data: { id, drawing: { svg } } }));
  }
}

describe("drawing that takes too long", () => {
  beforeEach(() => {
    workers.length = 0;
    vi.resetModules();
    vi.useFakeTimers();
    vi.stubGlobal("Worker", FakeWorker);
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("is tried again in another worker, with more time", async () => {
    const { draw } = await import("./draw-client");
    const drawing = draw(request, { limit: 1_000 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(2_000);
    workers[1]?.answer("<svg/>");
    expect(await drawing).toEqual({ svg: "<svg/>" });
  });

  it("fails after the second attempt, and can be asked for again", async () => {
    const { draw } = await import("./draw-client");
    const failure = draw(request, { limit: 1_000 }).catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await failure).toBe("Drawing took too long.");
    const again = draw(request, { limit: 1_000 });
    await vi.advanceTimersByTimeAsync(0);
    workers.at(-1)?.answer("<svg/>");
    expect(await again).toEqual({ svg: "<svg/>" });
  });
});
