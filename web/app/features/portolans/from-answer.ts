import type { Block, Locator, ReferenceBlock } from "../../stream/blocks";
import { formatCount } from "../../util/format";
import { fromAnswer as strings } from "./strings";

/**
 * An answer of the assistant as a part of a document: its text, its charts as lines of their own, and its references as
 * footnotes that are counted on from those of the document.
 */
export function markdownOfAnswer(blocks: readonly Block[], document: string): string {
  const offset = highestFootnote(document);
  const parts = blocks.flatMap((block) => {
    if (block.type === "text") return [shiftFootnotes(block.markdown.trim(), offset)];
    if (block.type === "chart") return [chartLine(block.chartId, block.title)];
    return [];
  });
  const used = parts.join("\n\n");
  const notes = blocks
    .filter((block) => block.type === "reference")
    .filter((reference) => used.includes(`[^${reference.index + offset}]`))
    .map((reference) => footnote(reference, offset));
  return [used, notes.join("\n")].filter(Boolean).join("\n\n");
}

/** The line of a document that a chart is drawn for. */
export function chartLine(chartId: string, title: string): string {
  return `![${title.replace(/[[\]\\]/g, "\\$&").replace(/\s+/g, " ")}](/charts/${chartId})`;
}

/** Replaces the selection with `addition`, separated from the text before and after. */
export function insertInto(
  document: string,
  addition: string,
  selection: { start: number; end: number },
): { markdown: string; caret: number } {
  const before = document.slice(0, selection.start).trimEnd();
  const after = document.slice(selection.end).trimStart();
  const head = before === "" ? addition : `${before}\n\n${addition}`;
  return { markdown: after === "" ? `${head}\n` : `${head}\n\n${after}`, caret: head.length };
}

/** The number for the next footnote of a document. */
export function nextFootnote(document: string): number {
  return highestFootnote(document) + 1;
}

function highestFootnote(document: string): number {
  return Math.max(0, ...[...document.matchAll(/\[\^(\d{1,6})\]/g)].map(([, number]) => Number(number)));
}

function shiftFootnotes(markdown: string, offset: number): string {
  return markdown.replace(/\[\^(\d{1,6})\]/g, (_, number: string) => `[^${Number(number) + offset}]`);
}

function footnote({ index, title, url, locator }: ReferenceBlock, offset: number): string {
  const name = url === undefined ? title : `[${title.replace(/[[\]]/g, "\\$&")}](${url})`;
  return `[^${index + offset}]: ${[name, placeOf(locator)].filter(Boolean).join(", ")}`;
}

function placeOf({ page, rowRange, startMs, quote }: Locator): string {
  const place = [
    page !== undefined && strings.page(page),
    rowRange && strings.rowsTo(formatCount(rowRange.start), formatCount(rowRange.end)),
    startMs !== undefined && strings.second(Math.floor(startMs / 1_000)),
    quote && `“${quote.replace(/\s+/g, " ").trim()}”`,
  ];
  return place.filter(Boolean).join(", ");
}
