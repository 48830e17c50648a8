import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { boardsQuery } from "../../api/boards";
import { chartsQuery } from "../../api/charts";
import { type ChatSummary, chatsQuery } from "../../api/chats";
import { Card } from "../../ui/card";
import { Thumbnail } from "../../ui/thumbnail";
import { countOf, formatAgo } from "../../util/format";
import { paths } from "../../util/page-paths";
import { apiPaths } from "../../util/paths";
import { useTheme } from "../../util/theme";
import { recentItems as strings } from "./strings";

/** The newest charts, boards and chats; nothing for a user who has none yet. */
export function RecentItems() {
  const theme = useTheme();
  const charts = useInfiniteQuery(chartsQuery()).data?.pages[0]?.items.slice(0, 3) ?? [];
  const boards = useInfiniteQuery(boardsQuery()).data?.pages[0]?.items.slice(0, 3) ?? [];
  const chats = useInfiniteQuery(chatsQuery()).data?.pages[0]?.items.slice(0, 5) ?? [];
  return (
    <>
      {charts.length > 0 && (
        <section aria-labelledby="recent-charts">
          <SectionTitle id="recent-charts" title={strings.recentCharts} to={paths.charts()} ofWhat={strings.charts} />
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {charts.map(({ id, title, version }) => (
              <li key={id} className="min-w-0 sm:max-lg:nth-3:hidden">
                <Card className="relative h-full overflow-hidden transition-colors duration-100 hover:border-line-strong">
                  <Thumbnail url={apiPaths.chartThumbnail(id, { theme, version })} />
                  <h3 className="border-line border-t px-4 py-3 font-medium text-sm">
                    <Link to={paths.chart(id)} className="line-clamp-2 after:absolute after:inset-0 after:rounded-2xl">
                      {title}
                    </Link>
                  </h3>
                </Card>
              </li>
            ))}
          </ul>
        </section>
      )}
      {boards.length > 0 && (
        <section aria-labelledby="recent-boards">
          <SectionTitle id="recent-boards" title={strings.recentBoards} to={paths.boards()} ofWhat={strings.boards} />
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {boards.map(({ id, title, nodeCount, updatedAt }) => (
              <li key={id} className="min-w-0 sm:max-lg:nth-3:hidden">
                <Card className="relative h-full overflow-hidden transition-colors duration-100 hover:border-line-strong">
                  <Thumbnail url={nodeCount > 0 ? apiPaths.boardPicture(id, theme) : null} />
                  <div className="border-line border-t px-4 py-3">
                    <h3 className="truncate font-medium text-sm">
                      <Link to={paths.board(id)} className="after:absolute after:inset-0 after:rounded-2xl">
                        {title || strings.untitledBoard}
                      </Link>
                    </h3>
                    <p className="mt-0.5 text-faint text-xs">
                      {countOf(nodeCount, "item")} · {formatAgo(updatedAt)}
                    </p>
                  </div>
                </Card>
              </li>
            ))}
          </ul>
        </section>
      )}
      {chats.length > 0 && <RecentChats chats={chats} />}
    </>
  );
}

/** The newest chats; the sidebar searches all of them. */
function RecentChats({ chats }: { chats: readonly ChatSummary[] }) {
  return (
    <section aria-labelledby="recent-chats">
      <h2 id="recent-chats" className="mb-4 font-medium text-sm text-soft">
        {strings.recentChats}
      </h2>
      <ul className="divide-y divide-line rounded-2xl border border-line">
        {chats.map(({ id, title, updatedAt }) => (
          <li key={id}>
            <Link
              to={paths.chat(id)}
              className="flex items-center justify-between gap-4 px-5 py-3.5 text-sm transition-colors duration-100 first:rounded-t-2xl hover:bg-surface"
            >
              <span className="truncate">{title || strings.newChat}</span>
              <span className="shrink-0 text-faint text-xs">{formatAgo(updatedAt)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SectionTitleProps {
  id: string;
  title: string;
  to: string;
  /** Noun for the accessible name of the link. */
  ofWhat: string;
}

function SectionTitle({ id, title, to, ofWhat }: SectionTitleProps) {
  return (
    <div className="mb-4 flex items-baseline justify-between">
      <h2 id={id} className="font-medium text-sm text-soft">
        {title}
      </h2>
      <Link to={to} className="text-accent text-sm underline-offset-4 hover:underline">
        {strings.all}
        <span className="sr-only"> {strings.ofYour(ofWhat)}</span>
      </Link>
    </div>
  );
}
