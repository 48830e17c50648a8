import { expect, it } from "vitest";
import { plainExcerpt } from "./plain-excerpt";

it("removes Markdown syntax and keeps the words", () => {
  const markdown =
    "# What it says\n\nSkye is **wettest**, by 190 mm.[^1]\n\n![Rain](/charts/c1)\n\n- Look at *Jura* and [the rest](https://example.org)\n\n[^1]: A book.";
  expect(plainExcerpt(markdown)).toBe("What it says: Skye is wettest, by 190 mm. Look at Jura and the rest");
});

it("keeps words that only resemble Markdown", () => {
  expect(plainExcerpt("2 * 3 = 6, snake_case, a#b")).toBe("2 * 3 = 6, snake_case, a#b");
});
