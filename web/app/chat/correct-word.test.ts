import { beforeEach, describe, expect, it, vi } from "vitest";
import { teachSourceWord } from "../api/operations.ts";
import { teachCorrection } from "./correct-word.ts";

vi.mock("../api/operations.ts", () => ({ teachSourceWord: vi.fn(), getSourceWords: vi.fn() }));
const teach = vi.mocked(teachSourceWord);
const message = "average revenue by port";
const correction = { words: "revenue", column: "fare_eur", text: "average fare_eur by port", sourceId: "s1" };

describe("a corrected word", () => {
  beforeEach(() => {
    teach.mockReset();
  });

  it("is stored with its source, and the message is sent unchanged", async () => {
    teach.mockResolvedValue({ terms: [], phrasings: [] });
    expect(await teachCorrection(correction, message)).toBe(message);
    expect(teach).toHaveBeenCalledExactlyOnceWith({ sourceId: "s1" }, { words: "revenue", column: "fare_eur" });
  });

  it("is replaced by its column when no source can store it", async () => {
    expect(await teachCorrection({ ...correction, sourceId: undefined }, message)).toBe(correction.text);
    expect(teach).not.toHaveBeenCalled();
    teach.mockImplementation(async () => {
      throw new Error("not found");
    });
    expect(await teachCorrection(correction, message)).toBe(correction.text);
  });
});
