import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { NavLink } from "react-router";
import { chatSearchQuery, chatsQuery } from "../../api/chats";
import { SearchHitLink } from "../../ui/search-hit";
import { Skeleton } from "../../ui/skeleton";
import { classNames } from "../../util/class-names";
import { paths } from "../../util/page-paths";
import { useDebounced } from "../../util/use-debounced";
import { recentChats as strings } from "./strings";

const debounceMs = 200;
const mostHits = 12;

/** The user's chats, newest first, with full-text search. */
export function RecentChats() {
  const [typed, setTyped] = useState("");
  const query = useDebounced(typed.trim(), debounceMs);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <h2 className="sr-only">{strings.chats}</h2>
      <input
        type="search"
        aria-label={strings.searchYourChats}
        placeholder={strings.searchYourChats}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="mb-2 h-8 w-full shrink-0 rounded-lg border border-line bg-raised px-3 text-sm placeholder:text-faint"
      />
      {query === "" ? <NewestChats /> : <FoundChats query={query} />}
    </div>
  );
}

function FoundChats({ query }: { query: string }) {
  const { data: chats, isError, refetch } = useQuery(chatSearchQuery(query, mostHits));
  return (
    <ul aria-label={strings.matchingChats} className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 pb-3">
      {isError && <Failure onRetry={() => void refetch()} />}
      {chats?.length === 0 && <li className="px-3 py-1 text-faint text-sm">{strings.noResultsFor(query)}</li>}
      {chats?.map(({ id, title, match }) => (
        <li key={id}>
          <SearchHitLink
            to={paths.chat(id, match?.turnId ?? undefined)}
            title={title}
            snippet={match?.snippet ?? null}
          />
        </li>
      ))}
    </ul>
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <li className="px-3 py-1 text-soft text-sm">
      {strings.couldntLoadYourChats}{" "}
      <button type="button" className="text-accent underline-offset-2 hover:underline" onClick={onRetry}>
        {strings.tryAgain}
      </button>
    </li>
  );
}

function NewestChats() {
  const { data, isPending, isError, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(chatsQuery());
  const chats = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <h3 className="px-3 pt-1.5 pb-1.5 text-faint text-xs">{strings.recent}</h3>
      <ul className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 pb-3">
        {isPending && ["w-4/5", "w-3/5", "w-2/3"].map((width) => <PlaceholderRow key={width} width={width} />)}
        {isError && <Failure onRetry={() => void refetch()} />}
        {data && chats.length === 0 && <li className="px-3 py-1 text-faint text-sm">{strings.yourChatsAppearHere}</li>}
        {chats.map(({ id, title }) => (
          <li key={id}>
            <NavLink
              to={paths.chat(id)}
              className={({ isActive }) =>
                classNames(
                  "block truncate rounded-lg px-3 py-1.5 text-sm transition-colors duration-100",
                  isActive ? "bg-line/60 text-ink" : "text-soft hover:bg-line/50 hover:text-ink",
                )
              }
            >
              {title || strings.newChat}
            </NavLink>
          </li>
        ))}
        {hasNextPage && (
          <li>
            <button
              type="button"
              onClick={() => fetchNextPage()}
              className="px-3 py-1.5 text-accent text-sm underline-offset-2 hover:underline"
            >
              {strings.showMore}
            </button>
          </li>
        )}
      </ul>
    </>
  );
}

function PlaceholderRow({ width }: { width: string }) {
  return (
    <li className="px-3 py-2.5">
      <Skeleton className={`h-3 ${width}`} />
    </li>
  );
}
