import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeOpenMarkdown } from "./mend.ts";
import { StreamingMarkdown } from "./streaming-markdown.tsx";

/** Parsed segments in order; the test counts parser work instead of timing it. */
const parsed: string[] = [];

vi.mock("react-markdown", () => ({
  default: ({ children }: { children: string }) => {
    parsed.push(children);
    return <p>{children}</p>;
  },
}));

describe("streaming Markdown", () => {
  let place: HTMLElement;
  let root: Root;

  beforeEach(() => {
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
    place = document.createElement("div");
    root = createRoot(place);
    parsed.length = 0;
  });

  afterEach(async () => {
    await act(async () => root.unmount());
    vi.unstubAllGlobals();
  });

  /** Shows `whole` as it grows; answers how many characters were parsed for each update. */
  async function write(whole: string, step: number): Promise<number> {
    let updates = 0;
    for (let end = step; end < whole.length + step; end += step) {
      await act(async () => root.render(<StreamingMarkdown text={whole.slice(0, end)} isLive />));
      updates += 1;
    }
    await act(async () => root.render(<StreamingMarkdown text={whole} isLive={false} />));
    expect(place.textContent?.length).toBe(whole.length);
    return parsed.reduce((sum, piece) => sum + piece.length, 0) / updates;
  }

  it("parses about one paragraph per update of a 50,000-character text", async () => {
    const paragraph = `${"A sentence of a paragraph that goes on for a while. ".repeat(8)}\n\n`;
    const perUpdate = await write(paragraph.repeat(120).slice(0, 50_000), 125);
    // Parsing all of it would be 25,000 on average.
    expect(perUpdate).toBeLessThan(500);
  });

  it("parses little per update even if the text is one list, table, or listing", async () => {
    for (const text of [
      "- An item of a list without an end\n".repeat(1_400),
      `| a | b |\n| --- | --- |\n${"| one cell | and another |\n".repeat(1_900)}`,
      `\`\`\`sql\n${"SELECT island, SUM(rain) FROM rain\n".repeat(1_400)}`,
    ]) {
      parsed.length = 0;
      expect(await write(text.slice(0, 48_000), 125)).toBeLessThan(1_500);
    }
  });

  it("never parses a finished piece again", async () => {
    await write("First paragraph.\n\nSecond paragraph.\n\nThird paragraph.\n\nFourth.", 3);
    const last = parsed.findLastIndex((piece) => piece.includes("First"));
    expect(parsed.slice(last + 1).length).toBeGreaterThan(10);
    expect(parsed.filter((piece) => piece === "First paragraph.\n\n")).toHaveLength(1);
  });

  it("parses the whole text at the end when pieces depend on definitions", async () => {
    const whole = "See [the notes].\n\nMore.\n\n[the notes]: https://example.org\n";
    await act(async () => root.render(<StreamingMarkdown text={whole} isLive={false} />));
    expect(parsed).toEqual([whole]);
  });
});

describe("an unfinished piece", () => {
  it.each([
    ["Some **bold", "Some **bold**"],
    ["Some **bold** and `co", "Some **bold** and `co`"],
    ["Some *", "Some "],
    ["Rain fell.[^", "Rain fell."],
    ["Rain fell.[^1", "Rain fell."],
    ["See [the notes](https://exam", "See the notes"],
    ["See [the no", "See "],
    ["See [the notes](https://example.org).", "See [the notes](https://example.org)."],
    ["| Month | Rain |", ""],
    ["Rain by month:\n\n| Month | Rain |\n| --", "Rain by month:\n"],
    ["| Month | Rain |\n| --- | --- |", "| Month | Rain |\n| --- | --- |"],
    ["```sql\nSELECT **", "```sql\nSELECT **"],
    ["- one\n- two", "- one\n- two"],
  ])("is shown without half marks: %j", (text, shown) => {
    expect(closeOpenMarkdown(text)).toBe(shown);
  });
});
