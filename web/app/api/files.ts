import { NetworkFailure, problemFrom } from "./problem";
import { keepSessionFresh } from "./request";

export interface FileCalls {
  signal?: AbortSignal;
  /** Gets the bytes that have come so far. */
  onProgress?: (bytes: number) => void;
}

/** Downloads a file that only the user who is signed in gets. */
export async function fetchFile(
  path: string,
  mediaType: string,
  { signal, onProgress }: FileCalls = {},
): Promise<Blob> {
  await keepSessionFresh();
  try {
    const response = await fetch(path, { signal: signal ?? null });
    if (!response.ok) throw problemFrom(response.status, await response.text());
    let bytes = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        bytes += piece.byteLength;
        onProgress?.(bytes);
        controller.enqueue(piece);
      },
    });
    // The browser buffers the data, on disk if it is large.
    const file = await new Response(response.body?.pipeThrough(counter)).blob();
    return new Blob([file], { type: mediaType });
  } catch (error) {
    if (signal?.aborted || !(error instanceof TypeError)) throw error;
    throw new NetworkFailure({ cause: error });
  }
}
