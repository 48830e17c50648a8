import { useEffect, useState } from "react";
import { type PanelMessage, readPanelMessage } from "./panel-message";

/** The page that the extension has last shown to this panel; null before the first. */
export function useCapturedPage(): PanelMessage | null {
  const [message, setMessage] = useState<PanelMessage | null>(null);
  useEffect(() => {
    const onMessage = (event: MessageEvent<unknown>) => {
      const read = event.source === window.parent ? readPanelMessage(event) : null;
      if (read) setMessage(read);
    };
    window.addEventListener("message", onMessage);
    // Not secret: any embedding page may know that this one listens.
    if (window.parent !== window) window.parent.postMessage({ portolan: "ready" }, "*");
    return () => window.removeEventListener("message", onMessage);
  }, []);
  return message;
}
