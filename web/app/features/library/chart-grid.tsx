import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type ChartSummary, chartsQuery } from "../../api/charts";
import { describeFailure } from "../../api/problem";
import { Button, ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { ChartThumbnail } from "../../ui/chart-thumbnail";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { EmptyState, ErrorState } from "../../ui/states";
import { formatAgo } from "../../util/format";
import { paths } from "../../util/page-paths";
import { apiPaths } from "../../util/paths";
import { useTheme } from "../../util/theme";
import { VisibilityBadge } from "./visibility-badge";

const gridClass = "grid gap-5 sm:grid-cols-2 xl:grid-cols-3";

export function ChartGrid() {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    chartsQuery(),
  );
  const charts = data?.pages.flatMap((page) => page.items) ?? [];
  if (isPending) {
    return (
      <div className={gridClass}>
        <LoadingNote>Loading your charts</LoadingNote>
        {["a", "b", "c", "d", "e", "f"].map((key) => (
          <Card key={key} className="overflow-hidden">
            <Skeleton className="aspect-[16/10] rounded-none" />
            <Skeleton className="mx-4 my-4 h-4 w-2/3" />
          </Card>
        ))}
      </div>
    );
  }
  if (!data) {
    return (
      <ErrorState
        title="Your charts could not be loaded."
        description={describeFailure(error)}
        onRetry={() => refetch()}
      />
    );
  }
  if (charts.length === 0) {
    return (
      <EmptyState
        title="No charts yet"
        description="Ask a question about your data. Each chart of an answer is kept here."
        action={
          <ButtonLink to={paths.start()} look="primary">
            Ask a question
          </ButtonLink>
        }
      />
    );
  }
  return (
    <>
      <ul className={gridClass}>
        {charts.map((chart) => (
          <li key={chart.id} className="min-w-0">
            <ChartCard chart={chart} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="mt-8 text-center">
          <Button isPending={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function ChartCard({ chart: { id, version, title, visibility, updatedAt } }: { chart: ChartSummary }) {
  const theme = useTheme();
  return (
    <Card className="relative overflow-hidden transition-[border-color,box-shadow] duration-100 hover:border-line-strong hover:shadow-raised">
      <ChartThumbnail url={apiPaths.chartExport(id, "svg", { theme, version })} />
      <div className="border-line border-t px-4 py-3.5">
        <h2 className="line-clamp-2 font-medium text-sm">
          <Link to={paths.chart(id)} className="after:absolute after:inset-0 after:rounded-2xl">
            {title}
          </Link>
        </h2>
        <p className="mt-1.5 flex items-center gap-2 text-faint text-xs">
          {formatAgo(updatedAt)}
          {visibility !== "private" && <VisibilityBadge visibility={visibility} />}
        </p>
      </div>
    </Card>
  );
}
