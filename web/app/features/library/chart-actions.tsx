import { Bookmark, BookmarkCheck, MessageSquareText, MousePointerClick, Pencil, RefreshCw } from "lucide-react";
import { refreshChart } from "../../api/chart-versions";
import type { Chart } from "../../api/charts";
import { useHasSession } from "../../api/session";
import { useApiMutation } from "../../api/use-api-mutation";
import { Button, ButtonLink } from "../../ui/button";
import { MenuDivider, MenuItem, MenuLink } from "../../ui/menu";
import { wideOnly } from "../../ui/wide-only";
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
  const refresh = useRefresh(chart, onCompare);
  const chat = chart.isOwner && chart.chatId ? paths.chat(chart.chatId, chart.turnId ?? undefined) : undefined;
  const canRefresh = chart.isOwner && chart.query !== null;
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {chart.isOwner && (
        <ButtonLink to={paths.chartEdit(chart.id)} size="small" look="primary">
          <Pencil aria-hidden className="size-4" /> {strings.edit}
        </ButtonLink>
      )}
      {onQuickEdit && (
        <Button size="small" className={wideOnly} onClick={onQuickEdit}>
          <MousePointerClick aria-hidden className="size-4" /> {strings.quickEdit}
        </Button>
      )}
      {chat && (
        <ButtonLink to={chat} size="small" className={wideOnly}>
          <MessageSquareText aria-hidden className="size-4" />{" "}
          <span className="max-lg:sr-only">{strings.continueInChat}</span>
        </ButtonLink>
      )}
      {canRefresh && (
        <Button size="small" className={wideOnly} isPending={refresh.isPending} onClick={() => refresh.run()}>
          {!refresh.isPending && <RefreshCw aria-hidden className="size-4" />}{" "}
          <span className="max-lg:sr-only">{strings.refresh}</span>
        </Button>
      )}
      {chart.isOwner && <ChartShare chart={chart} />}
      <ExportMenu chart={chart} />
      {isSignedIn && (
        // Together, so that the menu never stands alone in a line.
        <div className="flex items-center gap-2">
          <SaveButton chartId={chart.id} />
          <MoreMenu chart={chart}>
            {chart.isOwner && (
              <div className="sm:hidden">
                {onQuickEdit && (
                  <MenuItem onSelect={onQuickEdit}>
                    <MousePointerClick aria-hidden /> {strings.quickEdit}
                  </MenuItem>
                )}
                {chat && (
                  <MenuLink to={chat}>
                    <MessageSquareText aria-hidden /> {strings.continueInChat}
                  </MenuLink>
                )}
                {canRefresh && (
                  <MenuItem onSelect={() => refresh.run()}>
                    <RefreshCw aria-hidden /> {strings.refresh}
                  </MenuItem>
                )}
                <MenuDivider />
              </div>
            )}
          </MoreMenu>
        </div>
      )}
    </div>
  );
}

function useRefresh({ id }: Chart, onCompare: (from: number) => void) {
  return useApiMutation({
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
}

function SaveButton({ chartId }: { chartId: string }) {
  const { isSaved, toggle, isPending } = useSaved("chart", chartId);
  const Icon = isSaved ? BookmarkCheck : Bookmark;
  return (
    <Button size="small" aria-pressed={isSaved} disabled={isPending} onClick={toggle}>
      <Icon aria-hidden className={isSaved ? "size-4 text-accent" : "size-4"} />{" "}
      <span className="max-sm:sr-only">{isSaved ? strings.saved : strings.save}</span>
    </Button>
  );
}
