import type { WireMessage } from "./decode.ts";
import type { ConnectionEnvironment, StreamSource } from "./keep-stream.ts";
import type { TabChannel, TabEnvironment } from "./tabs.ts";

const timers = {
  setTimeout: (callback: () => void, milliseconds: number) => window.setTimeout(callback, milliseconds),
  clearTimeout: (timer: number) => window.clearTimeout(timer),
};

export function browserConnection(renewSession: () => Promise<boolean>): ConnectionEnvironment {
  return {
    ...timers,
    renewSession,
    random: Math.random,
    openSource: (url) => openSource(url),
    probe: async (url) => {
      const stop = new AbortController();
      const response = await fetch(url, { headers: { Accept: "text/event-stream" }, signal: stop.signal });
      // The headers say all; the body would be the stream itself.
      stop.abort();
      return response.status;
    },
    onWake: (wake) => {
      const wakeIfVisible = () => {
        if (document.visibilityState === "visible") wake();
      };
      window.addEventListener("online", wake);
      document.addEventListener("visibilitychange", wakeIfVisible);
      return () => {
        window.removeEventListener("online", wake);
        document.removeEventListener("visibilitychange", wakeIfVisible);
      };
    },
    onLoss: (lose) => {
      window.addEventListener("offline", lose);
      return () => window.removeEventListener("offline", lose);
    },
  };
}

export function browserTabs(): TabEnvironment {
  return {
    ...timers,
    openChannel: <Message>(name: string) => {
      const canShare = typeof BroadcastChannel === "function" && "locks" in navigator;
      return canShare ? openChannel<Message>(name) : null;
    },
    requestLead: (name, lead) => {
      const stop = new AbortController();
      let release = () => stop.abort();
      const hold = () => {
        if (stop.signal.aborted) return;
        lead();
        return new Promise<void>((resolve) => {
          release = resolve;
        });
      };
      // Rejects where this tab stops waiting before its turn comes.
      navigator.locks.request(name, { signal: stop.signal }, hold).catch(() => undefined);
      return () => {
        stop.abort();
        release();
      };
    },
    isVisible: () => document.visibilityState === "visible",
  };
}

/** Once for each frame of the screen; a hidden page has none, so that it does not wait for one. */
export function scheduleFrame(paint: () => void): void {
  if (document.visibilityState === "visible") requestAnimationFrame(paint);
  else queueMicrotask(paint);
}

function openSource(url: string): StreamSource {
  const source = new EventSource(url);
  return {
    addEventListener: (name, listener) => {
      source.addEventListener(name, (event) => listener(event as Event & WireMessage));
    },
    close: () => source.close(),
  };
}

function openChannel<Message>(name: string): TabChannel<Message> {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    onMessage: (listener) => {
      channel.onmessage = (event: MessageEvent<Message>) => listener(event.data);
    },
    close: () => channel.close(),
  };
}
