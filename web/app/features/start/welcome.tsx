import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { chatsQuery } from "../../api/chats";
import { professionalInfoOf, profileQuery } from "../../api/profile";
import { IconButton } from "../../ui/button";
import { paths } from "../../util/page-paths";

const storageKey = "portolan-welcomed";

const steps = [
  { title: "Click a question", text: "The samples below are real tables. One click, and your first chart is drawn." },
  { title: "Check the answer", text: "Each number leads to the query that it came from, and to the rows." },
  { title: "Bring your own", text: "Drop a file or paste a table into the box above, and ask in your words." },
];

/** How to get to the first chart, for somebody who has asked nothing yet. */
export function Welcome() {
  const { data: chats } = useInfiniteQuery(chatsQuery());
  const { data: profile } = useQuery(profileQuery());
  const [isClosed, setClosed] = useState(wasClosed);
  const isNew = chats?.pages[0]?.items.length === 0;
  if (!isNew || isClosed) return null;
  const toldNothing = profile !== undefined && professionalInfoOf(profile).occupation === "";
  return (
    <section
      aria-label="How to begin"
      className="relative rounded-2xl border border-accent/25 bg-accent-wash px-6 py-5 sm:pr-14"
    >
      <ol className="grid gap-5 sm:grid-cols-3">
        {steps.map(({ title, text }, place) => (
          <li key={title} className="flex gap-3 text-sm">
            <span
              aria-hidden
              className="grid size-6 shrink-0 place-items-center rounded-full bg-accent font-semibold text-on-accent text-xs"
            >
              {place + 1}
            </span>
            <span>
              <b className="font-semibold">{title}</b>
              <span className="mt-0.5 block text-soft">{text}</span>
            </span>
          </li>
        ))}
      </ol>
      {toldNothing && (
        <p className="mt-4 text-soft text-sm">
          Half a minute to spare?{" "}
          <Link to={paths.professionalInfo()} className="font-medium text-accent-strong underline underline-offset-4">
            Tell us what you work on
          </Link>
          .
        </p>
      )}
      <IconButton
        label="Close these hints"
        className="absolute top-2 right-2"
        onClick={() => {
          close();
          setClosed(true);
        }}
      >
        <X aria-hidden className="size-4" />
      </IconButton>
    </section>
  );
}

function wasClosed(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

function close(): void {
  try {
    localStorage.setItem(storageKey, "closed");
  } catch {
    // Storage can be forbidden; the hints then come back with the next page.
  }
}
