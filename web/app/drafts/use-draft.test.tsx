import { act, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { click, get, render, type } from "../../tests/unit/render";
import { ApiProblem, NetworkFailure } from "../api/problem";
import { type Stored, useDraft } from "./use-draft";

type Save = (value: string, base: Stored<string> | null) => Promise<number>;

const conflictOf = (error: unknown) =>
  error instanceof ApiProblem && error.status === 409 ? (error.current as Stored<string>) : null;
const conflict = (value: string, revision: number) =>
  new ApiProblem(409, "revision_conflict", "Changed.", [], { value, revision });

function Writer({ save, stored, autosaveMs }: { save: Save; stored: Stored<string>; autosaveMs: number | null }) {
  const [text, setText] = useState(stored.value);
  const draft = useDraft({
    name: "test",
    value: text,
    stored,
    isSame: Object.is,
    parse: (value) => (typeof value === "string" ? value : null),
    save,
    conflictOf,
    onReplace: setText,
    autosaveMs,
  });
  const { state } = draft;
  return (
    <>
      <input value={text} onChange={(event) => setText(event.target.value)} />
      <output>{state.status === "conflict" ? `theirs: ${state.theirs.value}` : state.status}</output>
      <em>{draft.isRestored ? "restored" : draft.isChanged ? "changed" : "stored"}</em>
      {(["save", "discard", "keepMine", "keepTheirs", "postpone"] as const).map((name) => (
        <button key={name} type="button" id={name} onClick={() => void draft[name]()}>
          {name}
        </button>
      ))}
    </>
  );
}

/** Lets time pass; nothing else moves the clock. */
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const open = (save: Save, stored: Stored<string> = { value: "", revision: 1 }, autosaveMs: number | null = 800) =>
  render(<Writer save={save} stored={stored} autosaveMs={autosaveMs} />);
const status = (place: HTMLElement) => get(place, "output").textContent;
const text = (place: HTMLElement) => get<HTMLInputElement>(place, "input").value;
const write = (place: HTMLElement, value: string) => type(get<HTMLInputElement>(place, "input"), value);
const press = (place: HTMLElement, name: string) => click(place.querySelector(`#${name}`));
const local = () => localStorage.getItem("portolan-unsaved-test");

describe("useDraft", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
  });
  afterEach(() => void vi.useRealTimers());

  it("saves when typing pauses, based on the previous revision", async () => {
    const save = vi.fn<Save>(async (_, base) => (base?.revision ?? 0) + 1);
    const place = await open(save);
    await write(place, "a");
    await pass(500);
    await write(place, "ab");
    await pass(799);
    expect(save).not.toHaveBeenCalled();
    await pass(1);
    expect(save).toHaveBeenCalledExactlyOnceWith("ab", { value: "", revision: 1 });
    await write(place, "abc");
    await pass(800);
    expect(save).toHaveBeenLastCalledWith("abc", { value: "ab", revision: 2 });
  });

  it("saves text typed during a save with the next request, one request at a time", async () => {
    const answers: (() => void)[] = [];
    const save = vi.fn<Save>((_, base) => new Promise((done) => answers.push(() => done((base?.revision ?? 0) + 1))));
    const place = await open(save);
    await write(place, "a");
    await pass(800);
    await write(place, "ab");
    await pass(2_000);
    expect(save).toHaveBeenCalledTimes(1);
    await act(async () => answers[0]?.());
    expect(save).toHaveBeenLastCalledWith("ab", { value: "a", revision: 2 });
    await act(async () => answers[1]?.());
    expect(status(place)).toBe("idle");
  });

  it("saves only on demand when autosave is off", async () => {
    const save = vi.fn<Save>(async () => 2);
    const place = await open(save, undefined, null);
    await write(place, "a");
    await pass(60_000);
    expect(save).not.toHaveBeenCalled();
    await press(place, "save");
    expect(save).toHaveBeenCalledTimes(1);
    expect(get(place, "em").textContent).toBe("stored");
  });

  it("retries with increasing delays after a transient error", async () => {
    const save = vi.fn<Save>().mockRejectedValue(new NetworkFailure());
    const place = await open(save);
    await write(place, "a");
    await pass(800);
    expect(status(place)).toBe("retrying");
    for (const [wait, calls] of [
      [999, 1],
      [1, 2],
      [1_999, 2],
      [1, 3],
      [4_999, 3],
      [1, 4],
    ] as const) {
      await pass(wait);
      expect(save).toHaveBeenCalledTimes(calls);
    }
    save.mockResolvedValue(2);
    await act(async () => void window.dispatchEvent(new Event("online")));
    expect(status(place)).toBe("idle");
    expect(local()).toBeNull();
  });

  it("doesn't retry a rejected value but saves the next one", async () => {
    const save = vi.fn<Save>().mockRejectedValueOnce(new ApiProblem(422, "validation_failed", "Too long."));
    save.mockResolvedValue(2);
    const place = await open(save);
    await write(place, "too long");
    await pass(800);
    expect(status(place)).toBe("failed");
    await pass(120_000);
    expect(save).toHaveBeenCalledTimes(1);
    await write(place, "short");
    await pass(800);
    expect(status(place)).toBe("idle");
  });

  it("treats a conflict with its own text as a lost response", async () => {
    const save = vi.fn<Save>().mockRejectedValueOnce(new NetworkFailure()).mockRejectedValueOnce(conflict("a", 2));
    const place = await open(save);
    await write(place, "a");
    await pass(800);
    await pass(1_000);
    expect(status(place)).toBe("idle");
    expect(get(place, "em").textContent).toBe("stored");
    expect(save).toHaveBeenCalledTimes(2);
  });

  it("overwrites their text when the user keeps mine", async () => {
    const save = vi.fn<Save>().mockRejectedValueOnce(conflict("theirs", 5)).mockResolvedValue(6);
    const place = await open(save);
    await write(place, "mine");
    await pass(800);
    expect(status(place)).toBe("theirs: theirs");
    await pass(120_000);
    expect(save).toHaveBeenCalledTimes(1);
    await press(place, "keepMine");
    expect(save).toHaveBeenLastCalledWith("mine", { value: "theirs", revision: 5 });
    expect(status(place)).toBe("idle");
  });

  it("shows their text and saves nothing when the user keeps theirs", async () => {
    const save = vi.fn<Save>().mockRejectedValueOnce(conflict("theirs", 5));
    const place = await open(save);
    await write(place, "mine");
    await pass(800);
    await press(place, "keepTheirs");
    await pass(10_000);
    expect(text(place)).toBe("theirs");
    expect(save).toHaveBeenCalledTimes(1);
    expect(local()).toBeNull();
  });

  it("restores unsaved text after a crash until it is discarded", async () => {
    localStorage.setItem("portolan-unsaved-test", JSON.stringify({ value: "unsaved", revision: 3 }));
    const place = await open(vi.fn<Save>(), { value: "stored", revision: 3 }, null);
    expect(text(place)).toBe("unsaved");
    expect(get(place, "em").textContent).toBe("restored");
    await press(place, "discard");
    expect(text(place)).toBe("stored");
    expect(local()).toBeNull();
  });

  it("asks when the restored text is based on an older revision", async () => {
    localStorage.setItem("portolan-unsaved-test", JSON.stringify({ value: "unsaved", revision: 3 }));
    const save = vi.fn<Save>().mockResolvedValue(5);
    const place = await open(save, { value: "newer", revision: 4 });
    expect(status(place)).toBe("theirs: newer");
    await pass(10_000);
    expect(save).not.toHaveBeenCalled();
    await press(place, "keepMine");
    expect(save).toHaveBeenCalledExactlyOnceWith("unsaved", { value: "newer", revision: 4 });
  });

  it("ignores a local draft with a different shape", async () => {
    localStorage.setItem("portolan-unsaved-test", JSON.stringify({ value: { words: 3 }, revision: 1 }));
    const place = await open(vi.fn<Save>(), { value: "stored", revision: 1 });
    expect(text(place)).toBe("stored");
  });

  it("saves immediately when the tab is hidden", async () => {
    const save = vi.fn<Save>(async () => 2);
    const place = await open(save);
    await write(place, "a");
    await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
    expect(save).toHaveBeenCalledExactlyOnceWith("a", { value: "", revision: 1 });
  });

  it("keeps unsaved text in the browser until it is saved", async () => {
    const place = await open(vi.fn<Save>().mockResolvedValue(2));
    await write(place, "a");
    expect(JSON.parse(local() ?? "null")).toEqual({ value: "a", revision: 1 });
    await pass(800);
    expect(local()).toBeNull();
  });
});
