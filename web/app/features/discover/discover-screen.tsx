import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { discoverChartsQuery, discoverQuery, type PublishedThing } from "../../api/discover";
import { describeFailure } from "../../api/problem";
import { ButtonLink } from "../../ui/button";
import { ChoiceRow } from "../../ui/choice-row";
import { EndlessGrid } from "../../ui/endless-grid";
import { inputClass } from "../../ui/field";
import { EmptyState } from "../../ui/states";
import { ThingCard } from "../../ui/thing-card";
import { classNames } from "../../util/class-names";
import { formatAgo } from "../../util/format";
import { paths } from "../../util/page-paths";
import { useTheme } from "../../util/theme";
import { thingPath, thingWords, thumbnailOf } from "../../util/things";

type Kind = "all" | PublishedThing["kind"];

const kinds: readonly { id: Kind; title: string }[] = [
  { id: "all", title: "All" },
  { id: "chart", title: "Charts" },
  { id: "board", title: "Boards" },
  { id: "portolan", title: "Documents" },
];

/** What people made and showed to everybody, chosen by the administrators. */
export function DiscoverScreen() {
  return (
    <Discovery
      title="Discover"
      lead="Charts, boards and documents that people made here and showed to everybody. Each number leads to the query behind it."
      things={useInfiniteQuery(discoverQuery())}
      hasKinds
    />
  );
}

export function DiscoverChartsScreen() {
  return (
    <Discovery
      title="Charts to learn from"
      lead="Open one to read its rows, its query and where they came from."
      things={useInfiniteQuery(discoverChartsQuery())}
    />
  );
}

interface DiscoveryProps {
  title: string;
  lead: string;
  things: UseInfiniteQueryResult<{ pages: { items: PublishedThing[] }[] }>;
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
          <ChoiceRow label="What is shown" choices={kinds} chosen={kind} onChoose={setKind} />
        ) : (
          <ButtonLink to={paths.discover()} size="small" look="quiet" className="-ml-3">
            Boards and documents, too
          </ButtonLink>
        )}
        <input
          type="search"
          aria-label="Search by title or name"
          placeholder="Search..."
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          className={classNames(inputClass, "h-9 px-3 text-sm sm:w-64")}
        />
      </div>
      <EndlessGrid
        label="What was published"
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

function PublishedCard({ thing }: { thing: PublishedThing }) {
  const theme = useTheme();
  const { kind, id, title, author, updatedAt } = thing;
  return (
    <ThingCard
      to={thingPath(kind, id)}
      title={title}
      thumbnailUrl={thumbnailOf(thing, theme)}
      note={
        <>
          <span>{thingWords[kind].one}</span>
          {author?.username && <span>by {author.username}</span>}
          <time dateTime={updatedAt}>{formatAgo(updatedAt)}</time>
        </>
      }
    />
  );
}

function NothingYet() {
  return (
    <EmptyState
      title="Nothing is on show yet"
      description="Make a chart, publish it, and it may be the first one here."
      action={
        <ButtonLink to={paths.start()} look="primary">
          Ask a question
        </ButtonLink>
      }
    />
  );
}

function NothingFound({ query }: { query: string }) {
  return (
    <p role="status" className="py-16 text-center text-soft">
      {query === "" ? "We couldn't find any items." : "We couldn't find any items with that term. Please try again."}
    </p>
  );
}

function holds({ title, author }: PublishedThing, query: string): boolean {
  return `${title} ${author?.username ?? ""}`.toLowerCase().includes(query.trim().toLowerCase());
}
