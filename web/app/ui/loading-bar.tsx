import { useEffect } from "react";
import { useNavigation } from "react-router";
import { classNames } from "../util/class-names";
import { createLoadingProgress } from "../util/loading-progress";
import { useStore } from "../util/store";

export const pageProgress = createLoadingProgress();

/** Three pixels at the top that show a navigation which takes its time. */
export function LoadingBar() {
  const isNavigating = useNavigation().state !== "idle";
  const { isVisible, percent, hasFailed } = useStore(pageProgress.store);
  useEffect(() => {
    if (!isNavigating) return;
    pageProgress.start();
    return () => pageProgress.finish();
  }, [isNavigating]);
  return (
    <div
      aria-hidden
      className={classNames(
        "pointer-events-none fixed inset-x-0 top-0 z-[60] h-[3px] origin-left transition-[transform,opacity] duration-150",
        hasFailed ? "bg-danger" : "bg-accent",
        isVisible ? "opacity-100" : "opacity-0",
      )}
      style={{ transform: `scaleX(${percent / 100})` }}
    />
  );
}
