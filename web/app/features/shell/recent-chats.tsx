import { useInfiniteQuery } from "@tanstack/react-query";
import { NavLink } from "react-router";
import { chatsQuery } from "../../api/chats";
import { Skeleton } from "../../ui/skeleton";
import { classNames } from "../../util/class-names";
import { paths } from "../../util/paths";

export function RecentChats() {
  const { data, isPending, isError, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(chatsQuery());
  const chats = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <h2 className="px-3 pb-1.5 text-faint text-xs">Recent</h2>
      <ul className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 pb-3">
        {isPending && ["w-4/5", "w-3/5", "w-2/3"].map((width) => <PlaceholderRow key={width} width={width} />)}
        {isError && (
          <li className="px-3 py-1 text-sm text-soft">
            Your chats could not be loaded.{" "}
            <button type="button" className="text-accent underline-offset-2 hover:underline" onClick={() => refetch()}>
              Try again
            </button>
          </li>
        )}
        {data && chats.length === 0 && <li className="px-3 py-1 text-faint text-sm">Your chats will be here.</li>}
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
              {title || "New chat"}
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
              Show more
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}

function PlaceholderRow({ width }: { width: string }) {
  return (
    <li className="px-3 py-2.5">
      <Skeleton className={`h-3 ${width}`} />
    </li>
  );
}
