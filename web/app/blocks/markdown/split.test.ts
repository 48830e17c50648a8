import fc from "fast-check";
import type { Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import { EMPTY_SPLIT, hasDefinitions, piecesOf, splitMarkdown } from "./split.ts";

const parser = unified().use(remarkParse).use(remarkGfm);

function parse(text: string): unknown[] {
  return withoutPositions(parser.parse(text) as Root).children as unknown[];
}

function withoutPositions(node: unknown): { children?: unknown } {
  // Trailing blank lines of an unclosed code block are ambiguous and invisible.
  const trim = (value: unknown) => (typeof value === "string" ? value.trimEnd() : value);
  const plain = (key: string, value: unknown) =>
    key === "position" ? undefined : key === "value" ? trim(value) : value;
  return JSON.parse(JSON.stringify(node, plain));
}

const line = fc.constantFrom(
  "",
  "",
  "",
  "words",
  "**bold** and `code`",
  "# Heading",
  "===",
  "---",
  "- item",
  "  - nested",
  "* * *",
  "1. first",
  "10) tenth",
  "   continued",
  "    indented",
  "\ttabbed",
  "> quoted",
  "> - quoted item",
  "```",
  "```sql",
  "  ```",
  "   ```",
  "    ```",
  "~~~~",
  "~~~",
  "- ```js",
  "| a | b |",
  "| --- | --- |",
  "| 1 | 2 |",
  "<div>",
  "</div>",
  "<!-- note",
  "-->",
  "<pre>",
  "</pre>",
  "  <?php",
  "?>",
  "a \\",
  "- [ ] open",
  "2. second",
);

const documents = fc.array(line, { maxLength: 24 }).map((lines) => lines.join("\n"));

describe("splitting Markdown", () => {
  it("yields pieces that render the same alone as together", () => {
    fc.assert(
      fc.property(documents, (text) => {
        const pieces = piecesOf(text);
        expect(pieces.join("")).toBe(text);
        expect(pieces.flatMap(parse)).toEqual(parse(text));
      }),
      { numRuns: 600 },
    );
  });

  it("never changes a finished piece, however the text arrives", () => {
    fc.assert(
      fc.property(documents, fc.array(fc.nat(8), { minLength: 1 }), (text, steps) => {
        let split = EMPTY_SPLIT;
        for (let end = 0, step = 0; end < text.length; step += 1) {
          end += 1 + (steps[step % steps.length] ?? 0);
          const next = splitMarkdown(text.slice(0, end), split);
          expect(next.finished.slice(0, split.finished.length)).toEqual(split.finished);
          split = next;
        }
        expect(split).toEqual(splitMarkdown(text));
      }),
    );
  });

  it("starts over when the text is replaced", () => {
    const split = splitMarkdown("One.\n\nTwo.\n\nThree.");
    expect(splitMarkdown("Other.\n\nText.\n", split)).toEqual(splitMarkdown("Other.\n\nText.\n"));
  });

  it("splits between paragraphs but not inside lists or code", () => {
    const text = "One.\n\n- a\n\n- b\n\n```js\nlet a;\n\nlet b;\n```\n\nTwo.\n";
    expect(piecesOf(text)).toEqual(["One.\n\n", "- a\n\n- b\n\n", "```js\nlet a;\n\nlet b;\n```\n\n", "Two.\n"]);
  });

  it("doesn't mistake an underlined heading for a list", () => {
    const text = "Heading\n-\n  ```\n\nstill code\n";
    expect(piecesOf(text).flatMap(parse)).toEqual(parse(text));
  });

  it("detects definitions that other pieces depend on", () => {
    expect(hasDefinitions("See [it].\n\n[it]: https://example.org\n")).toBe(true);
    expect(hasDefinitions("A note[^1].\n\n[^1]: The note.\n")).toBe(true);
    expect(hasDefinitions("Points at a reference[^1]: plainly.")).toBe(false);
  });
});
