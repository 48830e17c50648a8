import { type RefObject, useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { leaveGuard as strings } from "./strings";

/** How long leaving waits for a save before it asks. */
const patienceMs = 1_500;

export interface LeaveGuardProps {
  isChanged: boolean;
  /** Saves before the page is left; absent where the user saves. */
  save?: () => Promise<boolean>;
  /** True once the changes no longer matter and the page is being left. */
  isLeaving: RefObject<boolean>;
}

/** Asks before a page with unsaved changes is left: on a link, on the way back, and when the tab is closed. */
export function LeaveGuard({ isChanged, save, isLeaving }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && !isLeaving.current && currentLocation.pathname !== nextLocation.pathname,
  );
  const [isAsking, setAsking] = useState(false);
  const isBlocked = blocker.state === "blocked";
  const { proceed } = blocker;

  // biome-ignore lint/correctness/useExhaustiveDependencies: one attempt for each time that leaving is blocked
  useEffect(() => {
    if (!isBlocked) return;
    if (save === undefined) {
      setAsking(true);
      return () => setAsking(false);
    }
    let isCurrent = true;
    const timer = setTimeout(() => setAsking(true), patienceMs);
    void save().then((isSaved) => {
      if (!isCurrent) return;
      if (isSaved) proceed?.();
      else setAsking(true);
    });
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      setAsking(false);
    };
  }, [isBlocked]);

  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isChanged]);

  if (blocker.state !== "blocked" || !isAsking) return null;
  return (
    <Dialog isOpen onClose={() => blocker.reset()} title={strings.leaveWithoutSaving} description={strings.description}>
      <div className="flex justify-end gap-2 px-6 pt-5 pb-6">
        <Button look="quiet" onClick={() => blocker.reset()}>
          {strings.keepEditing}
        </Button>
        <Button look="danger" onClick={() => blocker.proceed()}>
          {strings.leave}
        </Button>
      </div>
    </Dialog>
  );
}
