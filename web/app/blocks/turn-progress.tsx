import type { Live } from "../stream/fold.ts";
import { Progress } from "../ui/progress.tsx";
import { formatCount } from "../util/format.ts";
import { turnProgress as text } from "./strings";

/** Current step of a running turn. Renders nothing while a block is streaming, which is visible itself and would push it. */
export function TurnProgress({ live }: { live: Live }) {
  const { open, progress } = live;
  if (open !== null) return null;
  const share = progress?.done !== undefined && progress.total ? progress.done / progress.total : null;
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-soft text-sm">
      <span aria-hidden className="chat-pulse" />
      <span>{progress?.label ?? text.working}</span>
      {share !== null && (
        <>
          <Progress label={progress?.label ?? text.working} share={share} className="w-32" />
          <span className="text-faint tabular-nums">
            {text.of(formatCount(progress?.done ?? 0), formatCount(progress?.total ?? 0))}
          </span>
        </>
      )}
    </div>
  );
}
