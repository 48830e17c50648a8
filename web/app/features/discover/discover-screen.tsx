import { type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { discoverChartsQuery, type PublishedItem, topicItemsQuery, topicsQuery } from "../../api/discover";
import { describeFailure } from "../../api/problem";
import { ButtonLink } from "../../ui/button";
import { ChoiceRow } from "../../ui/choice-row";
import { EndlessGrid } from "../../ui/endless-grid";
import { inputClass } from "../../ui/field";
import { ItemCard } from "../../ui/item-card";
import { EmptyState } from "../../ui/states";
import { classNames } from "../../util/class-names";
import { formatAgo } from "../../util/format";
import { itemNames, itemPath, thumbnailOf } from "../../util/items";
import { paths } from "../../util/page-paths";
import { useTheme } from "../../util/theme";
import { discoverScreen as strings } from "./strings";

type Kind = "all" | PublishedItem["kind"];

const kinds: readonly { id: Kind; title: string }[] = [
  { id: "all", title: strings.all },
  { id: "chart", title: strings.charts },
  { id: "board", title: strings.boards },
  { id: "portolan", title: strings.documents },
];

/** Items featured by the administrators, or those of one topic. */
export function DiscoverScreen() {
  const [search, setSearch] = useSearchParams();
  const topic = search.get("topic");
  return (
    <Discovery
      title={topic ?? strings.discover}
      lead={strings.lead}
      things={useInfiniteQuery(topicItemsQuery(topic))}
      topics={<Topics chosen={topic} onChoose={(next) => setSearch(next === null ? {} : { topic: next })} />}
      hasKinds
    />
  );
}

const featured = "";

/** The topics to choose from; nothing if there are none. */
function Topics({ chosen, onChoose }: { chosen: string | null; onChoose: (topic: string | null) => void }) {
  const { data: topics = [] } = useQuery(topicsQuery());
  if (topics.length === 0 && chosen === null) return null;
  const names = topics.map(({ topic }) => topic);
  const shown = chosen === null || names.includes(chosen) ? names : [chosen, ...names];
  return (
    <div className="mt-6">
      <ChoiceRow
        label={strings.topics}
        choices={[{ id: featured, title: strings.featured }, ...shown.map((topic) => ({ id: topic, title: topic }))]}
        chosen={chosen ?? featured}
        onChoose={(topic) => onChoose(topic === featured ? null : topic)}
      />
    </div>
  );
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
  topics?: ReactNode;
  hasKinds?: boolean;
}

function Discovery({ title, lead, things, topics, hasKinds = false }: DiscoveryProps) {
  const [kind, setKind] = useState<Kind>("all");
  const [query, setQuery] = useState("");
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = things;
  const all = data?.pages.flatMap((page) => page.items);
  const shown = all?.filter((thing) => (kind === "all" || thing.kind === kind) && holds(thing, query));
  return (
    <div className="mx-auto w-full max-w-6xl px-5 py-16 sm:px-8 sm:py-20">
      <h1 className="font-serif text-4xl tracking-tight sm:text-5xl">{title}</h1>
      <p className="mt-4 max-w-2xl text-lg text-soft">{lead}</p>
      {topics}
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
      {query === "" ? strings.noItems : strings.noItemsWithTerm}
    </p>
  );
}

function holds({ title, author }: PublishedItem, query: string): boolean {
  return `${title} ${author?.username ?? ""}`.toLowerCase().includes(query.trim().toLowerCase());
}
