import { describe, expect, it } from "vitest";
import { render } from "../../../tests/unit/render";
import { TextView } from "../text-view";
import { UNVERIFIED } from "./unverified";

/** The ranges of these words within the text, each looked for after the one before. */
function rangesOf(text: string, ...words: string[]) {
  let from = 0;
  return words.map((word) => {
    const start = text.indexOf(word, from);
    from = start + word.length;
    return { start, end: from };
  });
}

async function marked(markdown: string, ...words: string[]) {
  const place = await render(<TextView markdown={markdown} isLive={false} unverified={rangesOf(markdown, ...words)} />);
  return { place, words: [...place.querySelectorAll("mark")].map((mark) => mark.textContent) };
}

describe("unverified numbers", () => {
  it("are marked in place with an explanation", async () => {
    const { place, words } = await marked("Sales were 42 in 2024.\n\nThen **1,300** more, and 42.", "42", "1,300");
    expect(words).toEqual(["42", "1,300"]);
    expect(place.querySelector("mark")?.title).toBe(UNVERIFIED);
    expect(place.textContent).toBe("Sales were 42 in 2024.Then 1,300 more, and 42.");
  });

  it("are found after escapes, astral characters, and references, and in tables", async () => {
    const text = "\\*\\* 🧭 &amp; 17 items[^1].\n\n| a | b |\n| - | - |\n| x\\|y | 18 |";
    expect((await marked(text, "17", "18")).words).toEqual(["17", "18"]);
  });

  it("are found in text with link definitions", async () => {
    expect((await marked("[a][1] is 9 high.\n\nAnd 10.\n\n[1]: https://example.org", "9", "10")).words).toEqual([
      "9",
      "10",
    ]);
  });

  it("aren't marked when their range is outside the text", async () => {
    const place = await render(
      <TextView
        markdown="Short."
        isLive={false}
        unverified={[
          { start: 4, end: 400 },
          { start: 2, end: 2 },
        ]}
      />,
    );
    expect(place.textContent).toBe("Short.");
    expect(place.querySelector("mark")).toBeNull();
  });
});
