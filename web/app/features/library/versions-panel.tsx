import { useQuery } from "@tanstack/react-query";
import { type ChartVersion, chartVersionsQuery } from "../../api/chart-versions";
import type { Chart } from "../../api/charts";
import { QueryBoundary } from "../../api/query-boundary";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { formatAgo } from "../../util/format";
import { versionsPanel as text } from "./strings";
import { useRestore } from "./use-restore";

const reasons: Record<ChartVersion["reason"], string> = {
  asked: text.changedInAChat,
  edited: text.edited,
  refreshed: text.refreshed,
  restored: text.restored,
  duplicated: text.copied,
};

export interface VersionsPanelProps {
  chart: Chart;
  /** Null: the newest. */
  onLook: (version: number | null) => void;
  onCompare: (from: number, to: number) => void;
}

/** Every version, newest first: to look at, to compare with the one before, and to go back to. */
export function VersionsPanel({ chart, onLook, onCompare }: VersionsPanelProps) {
  const query = useQuery(chartVersionsQuery(chart.id));
  return (
    <QueryBoundary query={query} what={text.theVersions}>
      {(versions) => <VersionList versions={versions} chart={chart} onLook={onLook} onCompare={onCompare} />}
    </QueryBoundary>
  );
}

function VersionList({
  versions,
  chart,
  onLook,
  onCompare,
}: VersionsPanelProps & { versions: readonly ChartVersion[] }) {
  const newest = versions[0]?.version;
  const restore = useRestore(chart.id, () => onLook(null));
  return (
    <ol reversed className="flex flex-col divide-y divide-line rounded-xl border border-line">
      {versions.map(({ version, reason, note, title, author, createdAt }, index) => {
        const before = versions[index + 1]?.version;
        const isShown = version === chart.version;
        return (
          <li key={version} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <div className="min-w-0 flex-1 basis-64">
              <p className="flex flex-wrap items-center gap-2 text-sm">
                <span data-numeric className="font-medium">
                  {version}
                </span>
                <span dir="auto" className="min-w-0 truncate">
                  {title}
                </span>
                {isShown && <Badge>{text.viewing}</Badge>}
                {version === chart.publishedVersion && chart.visibility !== "private" && (
                  <Badge tone="accent">{text.published}</Badge>
                )}
              </p>
              <p className="text-faint text-xs">
                {reasons[reason]} {author.username ? text.by(author.username) : ""}
                {formatAgo(createdAt)}
                {note ? `. ${note}` : ""}
              </p>
            </div>
            <div className="flex flex-wrap gap-1">
              {!isShown && (
                <Button look="quiet" size="small" onClick={() => onLook(version === newest ? null : version)}>
                  {text.view}
                  <span className="sr-only"> {text.version(version)}</span>
                </Button>
              )}
              {before !== undefined && (
                <Button look="quiet" size="small" onClick={() => onCompare(before, version)}>
                  {text.changes}
                  <span className="sr-only"> {text.ofVersion(version)}</span>
                </Button>
              )}
              {version !== newest && (
                <Button size="small" isPending={restore.pending === version} onClick={() => restore.run(version)}>
                  {text.restore}
                  <span className="sr-only"> {text.version(version)}</span>
                </Button>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
