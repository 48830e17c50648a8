/** Delimiters around search matches, characters that no text uses. */
const START = "\ue000";
const END = "\ue001";

/** Text with the found words marked. */
export function Snippet({ text }: { text: string }) {
  return partsOf(text).map(({ words, isFound, start }) =>
    isFound ? (
      <mark key={start} className="rounded-sm bg-accent-wash text-accent-strong">
        {words}
      </mark>
    ) : (
      <span key={start}>{words}</span>
    ),
  );
}

export interface SnippetPart {
  words: string;
  isFound: boolean;
  start: number;
}

/** A mark that is not closed, or not opened, marks nothing. */
export function partsOf(text: string): SnippetPart[] {
  const parts: SnippetPart[] = [];
  let position = 0;
  const push = (words: string, isFound: boolean, start: number) => {
    const plain = words.replaceAll(START, "").replaceAll(END, "");
    if (plain !== "") parts.push({ words: plain, isFound, start });
  };
  for (;;) {
    const start = text.indexOf(START, position);
    const end = start === -1 ? -1 : text.indexOf(END, start);
    if (end === -1) break;
    push(text.slice(position, start), false, position);
    push(text.slice(start, end), true, start);
    position = end + 1;
  }
  push(text.slice(position), false, position);
  return parts;
}

/** The words of a piece of Markdown. Marks of what was found may be in the middle of its syntax, which may be cut. */
export function withoutMarkdown(text: string): string {
  return text
    .replace(/\[\^[^\]\s]*\]?/g, "")
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)?/g, "$1")
    .replace(/^[ \t]*(?:#{1,6}|>|[-+*])\s+/gm, "")
    .replace(/\*\*|__|`+|~~/g, "")
    .replace(/\s*\|[\s|:-]*/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** A snippet without the title that it begins with, which stands above it; null where nothing else is left. */
export function withoutTitle(snippet: string, title: string): string | null {
  let [place, same] = [0, 0];
  while (same < title.length) {
    const character = snippet[place];
    if (character !== START && character !== END) {
      if (character !== title[same]) return snippet;
      same += 1;
    }
    place += 1;
  }
  const rest = snippet.slice(place).replace(/^[\s\ue001.:]+/, "");
  return rest === "" ? null : rest;
}

/** The found words as a snippet would have them, for marks that are made here. */
export function withMarks(text: string, ranges: readonly (readonly [start: number, end: number])[]): string {
  let marked = "";
  let position = 0;
  for (const [start, end] of ranges) {
    if (start < position || end > text.length) continue;
    marked += `${text.slice(position, start)}${START}${text.slice(start, end)}${END}`;
    position = end;
  }
  return marked + text.slice(position);
}
