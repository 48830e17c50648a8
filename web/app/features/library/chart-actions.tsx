import { Bookmark, BookmarkCheck, MessageSquareText, MousePointerClick, Pencil, RefreshCw } from "lucide-react";
import { refreshChart } from "../../api/chart-versions";
import type { Chart } from "../../api/charts";
import { useHasSession } from "../../api/session";
import { useApiMutation } from "../../api/use-api-mutation";
import { Button, ButtonLink } from "../../ui/button";
import { countOf } from "../../util/format";
import { paths } from "../../util/page-paths";
import { MoreMenu } from "./chart-more-menu";
import { ChartShare } from "./chart-share";
import { ExportMenu } from "./export-menu";
import { chartActions as strings } from "./strings";
import { useSaved } from "./use-saved";

export interface ChartActionsProps {
  chart: Chart;
  /** Shows the changes since a version. */
  onCompare: (from: number) => void;
  /** Edits the chart in place; absent where it can't be. */
  onQuickEdit?: (() => void) | undefined;
}

/** Actions on a chart; on another user's chart: save, duplicate, and export. */
export function ChartActions({ chart, onCompare, onQuickEdit }: ChartActionsProps) {
  const isSignedIn = useHasSession();
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {chart.isOwner && (
        <ButtonLink to={paths.chartEdit(chart.id)} size="small" look="primary">
          <Pencil aria-hidden className="size-4" /> {strings.edit}
        </ButtonLink>
      )}
      {onQuickEdit && (
        <Button size="small" onClick={onQuickEdit}>
          <MousePointerClick aria-hidden className="size-4" /> {strings.quickEdit}
        </Button>
      )}
      {chart.isOwner && chart.chatId && (
        <ButtonLink to={paths.chat(chart.chatId, chart.turnId ?? undefined)} size="small">
          <MessageSquareText aria-hidden className="size-4" />{" "}
          <span className="max-lg:sr-only">{strings.continueInChat}</span>
        </ButtonLink>
      )}
      {chart.isOwner && chart.query !== null && <RefreshButton chart={chart} onCompare={onCompare} />}
      {chart.isOwner && <ChartShare chart={chart} />}
      <ExportMenu chart={chart} />
      {isSignedIn && (
        // Together, so that the menu never stands alone in a line.
        <div className="flex items-center gap-2">
          <SaveButton chartId={chart.id} />
          <MoreMenu chart={chart} />
        </div>
      )}
    </div>
  );
}

function RefreshButton({ chart: { id }, onCompare }: Omit<ChartActionsProps, "onQuickEdit">) {
  const { run, isPending } = useApiMutation({
    run: () => refreshChart(id),
    success: ({ changes: { from, to, added, removed, changed } }) =>
      from === to
        ? { title: strings.noChanges, description: strings.theQueryReturnedTheSame }
        : {
            title: strings.versionHas(to, countOf(added.length + removed.length + changed.length, "difference")),
            description: strings.theyreHighlightedInTheChart,
            color: "green",
          },
    failed: strings.couldntRefreshTheChart,
    onDone: ({ changes: { from, to } }) => {
      if (from !== to) onCompare(from);
    },
  });
  return (
    <Button size="small" isPending={isPending} onClick={() => run()}>
      {!isPending && <RefreshCw aria-hidden className="size-4" />}{" "}
      <span className="max-lg:sr-only">{strings.refresh}</span>
    </Button>
  );
}

function SaveButton({ chartId }: { chartId: string }) {
  const { isSaved, toggle, isPending } = useSaved("chart", chartId);
  const Icon = isSaved ? BookmarkCheck : Bookmark;
  return (
    <Button size="small" aria-pressed={isSaved} disabled={isPending} onClick={toggle}>
      <Icon aria-hidden className={isSaved ? "size-4 text-accent" : "size-4"} />{" "}
      {isSaved ? strings.saved : strings.save}
    </Button>
  );
}
