import { useEffect, useState } from "react";
import type { ChatStore } from "../stream/chat-store.ts";
import { announcementOf } from "./announce.ts";
import { announcer as strings } from "./strings";

interface Announcement {
  key: number;
  text: string;
}

/** Reads finished pieces of answers out to those who listen; nothing of it is seen. */
export function Announcer({ store }: { store: ChatStore }) {
  const [announcements, setAnnouncements] = useState<readonly Announcement[]>([]);
  useEffect(
    () =>
      store.onEvent((event) => {
        const text = announcementOf(event);
        if (text === null) return;
        setAnnouncements((before) => [...before.slice(-7), { key: (before.at(-1)?.key ?? 0) + 1, text }]);
      }),
    [store],
  );
  return (
    <div role="log" aria-label={strings.answerProgress} className="sr-only">
      {announcements.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  );
}
