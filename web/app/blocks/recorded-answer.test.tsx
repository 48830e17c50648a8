import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RecordedAnswer, type Recording } from "./recorded-answer.tsx";

const turnId = "t1";
const recording: Recording = {
  events: [
    {
      at: 0,
      id: "1",
      event: "turn.started",
      data: {
        turnId,
        parentTurnId: null,
        model: "built-in",
        message: { text: "Which island is wetter?", sourceIds: [] },
        startedAt: "2026-01-02T03:04:05Z",
      },
    },
    { at: 100, event: "turn.progress", data: { turnId, phase: "querying", label: "Querying 24 rows" } },
    { at: 900, id: "2", event: "block.opened", data: { turnId, blockId: "b1", index: 0, type: "text" } },
    { at: 1_000, id: "2.4", event: "block.delta", data: { blockId: "b1", text: "Skye" } },
    {
      at: 2_000,
      id: "3",
      event: "block.closed",
      data: { turnId, block: { id: "b1", type: "text", markdown: "Skye is wetter." } },
    },
    {
      at: 2_100,
      id: "4",
      event: "turn.finished",
      data: { turnId, outcome: "completed", finishedAt: "2026-01-02T03:04:08Z" },
    },
  ],
};

describe("a recorded answer", () => {
  let place: HTMLElement;
  let root: Root;

  beforeEach(() => {
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
    vi.useFakeTimers({
      toFake: ["requestAnimationFrame", "cancelAnimationFrame", "performance", "setTimeout", "clearTimeout"],
    });
    place = document.createElement("div");
    root = createRoot(place);
  });

  afterEach(async () => {
    await act(async () => root.unmount());
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const show = () => act(async () => root.render(<RecordedAnswer recording={recording} />));
  const pass = (milliseconds: number) => act(async () => vi.advanceTimersByTime(milliseconds));

  it("plays at its original speed", async () => {
    await show();
    expect(place.textContent).toContain("Which island is wetter?");
    await pass(200);
    expect(place.textContent).toContain("Querying 24 rows");
    await pass(900);
    expect(place.textContent).toMatch(/Skye$/);
    await pass(1_500);
    expect(place.textContent).toContain("Skye is wetter.");
  });

  it("plays again on click", async () => {
    await show();
    await pass(3_000);
    await act(async () => place.querySelector("button")?.click());
    expect(place.textContent).not.toContain("Skye is wetter.");
    await pass(3_000);
    expect(place.textContent).toContain("Skye is wetter.");
  });

  it("shows its final state when the user prefers reduced motion", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    await show();
    expect(place.textContent).toContain("Skye is wetter.");
  });
});
