import { act, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { get, render, type } from "../../../tests/unit/render";
import { useAutosave } from "./use-autosave";

function Writer({ save }: { save: (text: string) => Promise<void> }) {
  const [text, setText] = useState("");
  const { state, flush } = useAutosave(text, save);
  return (
    <>
      <input value={text} onChange={(event) => setText(event.target.value)} />
      <output>{state.status}</output>
      <button type="button" onClick={flush}>
        Save
      </button>
    </>
  );
}

const rest = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const status = (place: HTMLElement) => get(place, "output").textContent;
const write = (place: HTMLElement, text: string) => type(get<HTMLInputElement>(place, "input"), text);

describe("saving while one writes", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("waits until the keys rest, and sends once", async () => {
    const save = vi.fn(async () => undefined);
    const place = await render(<Writer save={save} />);
    expect(status(place)).toBe("saved");
    await write(place, "a");
    await rest(500);
    await write(place, "ab");
    expect(status(place)).toBe("waiting");
    await rest(799);
    expect(save).not.toHaveBeenCalled();
    await rest(1);
    expect(save).toHaveBeenCalledExactlyOnceWith("ab");
    expect(status(place)).toBe("saved");
  });

  it("sends what was written while it saved, one call at a time", async () => {
    let finish: () => void = () => undefined;
    const save = vi.fn(
      () =>
        new Promise<void>((done) => {
          finish = done;
        }),
    );
    const place = await render(<Writer save={save} />);
    await write(place, "a");
    await rest(800);
    expect(status(place)).toBe("saving");
    await write(place, "ab");
    await rest(2_000);
    expect(save).toHaveBeenCalledTimes(1);
    await act(async () => finish());
    expect(save).toHaveBeenCalledTimes(2);
    expect(save).toHaveBeenLastCalledWith("ab");
    await act(async () => finish());
    expect(status(place)).toBe("saved");
  });

  it("says that it failed, and tries again with the next word", async () => {
    const save = vi.fn().mockRejectedValueOnce(new Error("no")).mockResolvedValue(undefined);
    const place = await render(<Writer save={save} />);
    await write(place, "a");
    await rest(800);
    expect(status(place)).toBe("failed");
    await write(place, "ab");
    await rest(800);
    expect(save).toHaveBeenLastCalledWith("ab");
    expect(status(place)).toBe("saved");
  });

  it("sends the last words of somebody who leaves", async () => {
    const save = vi.fn(async () => undefined);
    const place = await render(<Writer save={save} />);
    await write(place, "a");
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
    expect(save).toHaveBeenCalledExactlyOnceWith("a");
  });
});
