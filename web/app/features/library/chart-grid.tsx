import { useInfiniteQuery } from "@tanstack/react-query";
import { type ChartSummary, chartsQuery } from "../../api/charts";
import { describeFailure } from "../../api/problem";
import { ButtonLink } from "../../ui/button";
import { EndlessGrid } from "../../ui/endless-grid";
import { ItemCard } from "../../ui/item-card";
import { EmptyState } from "../../ui/states";
import { formatAgo } from "../../util/format";
import { paths } from "../../util/page-paths";
import { apiPaths } from "../../util/paths";
import { useTheme } from "../../util/theme";
import { chartGrid as text } from "./strings";
import { VisibilityBadge } from "./visibility-badge";

/** One's own charts, the newest first. */
export function ChartGrid() {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(chartsQuery());
  return (
    <EndlessGrid
      label={text.yourCharts}
      items={data?.pages.flatMap((page) => page.items)}
      keyOf={({ id }) => id}
      card={(chart) => <ChartCard chart={chart} />}
      empty={
        <EmptyState
          title={text.noChartsYet}
          description={text.description}
          action={
            <ButtonLink to={paths.start()} look="primary">
              {text.askAQuestion}
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
    <ItemCard
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
