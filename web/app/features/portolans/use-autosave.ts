import { useEffect, useRef, useState } from "react";
import { describeFailure } from "../../api/problem";

/** What is typed is sent when the keys have rested for this long. */
const restMs = 800;

export type SaveState = { status: "saved" | "waiting" | "saving" } | { status: "failed"; message: string };

/**
 * Keeps the server's copy of a value as it is here: sends what has changed after a rest, one call at a time, and once more
 * what has changed in the meantime. `flush` sends at once.
 */
export function useAutosave<T>(value: T, save: (value: T) => Promise<void>): { state: SaveState; flush: () => void } {
  const [state, setState] = useState<SaveState>({ status: "saved" });
  const kept = useRef({ value, saved: value, isSaving: false, save });
  kept.current.save = save;
  kept.current.value = value;

  const [flush] = useState(() => async () => {
    const current = kept.current;
    if (current.isSaving || Object.is(current.value, current.saved)) return;
    current.isSaving = true;
    setState({ status: "saving" });
    try {
      while (!Object.is(current.value, current.saved)) {
        const sent = current.value;
        await current.save(sent);
        current.saved = sent;
      }
      setState({ status: "saved" });
    } catch (error) {
      setState({ status: "failed", message: describeFailure(error) });
    } finally {
      current.isSaving = false;
    }
  });

  useEffect(() => {
    if (Object.is(value, kept.current.saved)) return;
    if (!kept.current.isSaving) setState({ status: "waiting" });
    const timer = setTimeout(() => void flush(), restMs);
    return () => clearTimeout(timer);
  }, [value, flush]);

  useEffect(() => {
    // Leaving the page or the tab is no reason to lose the last words.
    const onHide = () => void flush();
    document.addEventListener("visibilitychange", onHide);
    return () => {
      document.removeEventListener("visibilitychange", onHide);
      void flush();
    };
  }, [flush]);

  return { state, flush: () => void flush() };
}
