import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type PortolanSummary, portolansQuery } from "../../api/portolans";
import { describeFailure } from "../../api/problem";
import { visibilities } from "../../blocks/visibilities";
import { ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { EndlessGrid } from "../../ui/endless-grid";
import { EmptyState } from "../../ui/states";
import { formatAgo } from "../../util/format";
import { paths } from "../../util/page-paths";
import { plainExcerpt } from "./plain-excerpt";
import { portolanList as text } from "./strings";

/** One's own documents, the newest first. */
export function PortolanList() {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(portolansQuery());
  return (
    <EndlessGrid
      label={text.yourDocuments}
      items={data?.pages.flatMap((page) => page.items)}
      keyOf={({ id }) => id}
      card={(portolan) => <PortolanCard portolan={portolan} />}
      empty={
        <EmptyState
          title={text.noDocumentsYet}
          description={text.description}
          action={
            <ButtonLink to={paths.newPortolan()} look="primary">
              {text.newDocument}
            </ButtonLink>
          }
        />
      }
      failure={error && describeFailure(error)}
      onRetry={() => void refetch()}
      onMore={hasNextPage ? () => void fetchNextPage() : undefined}
      isLoadingMore={isFetchingNextPage}
    />
  );
}

function PortolanCard({ portolan: { id, title, excerpt, visibility, updatedAt } }: { portolan: PortolanSummary }) {
  return (
    <Card className="relative flex h-full min-h-44 flex-col p-5 transition-[border-color,box-shadow] duration-100 hover:border-line-strong hover:shadow-raised">
      <h2 dir="auto" className="line-clamp-2 font-serif text-lg tracking-tight">
        <Link to={paths.portolan(id)} className="after:absolute after:inset-0 after:rounded-2xl">
          {title || text.untitled}
        </Link>
      </h2>
      <p dir="auto" className="mt-2 line-clamp-4 flex-1 text-soft text-sm">
        {plainExcerpt(excerpt) || text.emptyDocument}
      </p>
      <p className="mt-4 text-faint text-xs">
        {formatAgo(updatedAt)}
        {visibility !== "private" && ` · ${visibilities[visibility].title}`}
      </p>
    </Card>
  );
}
