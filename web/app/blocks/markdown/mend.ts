/** How an unfinished piece of Markdown is shown: without the marks whose other half is still to come. */
export function closeOpenMarkdown(text: string): string {
  if (/^ {0,3}(```|~~~)/.test(text)) return text;
  return closeMarks(dropOpenLink(hideTableHead(text)));
}

/** A table is one only from its second line on; until then its head is a paragraph of bars. */
function hideTableHead(text: string): string {
  const lines = text.trimEnd().split("\n");
  const head = lines.findLastIndex((line) => !line.trimStart().startsWith("|")) + 1;
  const rows = lines.slice(head);
  if (rows.length === 0 || rows.length > 2) return text;
  const isTable = rows.length === 2 && /^[\s|:-]*-[\s|:-]*\|\s*$/.test(rows[1] ?? "");
  return isTable ? text : lines.slice(0, head).join("\n");
}

function dropOpenLink(text: string): string {
  const lineStart = text.lastIndexOf("\n") + 1;
  const line = text.slice(lineStart);
  const open = /!?\[(?:\^?[^[\]]*)$|!?\[([^[\]]*)\]\([^()\s]*$/.exec(line);
  if (!open) return text;
  return text.slice(0, lineStart + open.index) + (open[1] ?? "");
}

function closeMarks(text: string): string {
  const trimmed = text.replace(/(^|\s)[*_~`]{1,3}$/, "$1");
  const withoutCode = trimmed.replace(/`[^`]*`/g, "");
  if (withoutCode.includes("`")) return `${trimmed}\``;
  const bold = withoutCode.match(/\*\*/g)?.length ?? 0;
  if (bold % 2 === 0) return trimmed;
  return trimmed.endsWith("*") && !trimmed.endsWith("**") ? `${trimmed}*` : `${trimmed}**`;
}
