import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { boardsQuery } from "../../api/boards";
import { chartsQuery } from "../../api/charts";
import { type ChatSummary, chatSearchQuery, chatsQuery } from "../../api/chats";
import { Card } from "../../ui/card";
import { inputClass } from "../../ui/field";
import { SearchHitLink } from "../../ui/search-hit";
import { Thumbnail } from "../../ui/thumbnail";
import { classNames } from "../../util/class-names";
import { countOf, formatAgo } from "../../util/format";
import { paths } from "../../util/page-paths";
import { apiPaths } from "../../util/paths";
import { useTheme } from "../../util/theme";
import { useDebounced } from "../../util/use-debounced";
import { recentItems as strings } from "./strings";

const searchDebounceMs = 200;
const mostHits = 12;

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
              <li key={id} className="min-w-0">
                <Card className="relative overflow-hidden transition-colors duration-100 hover:border-line-strong">
                  <Thumbnail url={apiPaths.chartThumbnail(id, { theme, version })} />
                  <h3 className="truncate border-line border-t px-4 py-3 font-medium text-sm">
                    <Link to={paths.chart(id)} className="after:absolute after:inset-0 after:rounded-2xl">
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
              <li key={id} className="min-w-0">
                <Card className="relative overflow-hidden transition-colors duration-100 hover:border-line-strong">
                  <Thumbnail url={nodeCount > 0 ? apiPaths.boardPicture(id, theme) : null} />
                  <div className="border-line border-t px-4 py-3">
                    <h3 className="truncate font-medium text-sm">
                      <Link to={paths.board(id)} className="after:absolute after:inset-0 after:rounded-2xl">
                        {title || strings.untitledBoard}
                      </Link>
                    </h3>
                    <p className="mt-0.5 text-faint text-xs">
                      {countOf(nodeCount, "element")} · {formatAgo(updatedAt)}
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

/** The newest chats, and a search over all of them. */
function RecentChats({ chats }: { chats: readonly ChatSummary[] }) {
  const [typed, setTyped] = useState("");
  const query = useDebounced(typed.trim(), searchDebounceMs);
  const { data: hits } = useQuery(chatSearchQuery(query, mostHits));
  return (
    <section aria-labelledby="recent-chats">
      <div className="mb-4 flex items-center justify-between gap-4">
        <h2 id="recent-chats" className="font-medium text-sm text-soft">
          {query === "" ? strings.recentChats : strings.chats}
        </h2>
        <input
          type="search"
          aria-label={strings.searchAllChats}
          placeholder={strings.searchAllChats}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className={classNames(inputClass, "h-9 max-w-56 px-3 text-sm")}
        />
      </div>
      {query === "" ? (
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
      ) : (
        <ul aria-label={strings.matchingChats} className="divide-y divide-line rounded-2xl border border-line">
          {hits?.length === 0 && (
            <li className="px-5 py-6 text-center text-soft text-sm">{strings.noResultsFor(query)}</li>
          )}
          {hits?.map(({ id, title, match }) => (
            <li key={id}>
              <SearchHitLink
                to={paths.chat(id, match?.turnId ?? undefined)}
                title={title}
                snippet={match?.snippet ?? null}
                className="px-5 py-3"
              />
            </li>
          ))}
        </ul>
      )}
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
