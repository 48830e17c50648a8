import { describe, expect, it } from "vitest";
import { type ContractSchema, createValidator, ShapeError, validate } from "./validate";

const started = {
  event: "turn.started",
  data: {
    turnId: "t1",
    parentTurnId: null,
    model: "m",
    message: { text: "Why?", sourceIds: [] },
    startedAt: "2026-01-05T10:00:00Z",
  },
};

const closed = (block: object) => ({ event: "block.closed", data: { turnId: "t1", block } });

describe("validating a response", () => {
  it("returns the value with its unknown fields", () => {
    const event = { ...started, data: { ...started.data, later: 1 } };
    expect(validate("ChatEvent", event)).toBe(event);
  });

  it.each([
    ["a missing field", { ...started, data: { ...started.data, model: undefined } }, "data.model is not there"],
    ["another type", { ...started, data: { ...started.data, startedAt: 1 } }, "data.startedAt is not a string"],
    ["null in place of text", closed({ id: "b", type: "text", markdown: null }), "data.block.markdown is not a string"],
    [
      "a fraction in place of a count",
      closed({ id: "b", type: "thinking", markdown: "", durationMs: 0.5 }),
      "data.block.durationMs is not a whole number",
    ],
    [
      "a negative count",
      closed({ id: "b", type: "thinking", markdown: "", durationMs: -1 }),
      "data.block.durationMs is not a number from 0 on",
    ],
    ["an unknown kind of block", closed({ id: "b", type: "hologram" }), "data.block is not of a known kind"],
    ["an unknown event", { event: "turn.paused", data: {} }, "the value is not of a known kind"],
    ["no object", [], "the value is not of a known kind"],
  ])("refuses %s and says where", (_, value, message) => {
    expect(() => validate("ChatEvent", value)).toThrow(ShapeError);
    expect(() => validate("ChatEvent", value)).toThrow(message);
  });

  it("checks every list item and map value", () => {
    const check = createValidator({ Row: { type: "object", additionalProperties: { type: "number" } } });
    const rows: ContractSchema = { type: "array", items: { $ref: "#/Row" } };
    check(rows, [{ a: 1 }, {}]);
    expect(() => check(rows, [{ a: 1 }, { b: "x" }], "rows")).toThrow("rows[1].b is not a number");
  });
});
