import { classNames } from "../util/class-names";

/** A placeholder; give it the size of the expected content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      data-skeleton
      className={classNames("animate-[shimmer_1.6s_ease-in-out_infinite] rounded-md bg-line/70", className)}
    />
  );
}

/** Announces loading to screen readers. */
export function LoadingNote({ children }: { children: string }) {
  return (
    <span role="status" className="sr-only">
      {children}
    </span>
  );
}
