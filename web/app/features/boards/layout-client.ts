import type { Point } from "./core/arrange";
import type { LayoutRequest } from "./core/layout";

const layoutLimitMs = 20_000;

/** Finds new places off the page's thread: a thousand nodes take a second or two. */
export async function findLayout(request: LayoutRequest): Promise<Map<string, Point>> {
  const worker = new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module", name: "layout" });
  try {
    return await new Promise((resolve, reject) => {
      const fail = () => reject(new Error("The layout took too long. Select fewer things and try again."));
      const timer = setTimeout(fail, layoutLimitMs);
      worker.addEventListener("message", ({ data }: MessageEvent<[string, Point][]>) => {
        clearTimeout(timer);
        resolve(new Map(data));
      });
      worker.addEventListener("error", () => {
        clearTimeout(timer);
        reject(new Error("The layout could not be made. Reload the page and try again."));
      });
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
}
