import { QueryClientProvider } from "@tanstack/react-query";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { click, get, render, submit, type } from "../../../tests/unit/render";
import { getSourceWords, importSourceWords, replaceSourceWords } from "../../api/operations";
import { queryClient } from "../../api/query-client";
import type { Source } from "../../api/sources";
import type { SourceWords as Words } from "../../contract/types";
import { notify } from "../../ui/toast";
import { SourceWords } from "./source-words";

vi.mock("../../api/operations", () => ({
  getSourceWords: vi.fn(),
  importSourceWords: vi.fn(),
  replaceSourceWords: vi.fn(),
}));
vi.mock("../../ui/toast", () => ({ notify: vi.fn() }));

const source: Source = {
  id: "0190b3a0-0000-7000-8000-000000000001",
  name: "rain.csv",
  kind: "csv",
  status: "whole",
  table: "rain",
  rowCount: 6,
  columns: [
    { name: "rain_mm", type: "number", nulls: 0, distinct: 6, isAdditive: true },
    { name: "island", type: "string", nulls: 0, distinct: 3, isAdditive: false },
  ],
  createdAt: "2026-11-20T12:00:00Z",
};
const words: Words = {
  terms: [{ words: "Rain", column: "rain_mm", generated: true }],
  phrasings: [{ words: "wet", column: "rain_mm", meaning: { type: "above", number: 50 }, generated: false }],
};

async function show(): Promise<HTMLElement> {
  const place = await render(
    <QueryClientProvider client={queryClient}>
      <SourceWords source={source} />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => get(place, "form"));
  return place;
}

const fields = (place: HTMLElement) => [...place.querySelectorAll<HTMLInputElement>("li input")];
const button = (place: HTMLElement, name: string) =>
  [...place.querySelectorAll("button")].find((element) => element.textContent?.trim() === name);

describe("the word list of a source", () => {
  beforeEach(() => {
    queryClient.clear();
    vi.mocked(getSourceWords).mockReset().mockResolvedValue(words);
    vi.mocked(replaceSourceWords)
      .mockReset()
      .mockImplementation(async (_source, body) => body as Words);
    vi.mocked(notify).mockReset();
  });

  it("is saved as edited, with the user's own entries first", async () => {
    const place = await show();
    const [wet, number] = fields(place);
    expect(wet?.value).toBe("wet");
    if (wet) await type(wet, "soaked");
    if (number) await type(number, "80");
    await submit(place);
    expect(replaceSourceWords).toHaveBeenCalledExactlyOnceWith(
      { sourceId: source.id },
      {
        terms: words.terms,
        phrasings: [{ words: "soaked", column: "rain_mm", meaning: { type: "above", number: 80 }, generated: false }],
      },
    );
  });

  it("shows an error next to an invalid entry and isn't saved", async () => {
    const place = await show();
    const [, number] = fields(place);
    if (number) await type(number, "much");
    await submit(place);
    expect(get(place, "[role=alert]").textContent).toBe("Enter a number.");
    expect(replaceSourceWords).not.toHaveBeenCalled();
  });

  it("adds an empty entry and removes an existing one", async () => {
    const place = await show();
    await click(get(place, "button[aria-label='Remove “wet”']"));
    await click(button(place, "Add term"));
    const [added] = fields(place);
    expect(added?.value).toBe("");
    if (added) await type(added, "wetness");
    await submit(place);
    expect(vi.mocked(replaceSourceWords).mock.calls[0]?.[1]).toEqual({
      terms: [{ words: "wetness", column: "rain_mm", generated: false }, ...words.terms],
      phrasings: [],
    });
  });

  it("is imported from a file, with a report of skipped entries", async () => {
    vi.mocked(importSourceWords).mockResolvedValue({ words, skipped: ["slush"] });
    const place = await show();
    const choose = async (content: string) => {
      const input = get<HTMLInputElement>(place, "input[type=file]");
      const file = new File([content], "words.json", { type: "application/json" });
      Object.defineProperty(input, "files", { value: [file], configurable: true });
      Object.defineProperty(input, "value", { value: "", writable: true, configurable: true });
      input.dispatchEvent(new Event("change", { bubbles: true }));
      await vi.waitFor(() => expect(notify).toHaveBeenCalled());
    };
    await choose(JSON.stringify(words));
    expect(importSourceWords).toHaveBeenCalledExactlyOnceWith({ sourceId: source.id }, words);
    expect(notify).toHaveBeenCalledWith(
      expect.objectContaining({ description: "Skipped because they don't match this table: slush" }),
    );
    vi.mocked(notify).mockReset();
    await choose("no words");
    expect(notify).toHaveBeenCalledWith(
      expect.objectContaining({ description: "This file contains no terms. Choose a file exported from this dialog." }),
    );
  });
});
