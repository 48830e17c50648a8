import type { Nodes, Parent, PhrasingContent, Root, Text } from "mdast";
import type { TextRange } from "../../stream/blocks.ts";
import { unverified as strings } from "../strings";

/** Explains why a number is marked. */
export const UNVERIFIED = strings.noQueryProducedThisNumber;

/** Marks parts of the prose, named by their place in the Markdown, as numbers that no query produced. */
export function remarkUnverified(ranges: readonly TextRange[]) {
  return (tree: Root, file: { toString(): string }) => markIn(tree, ranges, String(file));
}

function markIn(parent: Parent, ranges: readonly TextRange[], source: string) {
  parent.children = parent.children.flatMap((child: Nodes) => {
    if (child.type === "text") return markText(child, ranges, source) as Nodes[];
    if ("children" in child) markIn(child, ranges, source);
    return [child];
  }) as Parent["children"];
}

function markText(node: Text, ranges: readonly TextRange[], source: string): PhrasingContent[] {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined) return [node];
  const parts: PhrasingContent[] = [];
  let done = 0;
  for (const range of ranges) {
    if (range.start < start || range.end > end) continue;
    const words = source.slice(range.start, range.end);
    // Escapes make the text shorter than its source, never longer: the words stand where they should, or before.
    const place = node.value.lastIndexOf(words, range.start - start);
    if (words === "" || place < done) continue;
    if (place > done) parts.push({ type: "text", value: node.value.slice(done, place) });
    parts.push(mark(words));
    done = place + words.length;
  }
  if (done === 0 && parts.length === 0) return [node];
  if (done < node.value.length) parts.push({ type: "text", value: node.value.slice(done) });
  return parts;
}

/** An `emphasis` by type, for the renderer's sake; by its data it is drawn as `mark`. */
function mark(words: string): PhrasingContent {
  return {
    type: "emphasis",
    children: [{ type: "text", value: words }],
    data: { hName: "mark", hProperties: { className: ["answer-unverified"] } },
  };
}

/** The ranges within each of the pieces that a text was cut into, counted from the piece's own beginning. */
export function rangesOfPieces(pieces: readonly string[], ranges: readonly TextRange[]): (readonly TextRange[])[] {
  let start = 0;
  return pieces.map((piece) => {
    const from = start;
    start += piece.length;
    return ranges
      .filter((range) => range.start >= from && range.end <= start)
      .map((range) => ({ start: range.start - from, end: range.end - from }));
  });
}
