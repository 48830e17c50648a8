import { Play } from "lucide-react";
import { memo } from "react";
import type { TimestampBlock } from "../stream/blocks.ts";
import { clockTime } from "./durations.ts";
import { OUTWARD } from "./markdown/outward.ts";
import { safeLink } from "./markdown/safe-link.ts";
import { sameList } from "./stable-list.ts";
import { timestampLinks as strings } from "./strings";

/** Links into a video, each with its time. */
export const TimestampLinks = memo(
  function TimestampLinks({ timestamps }: { timestamps: readonly TimestampBlock[] }) {
    return (
      <ul className="flex flex-col gap-1" aria-label={strings.videoTimestamps} data-block="timestamp">
        {timestamps.map((timestamp) => (
          <li key={timestamp.id}>
            <TimestampLink timestamp={timestamp} />
          </li>
        ))}
      </ul>
    );
  },
  (one, other) => sameList(one.timestamps, other.timestamps),
);

function TimestampLink({ timestamp: { url, startMs, endMs, label } }: { timestamp: TimestampBlock }) {
  const link = safeLink(url);
  const time = endMs === undefined ? clockTime(startMs) : `${clockTime(startMs)}–${clockTime(endMs)}`;
  const content = (
    <>
      <Play aria-hidden className="size-3.5 shrink-0 fill-current text-accent" />
      <span className="shrink-0 text-faint tabular-nums">{time}</span>
      <span className="min-w-0 truncate">{label}</span>
    </>
  );
  const className = "-ml-2 inline-flex max-w-full items-center gap-2 rounded-md px-2 py-1 text-sm";
  if (link === null) return <span className={className}>{content}</span>;
  return (
    <a href={link.href} title={strings.opens(link.host)} {...OUTWARD} className={`${className} hover:bg-surface`}>
      {content}
      <span className="shrink-0 text-faint text-xs">{link.host}</span>
    </a>
  );
}
