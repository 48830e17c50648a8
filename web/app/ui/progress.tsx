import { classNames } from "../util/class-names";

/** A bar with a name; `share` is 0 to 1, null while no one knows. */
export function Progress({ label, share, className }: { label: string; share: number | null; className?: string }) {
  const percent = share === null ? null : Math.round(Math.min(Math.max(share, 0), 1) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      className={classNames("h-1.5 overflow-hidden rounded-full bg-line", className)}
    >
      <div
        className={classNames(
          "h-full rounded-full bg-accent transition-[width] duration-150",
          percent === null && "w-1/3 animate-[shimmer_1.2s_ease-in-out_infinite]",
        )}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
