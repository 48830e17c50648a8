import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { discoverChartsQuery, discoverQuery, type PublishedItem } from "../../api/discover";
import { describeFailure } from "../../api/problem";
import { ButtonLink } from "../../ui/button";
import { ChoiceRow } from "../../ui/choice-row";
import { EndlessGrid } from "../../ui/endless-grid";
import { inputClass } from "../../ui/field";
import { EmptyState } from "../../ui/states";
import { ItemCard } from "../../ui/thing-card";
import { classNames } from "../../util/class-names";
import { formatAgo } from "../../util/format";
import { paths } from "../../util/page-paths";
import { useTheme } from "../../util/theme";
import { itemNames, itemPath, thumbnailOf } from "../../util/things";
import { discoverScreen as strings } from "./strings";

type Kind = "all" | PublishedItem["kind"];

const kinds: readonly { id: Kind; title: string }[] = [
  { id: "all", title: strings.all },
  { id: "chart", title: strings.charts },
  { id: "board", title: strings.boards },
  { id: "portolan", title: strings.documents },
];

/** Published items featured by the administrators. */
export function DiscoverScreen() {
  return <Discovery title={strings.discover} lead={strings.lead} things={useInfiniteQuery(discoverQuery())} hasKinds />;
}

export function DiscoverChartsScreen() {
  return (
    <Discovery
      title={strings.exampleCharts}
      lead={strings.openAChartToSee}
      things={useInfiniteQuery(discoverChartsQuery())}
    />
  );
}

interface DiscoveryProps {
  title: string;
  lead: string;
  things: UseInfiniteQueryResult<{ pages: { items: PublishedItem[] }[] }>;
  hasKinds?: boolean;
}

function Discovery({ title, lead, things, hasKinds = false }: DiscoveryProps) {
  const [kind, setKind] = useState<Kind>("all");
  const [query, setQuery] = useState("");
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = things;
  const all = data?.pages.flatMap((page) => page.items);
  const shown = all?.filter((thing) => (kind === "all" || thing.kind === kind) && holds(thing, query));
  return (
    <div className="mx-auto w-full max-w-6xl px-5 py-16 sm:px-8 sm:py-20">
      <h1 className="font-serif text-4xl tracking-tight sm:text-5xl">{title}</h1>
      <p className="mt-4 max-w-2xl text-lg text-soft">{lead}</p>
      <div className="mt-8 mb-6 flex flex-wrap items-center justify-between gap-4">
        {hasKinds ? (
          <ChoiceRow label={strings.filterByType} choices={kinds} chosen={kind} onChoose={setKind} />
        ) : (
          <ButtonLink to={paths.discover()} size="small" look="quiet" className="-ml-3">
            {strings.showBoardsAndDocuments}
          </ButtonLink>
        )}
        <input
          type="search"
          aria-label={strings.searchByTitleOrName}
          placeholder={strings.placeholder}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          className={classNames(inputClass, "h-9 px-3 text-sm sm:w-64")}
        />
      </div>
      <EndlessGrid
        label={strings.publishedItems}
        items={shown}
        keyOf={(thing) => `${thing.kind}/${thing.id}`}
        card={(thing) => <PublishedCard thing={thing} />}
        empty={all?.length === 0 ? <NothingYet /> : <NothingFound query={query} />}
        failure={error && describeFailure(error)}
        onRetry={() => void refetch()}
        onMore={hasNextPage ? () => void fetchNextPage() : undefined}
        isLoadingMore={isFetchingNextPage}
      />
    </div>
  );
}

function PublishedCard({ thing }: { thing: PublishedItem }) {
  const theme = useTheme();
  const { kind, id, title, author, updatedAt } = thing;
  return (
    <ItemCard
      to={itemPath(kind, id)}
      title={title}
      thumbnailUrl={thumbnailOf(thing, theme)}
      note={
        <>
          <span>{itemNames[kind].one}</span>
          {author?.username && <span>{strings.by(author.username)}</span>}
          <time dateTime={updatedAt}>{formatAgo(updatedAt)}</time>
        </>
      }
    />
  );
}

function NothingYet() {
  return (
    <EmptyState
      title={strings.nothingPublishedYet}
      description={strings.description}
      action={
        <ButtonLink to={paths.start()} look="primary">
          {strings.askAQuestion}
        </ButtonLink>
      }
    />
  );
}

function NothingFound({ query }: { query: string }) {
  return (
    <p role="status" className="py-16 text-center text-soft">
      {query === "" ? strings.weCouldntFindAnyItems : strings.weCouldntFindAnyItems2}
    </p>
  );
}

function holds({ title, author }: PublishedItem, query: string): boolean {
  return `${title} ${author?.username ?? ""}`.toLowerCase().includes(query.trim().toLowerCase());
}
