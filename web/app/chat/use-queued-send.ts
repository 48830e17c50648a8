import { useEffect, useEffectEvent, useState } from "react";
import type { Attachments } from "./attached-data";

export interface QueuedSend {
  /** Whether the message goes as soon as its attachments are ready. */
  isQueued: boolean;
  /** Sends now, or when the attachments are ready. */
  request: () => void;
  cancel: () => void;
}

/** Holds a message back while its attachments are being read. An attachment that fails takes it out of the queue. */
export function useQueuedSend({ isBusy, attachments }: Attachments, send: () => void): QueuedSend {
  const [isQueued, setQueued] = useState(false);
  const sendNow = useEffectEvent(send);
  const hasFailed = attachments.some(({ status }) => status === "failed");
  useEffect(() => {
    if (!isQueued || isBusy) return;
    setQueued(false);
    if (!hasFailed) sendNow();
  }, [isQueued, isBusy, hasFailed]);
  return {
    isQueued,
    request: () => (isBusy ? setQueued(true) : send()),
    cancel: () => setQueued(false),
  };
}
