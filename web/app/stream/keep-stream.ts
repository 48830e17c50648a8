import type { WireMessage } from "./decode.ts";
import type { Link } from "./link.ts";

/** The part of an `EventSource` that is used. */
export interface StreamSource {
  addEventListener(name: string, listener: (message: WireMessage) => void): void;
  close(): void;
}

/** Browser APIs that a stream uses; tests inject their own. */
export interface ConnectionEnvironment {
  openSource(url: string): StreamSource;
  /** The status that a request for the stream gets; rejects without a network. */
  probe(url: string): Promise<number>;
  /** Tries to renew the session; false if it is over. */
  renewSession(): Promise<boolean>;
  /** Calls back when a try is worth making at once: network back, tab shown. */
  onWake(wake: () => void): () => void;
  /** Calls back when the network is down, which a stream doesn't notice for minutes. */
  onLoss(lose: () => void): () => void;
  setTimeout(callback: () => void, milliseconds: number): number;
  clearTimeout(timer: number): void;
  /** From 0 up to 1. */
  random(): number;
}

export interface StreamHandlers {
  /** Returns the resume cursor; called on each attempt. */
  url(): string;
  /** An `EventSource` receives only names with a listener. */
  names: readonly string[];
  /** False where something before the message is missing: the stream then starts anew. */
  message(message: WireMessage): boolean;
  link(link: Link): void;
}

export interface StreamConnection {
  /** Tries again at once where it waits. */
  wake(): void;
  close(): void;
}

const SILENT_LOSS_MS = 2_000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
/** A stream that lasted this long was a good one, even if nothing happened in it. */
const STEADY_MS = 5_000;

/**
 * Keeps one event stream open until `close`, or until there is no session or no such stream. Own tries instead of the
 * native ones of `EventSource`: those cannot tell a 401 from a cut, wait for seconds, and stop at the first answer that
 * is not a stream.
 */
export function keepStream(handlers: StreamHandlers, environment: ConnectionEnvironment): StreamConnection {
  let source: StreamSource | null = null;
  let retryTimer: number | null = null;
  let noticeTimer: number | null = null;
  let steadyTimer: number | null = null;
  let failures = 0;
  let isOver = false;

  const stopWaking = environment.onWake(wake);
  const stopWatching = environment.onLoss(lose);
  handlers.link("connecting");
  open();
  return { wake, close };

  function open() {
    stopTimer();
    const url = handlers.url();
    const opening = environment.openSource(url);
    let wasOpen = false;
    source = opening;
    opening.addEventListener("open", () => {
      if (source !== opening) return;
      wasOpen = true;
      settle();
    });
    opening.addEventListener("error", () => {
      if (source !== opening) return;
      drop();
      if (wasOpen) retry();
      else void explain(url);
    });
    for (const name of handlers.names) {
      opening.addEventListener(name, (message) => {
        if (source === opening) receive(message);
      });
    }
  }

  function receive(message: WireMessage) {
    failures = 0;
    if (!handlers.message(message)) {
      drop();
      retry();
    }
  }

  function settle() {
    stopNotice();
    steadyTimer = environment.setTimeout(() => {
      failures = 0;
    }, STEADY_MS);
    handlers.link("live");
  }

  /** The stream was refused: asks why, because an `EventSource` does not say. */
  async function explain(url: string) {
    const status = await environment.probe(url).catch(() => null);
    if (isOver || source !== null || retryTimer !== null) return;
    if (status === 401) {
      const isRenewed = await environment.renewSession().catch(() => true);
      if (isOver || source !== null || retryTimer !== null) return;
      if (isRenewed && failures < 3) retry();
      else end("expired");
    } else if (status === 403 || status === 404) end("gone");
    else retry();
  }

  function retry() {
    if (isOver || retryTimer !== null) return;
    noticeTimer ??= environment.setTimeout(() => handlers.link("reconnecting"), SILENT_LOSS_MS);
    const wait = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
    failures += 1;
    retryTimer = environment.setTimeout(open, wait * (0.5 + environment.random() / 2));
  }

  function wake() {
    if (retryTimer !== null) open();
  }

  function lose() {
    if (source === null) return;
    drop();
    retry();
  }

  function end(link: Link) {
    close();
    handlers.link(link);
  }

  function close() {
    isOver = true;
    drop();
    stopTimer();
    stopNotice();
    stopWaking();
    stopWatching();
  }

  function drop() {
    source?.close();
    source = null;
    if (steadyTimer !== null) environment.clearTimeout(steadyTimer);
    steadyTimer = null;
  }

  function stopNotice() {
    if (noticeTimer !== null) environment.clearTimeout(noticeTimer);
    noticeTimer = null;
  }

  function stopTimer() {
    if (retryTimer !== null) environment.clearTimeout(retryTimer);
    retryTimer = null;
  }
}
