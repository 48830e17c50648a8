import { act, useEffect, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { click, get, render } from "../../tests/unit/render";
import type { Attachment } from "../api/use-attachments";
import type { Attachments } from "./attached-data";
import { useQueuedSend } from "./use-queued-send";

const reading: Attachment = { key: "a", name: "rain.csv", status: "reading" };
const ready: Attachment = {
  key: "a",
  name: "rain.csv",
  status: "ready",
  source: {
    id: "s1",
    name: "rain.csv",
    kind: "csv",
    status: "whole",
    columns: [],
    rowCount: 0,
    table: "rain",
    createdAt: "",
  },
};
const failed: Attachment = { key: "a", name: "rain.csv", status: "failed", message: "Couldn't read the file." };

function Sender({ attachment, send }: { attachment: Attachment; send: () => void }) {
  const attachments = { attachments: [attachment], isBusy: attachment.status === "reading" } as unknown as Attachments;
  const queue = useQueuedSend(attachments, send);
  return (
    <>
      <button type="button" onClick={queue.request}>
        {queue.isQueued ? "queued" : "idle"}
      </button>
      <button type="button" id="cancel" onClick={queue.cancel} />
    </>
  );
}

/** Lets a test change the attachment. */
function Host({ first, send, onReady }: HostProps) {
  const [attachment, setAttachment] = useState(first);
  useEffect(() => onReady(setAttachment), [onReady]);
  return <Sender attachment={attachment} send={send} />;
}

interface HostProps {
  first: Attachment;
  send: () => void;
  onReady: (show: (next: Attachment) => void) => void;
}

async function setUp(first: Attachment) {
  const send = vi.fn();
  let show: (next: Attachment) => void = () => undefined;
  const onReady: HostProps["onReady"] = (next) => {
    show = next;
  };
  const place = await render(<Host first={first} send={send} onReady={onReady} />);
  return { place, send, show: (next: Attachment) => act(async () => show(next)) };
}

describe("a message whose file is still being read", () => {
  it("is sent once when the file is ready", async () => {
    const { place, send, show } = await setUp(reading);
    await click(get(place, "button"));
    expect(place.textContent).toBe("queued");
    expect(send).not.toHaveBeenCalled();
    await show(ready);
    expect(send).toHaveBeenCalledOnce();
    expect(place.textContent).toBe("idle");
  });

  it("stays unsent when the file fails", async () => {
    const { place, send, show } = await setUp(reading);
    await click(get(place, "button"));
    await show(failed);
    expect(send).not.toHaveBeenCalled();
    expect(place.textContent).toBe("idle");
  });

  it("stays unsent when it was canceled", async () => {
    const { place, send, show } = await setUp(reading);
    await click(get(place, "button"));
    await click(get(place, "#cancel"));
    await show(ready);
    expect(send).not.toHaveBeenCalled();
  });

  it("is sent immediately when the file is already ready", async () => {
    const { place, send } = await setUp(ready);
    await click(get(place, "button"));
    expect(send).toHaveBeenCalledOnce();
  });
});
