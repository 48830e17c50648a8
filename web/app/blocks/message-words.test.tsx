import { act } from "react";
import { describe, expect, it, vi } from "vitest";
import { get, render } from "../../tests/unit/render";
import type { UnderstoodWord } from "../stream/events";
import { MessageWords } from "./message-words";
import { segmentsOf } from "./segments";

const text = "average sales by region quickly";
const words: UnderstoodWord[] = [
  {
    text: "sales",
    start: 8,
    end: 13,
    state: "unsure",
    meaning: "the column net",
    alternatives: ["gross"],
    sourceId: "0190b3a0-0000-7000-8000-000000000001",
  },
  { text: "region", start: 17, end: 23, state: "understood", meaning: "the column region" },
  { text: "quickly", start: 24, end: 31, state: "unused" },
];
const note = (place: Element) => place.querySelector(".message-word-note")?.textContent ?? null;

describe("explained words in a message", () => {
  it("show an explanation on focus, click, and arrow keys", async () => {
    const place = await render(<MessageWords text={text} words={words} onCorrect={null} />);
    expect(place.textContent).toBe(text);
    expect(place.querySelectorAll("button[tabindex='0']")).toHaveLength(1);
    expect(note(place)).toBeNull();
    await act(async () => get(place, "[data-word='0']").focus());
    expect(note(place)).toBe("“sales”: probably the column net");
    const press = (key: string) =>
      act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));
    await press("ArrowRight");
    expect(note(place)).toBe("“region”: the column region");
    await press("ArrowRight");
    expect(note(place)).toBe("“quickly”: not used in the answer");
    await press("Escape");
    expect(note(place)).toBeNull();
    await act(async () => get(place, "[data-word='1']").click());
    expect(note(place)).toBe("“region”: the column region");
    expect(get(place, "[data-word='2']").getAttribute("aria-description")).toBe("“quickly”: not used in the answer");
  });

  it("offer other columns for an uncertain word and ask again with the selected one", async () => {
    const correct = vi.fn();
    const place = await render(<MessageWords text={text} words={words} onCorrect={correct} />);
    await act(async () => get(place, "[data-word='0']").click());
    await act(async () => get(place, ".message-word-correction").click());
    expect(correct).toHaveBeenCalledExactlyOnceWith({
      words: "sales",
      column: "gross",
      text: "average gross by region quickly",
      sourceId: "0190b3a0-0000-7000-8000-000000000001",
    });
  });

  it("stay plain text when ranges overlap or exceed the message", () => {
    const wrong: UnderstoodWord[] = [
      { text: "ab", start: 0, end: 2, state: "understood" },
      { text: "b", start: 1, end: 2, state: "understood" },
      { text: "z", start: 2, end: 9, state: "understood" },
    ];
    const parts = segmentsOf("abc", wrong);
    expect(parts.map(({ part, index }) => [part, index])).toEqual([
      ["ab", 0],
      ["c", null],
    ]);
  });
});
