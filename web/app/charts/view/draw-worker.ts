import { drawLoaded } from "../draw-loaded";
import type { DrawRequest } from "../draw-request";

/** Draws off the page's own thread: a large chart never makes the page stutter, an endless one can be ended. */
self.addEventListener("message", async (event: MessageEvent<{ id: number; request: DrawRequest }>) => {
  const { id, request } = event.data;
  try {
    self.postMessage({ id, svg: await drawLoaded(request) });
  } catch (error) {
    self.postMessage({ id, message: error instanceof Error ? error.message : String(error) });
  }
});
