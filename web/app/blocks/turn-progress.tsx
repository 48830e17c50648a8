import type { Live } from "../stream/fold.ts";
import { Progress } from "../ui/progress.tsx";
import { formatCount } from "../util/format.ts";

/** What a running turn does right now, by name. Nothing while a block is being written: that is seen. */
export function TurnProgress({ live }: { live: Live }) {
  const { open, progress } = live;
  if (open !== null && (progress === null || open.type === "text" || open.type === "thinking")) return null;
  const share = progress?.done !== undefined && progress.total ? progress.done / progress.total : null;
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-soft text-sm">
      <span aria-hidden className="chat-pulse" />
      <span>{progress?.label ?? "Working"}</span>
      {share !== null && (
        <>
          <Progress label={progress?.label ?? "Working"} share={share} className="w-32" />
          <span className="text-faint tabular-nums">
            {formatCount(progress?.done ?? 0)} of {formatCount(progress?.total ?? 0)}
          </span>
        </>
      )}
    </div>
  );
}
