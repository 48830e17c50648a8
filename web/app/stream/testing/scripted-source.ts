import type { WireMessage } from "../decode.ts";
import type { ConnectionEnvironment, StreamSource } from "../keep-stream.ts";
import type { LogEvent } from "./event-log.ts";

/** An event source that does what a test says. */
export class ScriptedSource implements StreamSource {
  readonly url: string;
  isClosed = false;
  readonly #listeners = new Map<string, ((message: WireMessage) => void)[]>();
  #lastEventId = "";

  constructor(url: string) {
    this.url = url;
  }

  addEventListener(name: string, listener: (message: WireMessage) => void) {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
  }

  close() {
    this.isClosed = true;
  }

  open() {
    this.#dispatch({ type: "open", data: "", lastEventId: "" });
  }

  fail() {
    this.#dispatch({ type: "error", data: "", lastEventId: "" });
  }

  /** As browsers do, an event without an id comes with the last one. */
  send(...events: LogEvent[]) {
    for (const event of events) {
      this.#lastEventId = event.id ?? this.#lastEventId;
      this.#dispatch({ type: event.event, data: JSON.stringify(event.data), lastEventId: this.#lastEventId });
    }
  }

  sendRaw(type: string, data: string) {
    this.#dispatch({ type, data, lastEventId: this.#lastEventId });
  }

  #dispatch(message: WireMessage) {
    if (this.isClosed) return;
    for (const listener of this.#listeners.get(message.type) ?? []) listener(message);
  }
}

/** The browser of a scripted connection; time is the test's. */
export class ScriptedBrowser implements ConnectionEnvironment {
  readonly sources: ScriptedSource[] = [];
  /** Responses of `probe`; null rejects, as without a network. */
  status: number | null = 200;
  canRenew = false;
  readonly #wakes = new Set<() => void>();
  readonly #losses = new Set<() => void>();

  get source(): ScriptedSource {
    const source = this.sources.at(-1);
    if (!source) throw new Error("no source was opened");
    return source;
  }

  openSource(url: string): StreamSource {
    const source = new ScriptedSource(url);
    this.sources.push(source);
    return source;
  }

  probe(): Promise<number> {
    return this.status === null ? Promise.reject(new TypeError("no network")) : Promise.resolve(this.status);
  }

  renewSession(): Promise<boolean> {
    return Promise.resolve(this.canRenew);
  }

  onWake(wake: () => void): () => void {
    this.#wakes.add(wake);
    return () => this.#wakes.delete(wake);
  }

  wake() {
    for (const wake of this.#wakes) wake();
  }

  onLoss(lose: () => void): () => void {
    this.#losses.add(lose);
    return () => this.#losses.delete(lose);
  }

  loseNetwork() {
    for (const lose of this.#losses) lose();
  }

  setTimeout(callback: () => void, milliseconds: number): number {
    return setTimeout(callback, milliseconds) as unknown as number;
  }

  clearTimeout(timer: number) {
    clearTimeout(timer);
  }

  random(): number {
    return 0.5;
  }
}
