import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ChartVersion, chartVersionsQuery, restoreVersion } from "../../api/chart-versions";
import type { Chart } from "../../api/charts";
import { describeFailure } from "../../api/problem";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { ErrorState } from "../../ui/states";
import { notify } from "../../ui/toast";
import { formatAgo } from "../../util/format";
import { versionsPanel as text } from "./strings";

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
  const { data: versions, error, refetch } = useQuery(chartVersionsQuery(chart.id));
  const [restoring, setRestoring] = useState<number | null>(null);
  const newest = versions?.[0]?.version;

  async function restore(version: number) {
    setRestoring(version);
    try {
      const restored = await restoreVersion(chart.id, version);
      onLook(null);
      void notify({ title: text.restoredVersionAsVersion(version, restored.version), color: "green" });
    } catch (failure) {
      void notify({ title: text.couldntRestoreTheVersion, description: describeFailure(failure), color: "red" });
    } finally {
      setRestoring(null);
    }
  }

  if (error) {
    return (
      <ErrorState
        title={text.couldntLoadTheVersions}
        description={describeFailure(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!versions) {
    return (
      <>
        <LoadingNote>{text.loadingVersions}</LoadingNote>
        <Skeleton className="h-16" />
      </>
    );
  }
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
                <Button size="small" isPending={restoring === version} onClick={() => void restore(version)}>
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
