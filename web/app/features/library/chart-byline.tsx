import { CalendarClock, TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import type { Chart } from "../../api/charts";
import { Badge } from "../../ui/badge";
import { workOf } from "../../util/author-work";
import { formatAgo } from "../../util/format";
import { paths } from "../../util/page-paths";
import { everyOf } from "./schedule-dialog";
import { chartByline as text } from "./strings";
import { VisibilityBadge } from "./visibility-badge";

/** Author, date, version, and visibility. */
export function ChartByline({ chart }: { chart: Chart }) {
  const {
    isOwner,
    visibility,
    author,
    updatedAt,
    version,
    versions = version,
    publishedVersion,
    scheduleError,
  } = chart;
  const every = everyOf(chart);
  return (
    <>
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-faint text-sm">
        {author?.username && (
          <span>
            {text.by}{" "}
            <Link to={paths.person(author.username)} className="text-soft underline-offset-2 hover:underline">
              {author.username}
            </Link>
            {workOf(author)}
          </span>
        )}
        <span>{formatAgo(updatedAt)}</span>
        {isOwner && versions > 1 && (
          <span>{version === versions ? text.version(version) : text.versionOf(version, versions)}</span>
        )}
        {visibility !== "private" && <VisibilityBadge visibility={visibility} />}
        {isOwner && visibility !== "private" && publishedVersion != null && publishedVersion !== versions && (
          <Badge>{text.publishedVersion(publishedVersion)}</Badge>
        )}
        {isOwner && every !== null && (
          <Badge>
            <CalendarClock aria-hidden className="size-3" /> {text.refreshedEvery(every)}
          </Badge>
        )}
      </p>
      {isOwner && scheduleError && (
        <p role="alert" className="mt-3 flex items-start gap-2 text-danger text-sm print:hidden">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {text.theLastScheduledRefreshFailed(scheduleError)}
        </p>
      )}
    </>
  );
}
