import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import type { Processor } from "unified";

/**
 * Reads GitHub's Markdown (tables, task lists, footnotes, strikethrough, autolinks). Unlike `remark-gfm`, which wraps the
 * same two packages, it brings no writer: pages only read Markdown.
 */
export function remarkReadGfm(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), gfm()];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), gfmFromMarkdown()];
}
