import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { boardsQuery } from "../../api/boards";
import { chartsQuery } from "../../api/charts";
import { chatsQuery } from "../../api/chats";
import { discoverQuery } from "../../api/discover";
import { portolansQuery } from "../../api/portolans";
import { Badge } from "../../ui/badge";
import { formatAgo } from "../../util/format";
import { type ItemKind, itemNames, itemPath } from "../../util/items";
import { type Absence, beginVisit, isDuring, recordVisit } from "../../util/last-visit";
import { whatsNew as text } from "./strings";

const mostShown = 6;

interface NewItem {
  kind: ItemKind;
  id: string;
  title: string;
  updatedAt: string;
  /** Whether it is of another user, in Discover. */
  isPublished: boolean;
}

/** List of items that changed while the user was away; nothing on a first visit, or where nothing changed. */
export function WhatsNew() {
  const absence = useAbsence();
  return absence && <ItemsSince absence={absence} />;
}

function ItemsSince({ absence }: { absence: Absence }) {
  const items = useRecentItems()
    .filter(({ updatedAt }) => isDuring(absence, updatedAt))
    .sort((one, other) => other.updatedAt.localeCompare(one.updatedAt));
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="whats-new">
      <h2 id="whats-new" className="mb-4 font-medium text-sm text-soft">
        {text.newSinceYourLastVisit}
      </h2>
      <ul className="grid gap-2 sm:grid-cols-2">
        {items.slice(0, mostShown).map((item) => (
          <li key={`${item.kind}/${item.id}`} className="min-w-0">
            <Link
              to={itemPath(item.kind, item.id)}
              className="flex items-center gap-3 rounded-xl border border-line bg-raised px-4 py-3 text-sm transition-colors duration-100 hover:border-line-strong"
            >
              <Badge>{itemNames[item.kind].one}</Badge>
              <span className="min-w-0 flex-1 truncate" dir="auto">
                {item.title || text.untitled}
              </span>
              <span className="shrink-0 text-faint text-xs">
                {item.isPublished ? text.inDiscover : formatAgo(item.updatedAt)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The newest items of each kind. The lists are those that the page shows anyway, but for two. */
function useRecentItems(): NewItem[] {
  const charts = useInfiniteQuery(chartsQuery()).data?.pages[0]?.items ?? [];
  const boards = useInfiniteQuery(boardsQuery()).data?.pages[0]?.items ?? [];
  const chats = useInfiniteQuery(chatsQuery()).data?.pages[0]?.items ?? [];
  const portolans = useInfiniteQuery(portolansQuery()).data?.pages[0]?.items ?? [];
  const published = useInfiniteQuery(discoverQuery()).data?.pages[0]?.items ?? [];
  const own = [...asItems("chart", charts), ...asItems("board", boards), ...asItems("portolan", portolans)];
  const known = new Set(own.map(({ id }) => id));
  return [
    ...own,
    ...asItems("chat", chats),
    ...published
      .filter(({ id }) => !known.has(id))
      .map(({ kind, id, title, updatedAt }) => ({ kind, id, title, updatedAt, isPublished: true })),
  ];
}

function asItems(kind: ItemKind, items: readonly { id: string; title: string; updatedAt: string }[]): NewItem[] {
  return items.map(({ id, title, updatedAt }) => ({ kind, id, title, updatedAt, isPublished: false }));
}

/** The absence before this visit. A page that is shown again after a while begins another visit. */
function useAbsence(): Absence | null {
  const [absence, setAbsence] = useState(() => beginVisit(Date.now()));
  useEffect(() => {
    const onVisibility = () => {
      if (document.visibilityState === "hidden") recordVisit(Date.now());
      else setAbsence(beginVisit(Date.now()));
    };
    document.addEventListener("visibilitychange", onVisibility);
    return () => document.removeEventListener("visibilitychange", onVisibility);
  }, []);
  return absence;
}
