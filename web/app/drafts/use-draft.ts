import { useEffect, useRef, useState } from "react";
import { ApiProblem, describeFailure, NetworkFailure } from "../api/problem";
import { keepLocalDraft, loadLocalDraft, removeLocalDraft } from "./local-draft";

/** Waits between attempts of a save that failed in passing; the last one repeats. */
const RETRY_MS = [1_000, 2_000, 5_000, 15_000, 30_000, 60_000];

/** A value as the server has it. */
export interface Stored<T> {
  value: T;
  revision: number;
}

export interface DraftOptions<T> {
  /** Names the local draft, such as `chart-{id}`. */
  name: string;
  /** The value as it is edited now. */
  value: T;
  /** The value as it was loaded; null for something that was never saved. */
  stored: Stored<T> | null;
  isSame: (one: T, other: T) => boolean;
  /** Reads a local draft; null for another shape. */
  parse: (value: unknown) => T | null;
  /** Saves a value that was edited from `base` and returns the new revision. */
  save: (value: T, base: Stored<T> | null) => Promise<number>;
  /** The stored state in the refusal of a save; null for any other failure. */
  conflictOf: (error: unknown) => Stored<T> | null;
  /** Shows a value that the user did not type: a restored draft, or the stored state. */
  onReplace: (value: T) => void;
  /** Milliseconds without a change after which the value is saved; null if the user saves. */
  autosaveMs: number | null;
}

export type DraftState<T> =
  | { status: "idle" | "saving" }
  | { status: "retrying"; message: string }
  /** `value` was refused; another value is tried again. */
  | { status: "failed"; message: string; value: T }
  | { status: "conflict"; theirs: Stored<T>; isOpen: boolean };

export interface Draft<T> {
  state: DraftState<T>;
  /** Whether the value differs from the stored one. */
  isChanged: boolean;
  /** Whether the value comes from a local draft, and is not saved yet. */
  isRestored: boolean;
  /** The stored value; null for something that was never saved. */
  saved: T | null;
  /** Saves what has changed; true once everything is stored. */
  save: () => Promise<boolean>;
  /** Restores the stored value and deletes the local draft. */
  discard: () => void;
  /** Ends a conflict by saving the value over the stored one. */
  keepMine: () => Promise<boolean>;
  /** Ends a conflict by showing the stored value. */
  keepTheirs: () => void;
  /** Closes the conflict for now: the next save opens it again. */
  postpone: () => void;
}

/**
 * Edits a value that the server stores by revision. Unsaved changes are kept in this browser; a save that fails in passing is
 * repeated with growing waits; a save over another change becomes a conflict for the user to resolve.
 */
export function useDraft<T>(options: DraftOptions<T>): Draft<T> {
  const { name, value, isSame, autosaveMs } = options;
  const [state, setState] = useState<DraftState<T>>({ status: "idle" });
  const [base, setBase] = useState(options.stored);
  const [isRestored, setRestored] = useState(false);
  const latest = useRef({ options, base, state });
  latest.current.options = options;
  // A running save reads these between attempts, without waiting for a render.
  const running = useRef<Promise<boolean> | null>(null);
  const failures = useRef(0);
  const kept = useRef<string | null>(null);

  const [actions] = useState(() => {
    function show(next: DraftState<T>) {
      latest.current.state = next;
      setState(next);
    }

    function rebase(next: Stored<T> | null) {
      latest.current.base = next;
      setBase(next);
    }

    function isStored(): boolean {
      const { base, options } = latest.current;
      return base !== null && options.isSame(base.value, options.value);
    }

    async function saveAll(): Promise<boolean> {
      while (!isStored()) {
        const { options, base } = latest.current;
        const sent = options.value;
        show({ status: "saving" });
        try {
          rebase({ value: sent, revision: await options.save(sent, base) });
        } catch (error) {
          const theirs = options.conflictOf(error);
          // The answer to an earlier attempt was lost: the value is stored already.
          if (theirs !== null && options.isSame(theirs.value, sent)) rebase({ ...theirs, value: sent });
          else {
            fail(sent, error, theirs);
            return false;
          }
        }
        failures.current = 0;
      }
      removeLocalDraft(latest.current.options.name, kept.current);
      setRestored(false);
      show({ status: "idle" });
      return true;
    }

    function fail(value: T, error: unknown, theirs: Stored<T> | null) {
      if (theirs !== null) {
        show({ status: "conflict", theirs, isOpen: true });
        return;
      }
      // A second attempt to create something could create it twice.
      const isRepeatable = isPassing(error) && latest.current.base !== null;
      const message = describeFailure(error);
      show(isRepeatable ? { status: "retrying", message } : { status: "failed", message, value });
      failures.current += 1;
    }

    function save(): Promise<boolean> {
      const { state } = latest.current;
      if (state.status === "conflict") {
        show({ ...state, isOpen: true });
        return Promise.resolve(false);
      }
      running.current ??= saveAll().finally(() => {
        running.current = null;
      });
      return running.current;
    }

    function replace(next: T) {
      latest.current.options.onReplace(next);
      setRestored(false);
    }

    return {
      save,
      discard() {
        const { base, options } = latest.current;
        removeLocalDraft(options.name, kept.current);
        show({ status: "idle" });
        if (base !== null) replace(base.value);
      },
      async keepMine() {
        const { state } = latest.current;
        if (state.status !== "conflict") return false;
        rebase(state.theirs);
        show({ status: "idle" });
        return save();
      },
      keepTheirs() {
        const { state } = latest.current;
        if (state.status !== "conflict") return;
        rebase(state.theirs);
        show({ status: "idle" });
        replace(state.theirs.value);
      },
      postpone() {
        const { state } = latest.current;
        if (state.status === "conflict") show({ ...state, isOpen: false });
      },
      /** Restores unsaved edits; edits of an older revision are a conflict immediately. */
      restore() {
        const { options, base } = latest.current;
        const local = loadLocalDraft(options.name, options.parse);
        if (local === null || (base !== null && options.isSame(local.value, base.value))) return;
        kept.current = keepLocalDraft(options.name, local);
        options.onReplace(local.value);
        setRestored(true);
        if (base !== null && local.revision !== null && local.revision !== base.revision) {
          rebase({ ...base, revision: local.revision });
          show({ status: "conflict", theirs: base, isOpen: true });
        }
      },
    };
  });

  const isChanged = base === null || !isSame(base.value, value);
  const revision = base?.revision ?? null;

  useEffect(() => actions.restore(), [actions]);

  const isFirst = useRef(true);
  useEffect(() => {
    // The first value is the loaded one; a draft of an earlier visit must outlive it.
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    if (!isChanged) removeLocalDraft(name, kept.current);
    else kept.current = keepLocalDraft(name, { value, revision });
  }, [name, value, revision, isChanged]);

  const isUntried = state.status === "idle" || (state.status === "failed" && !Object.is(state.value, value));
  const isDue = isChanged && isUntried && autosaveMs !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the value begins the wait anew
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => void actions.save(), autosaveMs);
    return () => clearTimeout(timer);
  }, [value, isDue, autosaveMs, actions]);

  useEffect(() => {
    if (state.status !== "retrying") return;
    const wait = RETRY_MS[Math.min(failures.current, RETRY_MS.length) - 1] ?? 0;
    const retry = () => void actions.save();
    const timer = setTimeout(retry, wait);
    window.addEventListener("online", retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", retry);
    };
  }, [state, actions]);

  useEffect(() => {
    if (autosaveMs === null) return;
    // A tab that is hidden may never be shown again.
    const onHide = () => void actions.save();
    document.addEventListener("visibilitychange", onHide);
    return () => document.removeEventListener("visibilitychange", onHide);
  }, [autosaveMs, actions]);

  return { ...actions, state, isChanged, isRestored: isRestored && isChanged, saved: base?.value ?? null };
}

/** Whether the same request may well succeed in a moment. */
function isPassing(error: unknown): boolean {
  if (error instanceof NetworkFailure) return true;
  return error instanceof ApiProblem && (error.status >= 500 || error.status === 429) && error.status !== 507;
}
