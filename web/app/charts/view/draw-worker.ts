import { drawLoaded } from "../draw-loaded";
import type { DrawRequest } from "../draw-request";
import type { Paint } from "../kinds/drawing";

/** A request as it comes to the worker. */
export interface DrawTask {
  id: number;
  request: DrawRequest;
  /** How many pixels of a painting stand for one of the drawing. */
  pixelRatio: number;
}

/** Draws off the page's own thread: a large chart never makes the page stutter, an endless one can be ended. */
self.addEventListener("message", async (event: MessageEvent<DrawTask>) => {
  const { id, request, pixelRatio } = event.data;
  let painting: ImageBitmap | undefined;
  let marks: string | undefined;
  const paint: Paint = (width, height, drawOn) => {
    const canvas = new OffscreenCanvas(Math.ceil(width * pixelRatio), Math.ceil(height * pixelRatio));
    const context = canvas.getContext("2d");
    if (!context) throw new Error("The browser paints nothing off the page.");
    context.scale(pixelRatio, pixelRatio);
    drawOn(context as unknown as CanvasRenderingContext2D);
    painting = canvas.transferToImageBitmap();
  };
  try {
    const svg = await drawLoaded(request, {
      paint: typeof OffscreenCanvas === "undefined" ? undefined : paint,
      tell: (told) => {
        marks = JSON.stringify(told);
      },
    });
    const transfer = painting === undefined ? [] : [painting];
    self.postMessage({ id, drawing: { svg, painting, marks } }, { transfer });
  } catch (error) {
    self.postMessage({ id, message: error instanceof Error ? error.message : String(error) });
  }
});
