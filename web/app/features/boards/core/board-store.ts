import type { Board, BoardEdge, BoardNode, BoardPatch } from "../../../api/boards";
import type { Change, Command } from "./change";
import type { BoardDocument } from "./document";
import * as edits from "./edits";
import { type BoardHistory, NO_HISTORY, record, stepBack, stepForward } from "./history";

/** How far saving is. `waiting` for a network or a server; `refused` by the server, with its reason. */
export type Saving = { phase: "saved" | "saving" | "waiting" } | { phase: "refused"; message: string };

export interface BoardView {
  readonly document: BoardDocument;
  readonly saving: Saving;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** Why a save failed: `passing` is tried again by itself, what is `refused` waits for the next edit. */
export type SaveFailure = { kind: "passing" } | { kind: "refused"; message: string };

export interface BoardEnvironment {
  send(patch: BoardPatch): Promise<{ revision: number }>;
  failureOf(error: unknown): SaveFailure;
  /** Keeps what is not saved over a reload of the page; an empty list when all is. */
  keep(changes: readonly Change[]): void;
  setTimeout(callback: () => void, milliseconds: number): number;
  clearTimeout(timer: number): void;
}

const SAVE_AFTER_MS = 400;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** A board while it is edited: what is shown, the steps back, and the saving. An edit is kept until the server has it. */
export class BoardStore {
  readonly #environment: BoardEnvironment;
  readonly #listeners = new Set<() => void>();
  #edits: edits.Edits;
  #history: BoardHistory = NO_HISTORY;
  #view: BoardView;
  #refusal: string | null = null;
  #timer: number | null = null;
  #failures = 0;
  #isSending = false;
  #isClosed = false;

  constructor(board: Board, kept: readonly Change[], environment: BoardEnvironment) {
    this.#environment = environment;
    this.#edits = edits.open(board, kept);
    this.#view = this.#look();
    if (kept.length > 0) this.#saveIn(0);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getView = (): BoardView => this.#view;

  get document(): BoardDocument {
    return this.#edits.shown;
  }

  /** Does something that can be undone. */
  run(command: Command): void {
    if (command.changes.length === 0) return;
    this.#history = record(this.#history, command);
    this.#change(command.changes);
  }

  /** Label of the undone step; null if there was none. */
  undo(): string | null {
    return this.#step(stepBack(this.#history));
  }

  redo(): string | null {
    return this.#step(stepForward(this.#history));
  }

  #step(step: ReturnType<typeof stepBack>): string | null {
    if (step === null) return null;
    this.#history = step.history;
    this.#change(step.changes);
    return step.label;
  }

  /** The server has added or changed elements by itself. */
  applyRemote(news: { revision: number; nodes: readonly BoardNode[]; edges: readonly BoardEdge[] }): void {
    this.#edits = edits.applyRemote(this.#edits, news);
    this.#keep();
    this.#show();
  }

  /** The server's board as it is now, after messages may have been missed. An answer from before a save is no news. */
  reload(board: Board): void {
    if (this.#isSending || board.revision < this.#edits.revision) return;
    this.#edits = edits.reload(this.#edits, board);
    this.#keep();
    this.#show();
  }

  /** Saves at once what waits: the network is back, or the page goes out of sight. */
  flush(): void {
    if (!this.#isSending && edits.unsaved(this.#edits).length > 0) this.#saveIn(0);
  }

  /** Stops the clock; what is not saved stays kept for the next time. */
  close(): void {
    this.flushNow();
    this.#isClosed = true;
    this.#stopTimer();
  }

  /** As `flush`, without another turn of the clock. */
  flushNow(): void {
    if (this.#isClosed || this.#isSending) return;
    this.#stopTimer();
    void this.#save();
  }

  /** Opens again what was closed. */
  reopen(): void {
    this.#isClosed = false;
    this.flush();
  }

  #change(changes: readonly Change[]) {
    this.#edits = edits.edit(this.#edits, changes);
    this.#refusal = null;
    this.#keep();
    if (!this.#isSending) this.#saveIn(SAVE_AFTER_MS);
    this.#show();
  }

  #saveIn(milliseconds: number) {
    if (this.#isClosed) return;
    this.#stopTimer();
    this.#timer = this.#environment.setTimeout(() => {
      this.#timer = null;
      void this.#save();
    }, milliseconds);
  }

  async #save() {
    const next = edits.nextPatch(this.#edits);
    if (next === null) {
      this.#failures = 0;
      this.#keep();
      return this.#show();
    }
    if (this.#isSending) return;
    this.#isSending = true;
    this.#show();
    try {
      const { revision } = await this.#environment.send(next.patch);
      this.#isSending = false;
      this.#failures = 0;
      this.#edits = edits.confirm(this.#edits, next.changes, revision);
      this.#keep();
      if (edits.nextPatch(this.#edits) !== null) this.#saveIn(SAVE_AFTER_MS);
    } catch (error) {
      this.#isSending = false;
      this.#failed(this.#environment.failureOf(error), next.changes);
    }
    this.#show();
  }

  #failed(failure: SaveFailure, changes: readonly Change[]) {
    if (failure.kind === "refused") {
      this.#refusal = failure.message;
      return;
    }
    this.#edits = edits.requeue(this.#edits, changes);
    this.#keep();
    const wait = Math.min(FIRST_WAIT_MS * 2 ** this.#failures, LONGEST_WAIT_MS);
    this.#failures += 1;
    this.#saveIn(wait);
  }

  #keep() {
    this.#environment.keep(edits.unsaved(this.#edits));
  }

  #show() {
    this.#view = this.#look();
    for (const listener of this.#listeners) listener();
  }

  #look(): BoardView {
    return {
      document: this.#edits.shown,
      saving: this.#saving(),
      canUndo: this.#history.done.length > 0,
      canRedo: this.#history.undone.length > 0,
    };
  }

  #saving(): Saving {
    if (this.#refusal !== null) return { phase: "refused", message: this.#refusal };
    if (this.#failures > 0) return { phase: "waiting" };
    return { phase: this.#isSending || this.#timer !== null ? "saving" : "saved" };
  }

  #stopTimer() {
    if (this.#timer !== null) this.#environment.clearTimeout(this.#timer);
    this.#timer = null;
  }
}
