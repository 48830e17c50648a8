import { useRef, useState } from "react";
import { randomId } from "../util/random-id";
import { describeFailure } from "./problem";
import { pasteSource, type Source, sampleSource, uploadSources } from "./sources";
import { useAttachments as strings } from "./strings";

/** Something that is being made into a source, or is one already. */
export type Attachment = { key: string; name: string } & (
  | { status: "uploading"; share: number }
  | { status: "reading" }
  | { status: "ready"; source: Source }
  | { status: "failed"; message: string }
);

/** The sources that a message will carry: files, pasted tables and samples, with their progress. */
export function useAttachments() {
  const [attachments, setAttachments] = useState<Attachment[]>([]);
  const controllers = useRef(new Map<string, AbortController>());

  function replace(key: string, next: Attachment[]): void {
    setAttachments((current) => current.flatMap((attachment) => (attachment.key === key ? next : [attachment])));
  }

  async function run(name: string, first: "uploading" | "reading", work: Work): Promise<Source[]> {
    const key = randomId();
    const controller = new AbortController();
    controllers.current.set(key, controller);
    setAttachments((current) => [
      ...current,
      first === "uploading" ? { key, name, status: "uploading", share: 0 } : { key, name, status: "reading" },
    ]);
    try {
      const sources = await work(controller.signal, (share) =>
        replace(key, [share < 1 ? { key, name, status: "uploading", share } : { key, name, status: "reading" }]),
      );
      replace(
        key,
        sources.map((source) => asAttachment(source, name)),
      );
      return sources;
    } catch (error) {
      if (!controller.signal.aborted) replace(key, [{ key, name, status: "failed", message: describeFailure(error) }]);
      return [];
    } finally {
      controllers.current.delete(key);
    }
  }

  return {
    attachments,
    /** Whether something is not ready yet. */
    isBusy: attachments.some(({ status }) => status === "uploading" || status === "reading"),
    tables: attachments.flatMap((attachment) =>
      attachment.status === "ready" && attachment.source.columns.length > 0 ? [attachment.source] : [],
    ),
    sourceIds: attachments.flatMap((attachment) => (attachment.status === "ready" ? [attachment.source.id] : [])),
    addFiles: (files: Iterable<File>) => {
      for (const file of files) {
        void run(file.name, "uploading", (signal, onProgress) => uploadSources([file], { signal, onProgress }));
      }
    },
    addText: (name: string, text: string) => void run(name, "reading", () => pasteSource(name, text)),
    /** Attaches sources that exist already, each once. */
    addSources: (sources: readonly Source[]) =>
      setAttachments((current) => {
        const known = new Set(current.map(({ key }) => key));
        return [
          ...current,
          ...sources.filter(({ id }) => !known.has(id)).map((source) => asAttachment(source, source.name)),
        ];
      }),
    /** Returns the copies of the sample; none if it failed. */
    addSample: (sample: string, title: string) => run(title, "reading", () => sampleSource(sample)),
    remove: (key: string) => {
      controllers.current.get(key)?.abort();
      replace(key, []);
    },
    clear: () => setAttachments([]),
  };
}

type Work = (signal: AbortSignal, onProgress: (share: number) => void) => Promise<Source[]>;

/** A page that could not be read is no source to ask about. */
function asAttachment(source: Source, name: string): Attachment {
  const key = source.id;
  if (source.status === "whole" || source.status === "part") return { key, name: source.name, status: "ready", source };
  const message = source.detail ?? strings.couldntReadThisSourceTry;
  return { key, name: source.name || name, status: "failed", message };
}

/** Whether a paste is rows of a table, which are worth a source of their own. */
export function isTable(text: string): boolean {
  const lines = text
    .trim()
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
  if (lines.length < 3) return false;
  return ["\t", ",", ";", "|"].some((delimiter) => {
    const rows = lines.slice(0, 20).map((line) => line.split(delimiter));
    const width = rows[0]?.length ?? 1;
    // Sentences have commas, too: two columns are a table only where one of them holds numbers.
    const isLikely =
      delimiter === "\t" || width > 2 || rows.slice(1).some((row) => row.some((cell) => /^\s*-?\d/.test(cell)));
    return width > 1 && isLikely && rows.every((row) => row.length === width);
  });
}
