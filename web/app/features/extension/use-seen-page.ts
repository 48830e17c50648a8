import { useEffect, useState } from "react";
import { readSeenMessage, type SeenMessage } from "./seen-message";

/** The page that the extension has last shown to this panel; null before the first. */
export function useSeenPage(): SeenMessage | null {
  const [message, setMessage] = useState<SeenMessage | null>(null);
  useEffect(() => {
    const onMessage = (event: MessageEvent<unknown>) => {
      const read = event.source === window.parent ? readSeenMessage(event) : null;
      if (read) setMessage(read);
    };
    window.addEventListener("message", onMessage);
    // Nothing secret: anyone who is around this page may know that it listens.
    if (window.parent !== window) window.parent.postMessage({ portolan: "ready" }, "*");
    return () => window.removeEventListener("message", onMessage);
  }, []);
  return message;
}
