/** The words of some Markdown, for a card: without its marks, charts and footnotes. */
export function plainExcerpt(markdown: string): string {
  return markdown
    .replace(/^\[\^[^\]]+\]:.*$/gm, " ")
    .replace(/^\s*#{1,6}\s+(.*?[^\s.!?:])\s*$/gm, "$1:")
    .replace(/!\[[^\]]*\]\([^)]*\)/g, " ")
    .replace(/\[\^[^\]]+\]/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\s*(?:#{1,6}|[-*+]|\d+\.|>)\s+/gm, "")
    .replace(/(\*\*|__|[*_`~])(?=\S)([^*_`~]+)\1/g, "$2")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/:$/, "");
}
