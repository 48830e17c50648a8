import { classNames } from "../util/class-names";

/** A place that will be filled; give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      data-skeleton
      className={classNames("animate-[shimmer_1.6s_ease-in-out_infinite] rounded-md bg-line/70", className)}
    />
  );
}

/** Tells those who do not see the skeletons that something is on its way. */
export function LoadingNote({ children }: { children: string }) {
  return (
    <span role="status" className="sr-only">
      {children}
    </span>
  );
}
