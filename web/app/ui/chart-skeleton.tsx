import { classNames } from "../util/class-names";
import { Skeleton } from "./skeleton";

/** The place of a chart that is on its way: about as high as its plot with a subtitle and a legend above it. */
export function ChartSkeleton({ className }: { className?: string }) {
  return (
    <div className="@container">
      <Skeleton className={classNames("h-[calc(clamp(220px,50cqi,420px)+3.75rem)] w-full", className)} />
    </div>
  );
}
