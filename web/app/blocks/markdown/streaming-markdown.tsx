import { useMemo, useState } from "react";
import type { TextRange } from "../../stream/blocks.ts";
import { MarkdownPiece } from "./markdown-piece.tsx";
import { closeOpenMarkdown } from "./mend.ts";
import { EMPTY_SPLIT, hasDefinitions, splitMarkdown } from "./split.ts";
import { rangesOfPieces } from "./unverified.ts";

export interface StreamingMarkdownProps {
  text: string;
  isLive: boolean;
  /** Parts of the text to mark; only a finished text has them. */
  unverified?: readonly TextRange[] | undefined;
}

/**
 * Markdown that may still be written: finished pieces are parsed once and never again, the open one as it grows. Where
 * a link or footnote is defined, the finished text is parsed as a whole, as any piece may need it.
 */
export function StreamingMarkdown({ text, isLive, unverified }: StreamingMarkdownProps) {
  const [known, setKnown] = useState(EMPTY_SPLIT);
  const split = splitMarkdown(text, known);
  if (split !== known) setKnown(split);
  const pieces = useMemo(() => (split.open === "" ? split.finished : [...split.finished, split.open]), [split]);
  const ranges = useMemo(() => unverified && rangesOfPieces(pieces, unverified), [pieces, unverified]);
  if (!isLive && hasDefinitions(text)) return <MarkdownPiece text={text} unverified={unverified} />;
  return pieces.map((piece, place) => (
    <Piece
      key={keyOf(place)}
      text={piece}
      isOpen={isLive && place === split.finished.length}
      unverified={ranges?.[place]}
    />
  ));
}

/** Pieces are only ever added at the end, so that their place names them. */
function keyOf(place: number): string {
  return `piece-${place}`;
}

interface PieceProps {
  text: string;
  isOpen: boolean;
  unverified: readonly TextRange[] | undefined;
}

/** The same component open and finished, so that its elements stay when it closes. */
function Piece({ text, isOpen, unverified }: PieceProps) {
  const [known, setKnown] = useState("");
  const shown = isOpen ? shownOf(text, known) : text;
  if (shown !== known) setKnown(shown);
  return <MarkdownPiece text={isOpen ? closeOpenMarkdown(shown) : text} unverified={unverified} />;
}

/** Parsing is cheap up to this many characters: about a long paragraph. */
const CHEAP = 1_000;

/**
 * The part of an open piece to show. A long list, table or listing is one piece: it is parsed again only when it has
 * grown by an eighth, so that the work stays in proportion to the text.
 */
export function shownOf(text: string, known: string): string {
  const isLonger = text.startsWith(known);
  if (isLonger && text.length > CHEAP && (text.length - known.length) * 8 < known.length) return known;
  if (text.length <= CHEAP) return text;
  const lineEnd = text.lastIndexOf("\n") + 1;
  return isLonger && lineEnd <= known.length ? text : text.slice(0, lineEnd) || text;
}
