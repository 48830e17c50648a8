import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ChartSummary, chartsQuery } from "../../api/charts";
import { QueryFailure } from "../../api/query-boundary";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { inputClass } from "../../ui/field";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { Thumbnail } from "../../ui/thumbnail";
import { classNames } from "../../util/class-names";
import { apiPaths } from "../../util/paths";
import { useTheme } from "../../util/theme";
import { chartPicker as strings } from "./strings";

export interface ChartPickerProps {
  onPick: (chart: ChartSummary) => void;
  onClose: () => void;
}

/** One of one's own charts, for a document. */
export function ChartPicker({ onPick, onClose }: ChartPickerProps) {
  const theme = useTheme();
  const [query, setQuery] = useState("");
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(chartsQuery());
  const charts = data?.pages.flatMap((page) => page.items);
  const shown = charts?.filter(({ title }) => title.toLowerCase().includes(query.trim().toLowerCase()));
  return (
    <Dialog isOpen onClose={onClose} title={strings.insertChart} className="max-w-2xl">
      <div className="flex flex-col gap-4 px-6 pt-4 pb-6">
        <input
          type="search"
          aria-label={strings.searchYourCharts}
          placeholder={strings.placeholder}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          className={classNames(inputClass, "h-10 px-3 text-sm")}
        />
        {!charts && !error && (
          <>
            <LoadingNote>{strings.loadingYourCharts}</LoadingNote>
            <Skeleton className="h-40" />
          </>
        )}
        {!charts && error && <QueryFailure error={error} what={strings.yourCharts} onRetry={() => void refetch()} />}
        {shown?.length === 0 && (
          <p className="py-8 text-center text-soft text-sm">
            {query === "" ? strings.noChartsYetAskThe : strings.noResultsFor(query)}
          </p>
        )}
        <ul className="grid gap-3 sm:grid-cols-2">
          {shown?.map((chart) => (
            <li key={chart.id} className="min-w-0">
              <button
                type="button"
                onClick={() => onPick(chart)}
                className="block w-full overflow-hidden rounded-xl border border-line text-left transition-colors duration-100 hover:border-accent"
              >
                <Thumbnail url={apiPaths.chartThumbnail(chart.id, { theme, version: chart.version })} />
                <span dir="auto" className="block truncate border-line border-t px-3 py-2 font-medium text-sm">
                  {chart.title}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {hasNextPage && (
          <Button size="small" className="self-center" isPending={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {strings.showMore}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
