import type { CapturedPage, CreatedSources, CreateSource, Source } from "../contract/types";
import { apiPaths } from "../util/paths";
import { parse } from "./http";
import { createSource } from "./operations";
import { NetworkFailure, problemFrom } from "./problem";
import { queryClient, queryKeys } from "./query-client";
import { keepSessionFresh, request } from "./request";

export type { CapturedPage, ColumnType, Source, SourceColumn } from "../contract/types";

export interface UploadOptions {
  /** Called with the share of bytes that has left, 0 to 1; at 1 the server reads the file. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** Uploads files; a workbook of several sheets makes several sources. */
export async function uploadSources(files: readonly File[], options: UploadOptions = {}): Promise<Source[]> {
  const form = new FormData();
  for (const file of files) form.append("file", file, file.name);
  await keepSessionFresh();
  return sourcesOf(parse<CreatedSources>(await upload("POST", apiPaths.sources(), form, options)));
}

/** Replaces a source's content with a newer file; its name stays. */
export async function replaceSource(sourceId: string, file: File): Promise<Source> {
  const form = new FormData();
  form.append("file", file, file.name);
  await keepSessionFresh();
  const [source] = sourcesOf(parse<Source>(await upload("PUT", apiPaths.sourceContent(sourceId), form)));
  if (!source) throw new NetworkFailure();
  return source;
}

export const pasteSource = (name: string, text: string): Promise<Source[]> => addSource({ name, text });

/** Reads a page, a paper or a feed; a page with tables makes several sources. */
export const readPage = (url: string): Promise<Source[]> => addSource({ url });

/** Reads a source's address again; what cannot be read now leaves it as it is. */
export async function refreshSource(sourceId: string): Promise<Source> {
  const source = await request<Source>(apiPaths.sourceRefresh(sourceId), { method: "POST", body: {} });
  void queryClient.invalidateQueries({ queryKey: queryKeys.sources });
  return source;
}

export const addCapturedPage = (page: CapturedPage): Promise<Source[]> => addSource(page);

/** Copies a sample table to the user's sources. */
export const sampleSource = (sample: string): Promise<Source[]> => addSource({ sample });

export async function addSource(body: CreateSource): Promise<Source[]> {
  return sourcesOf(await createSource(body));
}

function sourcesOf(answer: CreatedSources): Source[] {
  void queryClient.invalidateQueries({ queryKey: queryKeys.sources });
  return "items" in answer ? answer.items : [answer];
}

/** XMLHttpRequest, because fetch doesn't report upload progress. */
function upload(
  method: "POST" | "PUT",
  path: string,
  body: FormData,
  { onProgress, signal }: UploadOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const abort = () => call.abort();
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener("abort", abort, { once: true });
    call.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    call.addEventListener("loadend", () => signal?.removeEventListener("abort", abort));
    call.addEventListener("load", () => {
      if (call.status >= 200 && call.status < 300) resolve(call.responseText);
      else reject(problemFrom(call.status, call.responseText));
    });
    call.addEventListener("error", () => reject(new NetworkFailure()));
    call.addEventListener("abort", () => reject(signal?.reason ?? new NetworkFailure()));
    call.open(method, path);
    call.setRequestHeader("Accept", "application/json");
    call.send(body);
  });
}
