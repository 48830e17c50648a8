import { ShapeError, validate } from "../contract/validate.ts";
import type { LoadedChat, Rating } from "./chat.ts";
import type { ConnectionHandlers } from "./connection.ts";
import type { Cursor } from "./cursor.ts";
import { type EventFrame, isStored } from "./decode.ts";
import type { ChatEvent } from "./events.ts";
import { adopt, type ChatState, cursorOf, fold, prependTurns, stateOf } from "./fold.ts";
import type { StreamConnection } from "./keep-stream.ts";
import type { Link } from "./link.ts";
import type { TabHandlers } from "./tabs.ts";

/** A chat as a screen sees it. */
export type ViewedChat =
  | { phase: "loading" }
  /** The chat doesn't exist or isn't visible to this user. */
  | { phase: "missing" }
  | { phase: "expired" }
  | { phase: "failed"; message: string }
  | ReadyView;

export interface ReadyView {
  phase: "ready";
  state: ChatState;
  link: Link;
  earlier: "none" | "some" | "loading" | "failed";
  /** The server sends events that this client doesn't know; a reload updates the client. */
  isOutdated: boolean;
}

/** How a chat could not be had; thrown by `ChatStoreEnvironment.loadChat`. */
export class ChatLoadError extends Error {
  readonly reason: "missing" | "expired" | "failed";

  constructor(reason: "missing" | "expired" | "failed", message: string) {
    super(message);
    this.name = "ChatLoadError";
    this.reason = reason;
  }
}

export interface ChatStoreEnvironment {
  /** The newest turns of the chat, or those before `before`; rejects with `ChatLoadError`. */
  loadChat(chatId: string, before: string | null): Promise<unknown>;
  connect(chatId: string, handlers: TabHandlers): StreamConnection;
  /** Runs `paint` soon: once for all that happens before the next frame of the screen. */
  schedule(paint: () => void): void;
}

/** Enough to meet the event that opened the block now open, but for very odd chats. */
const LOOK_BACK = 4;

/** The state of one chat, kept up to date by its event stream while it is open. */
export class ChatStore {
  readonly #chatId: string;
  readonly #environment: ChatStoreEnvironment;
  readonly #listeners = new Set<() => void>();
  readonly #eventListeners = new Set<(event: ChatEvent) => void>();
  #view: ViewedChat = { phase: "loading" };
  #painted: ViewedChat = this.#view;
  #isPaintDue = false;
  #connection: StreamConnection | null = null;
  /** Counts the openings, so that what an earlier one still waits for is dropped. */
  #opening = 0;
  #lookBack = 0;

  constructor(chatId: string, environment: ChatStoreEnvironment) {
    this.#chatId = chatId;
    this.#environment = environment;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getView = (): ViewedChat => this.#painted;

  /** Receives every event that is new to this tab, before it is shown. */
  onEvent(listener: (event: ChatEvent) => void): () => void {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  /** Loads the chat and follows it; again after a failure, too. */
  async open(): Promise<void> {
    this.close();
    const opening = this.#opening;
    if (this.#view.phase !== "ready") this.#set({ phase: "loading" });
    try {
      const chat = validate("LoadedChat", await this.#environment.loadChat(this.#chatId, null));
      if (opening === this.#opening) this.#follow(chat);
    } catch (error) {
      if (opening === this.#opening) this.#set(viewOfFailure(error));
    }
  }

  close(): void {
    this.#opening += 1;
    this.#connection?.close();
    this.#connection = null;
  }

  /** Tries at once where the connection waits. */
  wake(): void {
    this.#connection?.wake();
  }

  async loadEarlier(): Promise<void> {
    const view = this.#view;
    if (view.phase !== "ready" || view.earlier === "none" || view.earlier === "loading") return;
    const opening = this.#opening;
    const first = view.state.chat.turns[0]?.turnId ?? null;
    this.#set({ ...view, earlier: "loading" });
    try {
      const page = validate("LoadedChat", await this.#environment.loadChat(this.#chatId, first));
      if (opening !== this.#opening) return;
      const earlier = page.hasEarlier ? "some" : "none";
      this.#change((ready) => ({ ...ready, earlier, state: prependTurns(ready.state, page.turns) }));
    } catch {
      if (opening === this.#opening) this.#change((ready) => ({ ...ready, earlier: "failed" }));
    }
  }

  /** Shows a rating that is no event of the chat: only this tab knows it before the next load. */
  setRating(turnId: string, rating: Rating | null) {
    this.#change((ready) => {
      const { chat } = ready.state;
      const turns = chat.turns.map((turn) =>
        turn.turnId === turnId ? { ...turn, rating: rating ?? undefined } : turn,
      );
      return { ...ready, state: { ...ready.state, chat: { ...chat, turns } } };
    });
  }

  #follow({ model: _, hasEarlier, ...chat }: LoadedChat) {
    const state = this.#view.phase === "ready" ? adopt(this.#view.state, stateOf(chat)) : stateOf(chat);
    // The snapshot does not have the open block: a running turn starts a little before its end.
    this.#lookBack = state.chat.turns.at(-1)?.outcome === null && !state.live.open ? LOOK_BACK : 0;
    const earlier = hasEarlier ? "some" : "none";
    this.#set({ phase: "ready", state, link: "connecting", earlier, isOutdated: false });
    this.#connection = this.#environment.connect(this.#chatId, this.#handlers());
  }

  #handlers(): TabHandlers & ConnectionHandlers {
    return {
      cursor: () => this.#cursor(),
      frame: (frame) => this.#fold(frame),
      link: (link) => this.#change((ready) => (ready.link === link ? ready : { ...ready, link })),
      unreadable: () => this.#change((ready) => ({ ...ready, isOutdated: true })),
      state: () => this.#ready().state,
      adopt: (other) => this.#change((ready) => ({ ...ready, state: adopt(ready.state, other) })),
    };
  }

  #cursor(): Cursor {
    const { state } = this.#ready();
    if (this.#lookBack === 0) return cursorOf(state);
    return { event: Math.max(0, state.chat.lastEventId - this.#lookBack), offset: null };
  }

  #fold(frame: EventFrame): boolean {
    const view = this.#ready();
    const state = fold(view.state, frame);
    if (state === null) {
      this.#lookBack = Math.max(LOOK_BACK, this.#lookBack * 4);
      return false;
    }
    const isNew = !isStored(frame.event) || state.chat !== view.state.chat;
    if (frame.event.event === "block.delta" || (isNew && isStored(frame.event))) this.#lookBack = 0;
    if (state !== view.state) this.#set({ ...view, state });
    if (isNew) for (const listener of this.#eventListeners) listener(frame.event);
    return true;
  }

  #ready(): ReadyView {
    if (this.#view.phase !== "ready") throw new Error("the stream of a chat that is not loaded");
    return this.#view;
  }

  #change(change: (ready: ReadyView) => ReadyView) {
    if (this.#view.phase === "ready") this.#set(change(this.#view));
  }

  #set(view: ViewedChat) {
    if (view === this.#view) return;
    this.#view = view;
    if (this.#isPaintDue) return;
    this.#isPaintDue = true;
    this.#environment.schedule(() => {
      this.#isPaintDue = false;
      this.#painted = this.#view;
      for (const listener of this.#listeners) listener();
    });
  }
}

function viewOfFailure(error: unknown): ViewedChat {
  if (error instanceof ChatLoadError && error.reason !== "failed") return { phase: error.reason };
  if (error instanceof ShapeError) {
    return { phase: "failed", message: "This chat was written by a newer version. Reload the page." };
  }
  const message = error instanceof Error ? error.message : "The chat could not be loaded.";
  return { phase: "failed", message };
}
