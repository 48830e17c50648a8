import { useInfiniteQuery } from "@tanstack/react-query";
import { type ChartSummary, chartsQuery } from "../../api/charts";
import { describeFailure } from "../../api/problem";
import { ButtonLink } from "../../ui/button";
import { EndlessGrid } from "../../ui/endless-grid";
import { EmptyState } from "../../ui/states";
import { ThingCard } from "../../ui/thing-card";
import { formatAgo } from "../../util/format";
import { paths } from "../../util/page-paths";
import { apiPaths } from "../../util/paths";
import { useTheme } from "../../util/theme";
import { VisibilityBadge } from "./visibility-badge";

/** One's own charts, the newest first. */
export function ChartGrid() {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(chartsQuery());
  return (
    <EndlessGrid
      label="Your charts"
      items={data?.pages.flatMap((page) => page.items)}
      keyOf={({ id }) => id}
      card={(chart) => <ChartCard chart={chart} />}
      empty={
        <EmptyState
          title="No charts yet"
          description="Ask a question about your data. Each chart of an answer is kept here."
          action={
            <ButtonLink to={paths.start()} look="primary">
              Ask a question
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

function ChartCard({ chart: { id, version, title, visibility, updatedAt } }: { chart: ChartSummary }) {
  const theme = useTheme();
  return (
    <ThingCard
      to={paths.chart(id)}
      title={title}
      thumbnailUrl={apiPaths.chartThumbnail(id, { theme, version })}
      note={
        <>
          <time dateTime={updatedAt}>{formatAgo(updatedAt)}</time>
          {visibility !== "private" && <VisibilityBadge visibility={visibility} />}
        </>
      }
    />
  );
}
