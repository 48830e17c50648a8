import type { ConnectionHandlers } from "./connection.ts";
import type { EventFrame } from "./decode.ts";
import type { ChatState } from "./fold.ts";
import type { StreamConnection } from "./keep-stream.ts";
import type { Link } from "./link.ts";

/** Messages between tabs of one chat. */
export type TabMessage =
  | { kind: "hello" }
  | { kind: "wake" }
  | { kind: "snapshot"; state: ChatState; link: Link }
  | { kind: "frame"; frame: EventFrame }
  | { kind: "link"; link: Link };

/** The part of a `BroadcastChannel` that is used. */
export interface TabChannel<Message> {
  post(message: Message): void;
  onMessage(listener: (message: Message) => void): void;
  close(): void;
}

export interface TabEnvironment {
  /** Null if the browser has no `BroadcastChannel` or no Web Locks. */
  openChannel<Message>(name: string): TabChannel<Message> | null;
  /** Calls `lead` once this tab holds the lock; the returned function gives it back. */
  requestLead(name: string, lead: () => void): () => void;
  isVisible(): boolean;
  setTimeout(callback: () => void, milliseconds: number): number;
  clearTimeout(timer: number): void;
}

export interface TabHandlers extends ConnectionHandlers {
  state(): ChatState;
  /** Takes over what another tab knows. */
  adopt(state: ChatState): void;
}

/** How long a tab waits for the leading one before it opens a connection of its own. */
const LEADER_ANSWER_MS = 1_500;
const WAKE_EVERY_MS = 3_000;

/**
 * One event stream for all tabs of a chat, as a browser allows few connections to a host: the tab
 * that holds a lock has it and tells the others each frame. A tab that hears nothing from a leader
 * has its own; when the leading tab goes, the next one in the lock's queue leads.
 */
export function joinTabs(
  chatId: string,
  handlers: TabHandlers,
  connect: (handlers: ConnectionHandlers) => StreamConnection,
  environment: TabEnvironment,
): StreamConnection {
  const name = `portolan-chat-${chatId}`;
  const channel = environment.openChannel<TabMessage>(name);
  if (channel === null) return connect(handlers);
  return new TabMember(name, channel, handlers, connect, environment);
}

class TabMember implements StreamConnection {
  readonly #channel: TabChannel<TabMessage>;
  readonly #handlers: TabHandlers;
  readonly #connect: (handlers: ConnectionHandlers) => StreamConnection;
  readonly #environment: TabEnvironment;
  readonly #giveLeadBack: () => void;
  #own: StreamConnection | null = null;
  #isLeader = false;
  #isAsking = true;
  #link: Link = "connecting";
  #patience: number | null;
  #wakeTimer: number | null = null;

  constructor(
    name: string,
    channel: TabChannel<TabMessage>,
    handlers: TabHandlers,
    connect: (handlers: ConnectionHandlers) => StreamConnection,
    environment: TabEnvironment,
  ) {
    this.#channel = channel;
    this.#handlers = handlers;
    this.#connect = connect;
    this.#environment = environment;
    channel.onMessage((message) => this.#hear(message));
    this.#patience = environment.setTimeout(() => this.#connectAlone(), LEADER_ANSWER_MS);
    handlers.link("connecting");
    channel.post({ kind: "hello" });
    this.#giveLeadBack = environment.requestLead(name, () => this.#lead());
  }

  wake() {
    if (this.#own) this.#own.wake();
    else this.#channel.post({ kind: "wake" });
  }

  close() {
    this.#stopPatience();
    this.#stopWaking();
    this.#own?.close();
    this.#giveLeadBack();
    this.#channel.close();
  }

  #lead() {
    this.#isLeader = true;
    this.#stopPatience();
    this.#stopWaking();
    this.#own ??= this.#connectOwn();
    this.#postSnapshot();
  }

  #connectAlone() {
    this.#own ??= this.#connectOwn();
  }

  #connectOwn(): StreamConnection {
    return this.#connect({
      cursor: () => this.#handlers.cursor(),
      frame: (frame) => {
        const isFolded = this.#handlers.frame(frame);
        if (this.#isLeader && isFolded) this.#channel.post({ kind: "frame", frame });
        return isFolded;
      },
      link: (link) => {
        this.#setLink(link);
        if (this.#isLeader) this.#channel.post({ kind: "link", link });
      },
      unreadable: (error) => this.#handlers.unreadable(error),
    });
  }

  #hear(message: TabMessage) {
    if (this.#isLeader) {
      if (message.kind === "hello") this.#postSnapshot();
      else if (message.kind === "wake") this.#own?.wake();
      return;
    }
    // A tab with a connection of its own has everything from there.
    if (this.#own) return;
    switch (message.kind) {
      case "snapshot":
        this.#isAsking = false;
        this.#stopPatience();
        this.#handlers.adopt(message.state);
        this.#setLink(message.link);
        return;
      case "frame":
        if (!this.#isAsking && !this.#handlers.frame(message.frame)) this.#ask();
        return;
      case "link":
        if (!this.#isAsking) this.#setLink(message.link);
    }
  }

  #ask() {
    this.#isAsking = true;
    this.#patience = this.#environment.setTimeout(() => this.#connectAlone(), LEADER_ANSWER_MS);
    this.#channel.post({ kind: "hello" });
  }

  #postSnapshot() {
    this.#channel.post({ kind: "snapshot", state: this.#handlers.state(), link: this.#link });
  }

  #setLink(link: Link) {
    this.#link = link;
    this.#handlers.link(link);
    if (link === "reconnecting" && !this.#own) this.#urge();
    else this.#stopWaking();
  }

  /** A leader in the background has slow timers: a tab that a user looks at drives it. */
  #urge() {
    this.#stopWaking();
    if (this.#environment.isVisible()) this.#channel.post({ kind: "wake" });
    this.#wakeTimer = this.#environment.setTimeout(() => this.#urge(), WAKE_EVERY_MS);
  }

  #stopWaking() {
    if (this.#wakeTimer !== null) this.#environment.clearTimeout(this.#wakeTimer);
    this.#wakeTimer = null;
  }

  #stopPatience() {
    if (this.#patience !== null) this.#environment.clearTimeout(this.#patience);
    this.#patience = null;
  }
}
