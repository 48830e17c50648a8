import { useInfiniteQuery } from "@tanstack/react-query";
import { boardsQuery } from "../../api/boards";
import { formatAgo } from "../../util/format";
import { paths } from "../../util/page-paths";
import { recentBoards as text } from "./strings";

/** The newest boards, each opened in a tab; nothing for a user who has none. */
export function RecentBoards() {
  const boards = useInfiniteQuery(boardsQuery(5)).data?.pages[0]?.items ?? [];
  if (boards.length === 0) return null;
  return (
    <section aria-labelledby="recent-boards">
      <h2 id="recent-boards" className="mb-2 text-soft text-sm">
        {text.recentBoards}
      </h2>
      <ul className="divide-y divide-line rounded-2xl border border-line">
        {boards.slice(0, 5).map(({ id, title, updatedAt }) => (
          <li key={id}>
            <a
              href={paths.board(id)}
              target="_blank"
              rel="noopener"
              className="flex items-center justify-between gap-3 px-4 py-2.5 text-sm hover:bg-surface"
            >
              <span className="truncate" dir="auto">
                {title || text.untitledBoard}
              </span>
              <span className="shrink-0 text-faint text-xs">{formatAgo(updatedAt)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
