import { type RefObject, useEffect } from "react";
import { useBlocker } from "react-router";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { leaveGuard as text } from "./strings";

export interface LeaveGuardProps {
  isChanged: boolean;
  /** True once what there was is saved and the page is being left for it. */
  isLeaving: RefObject<boolean>;
}

/** Asks before changes are lost: on a link, on the way back, and when the page is closed. */
export function LeaveGuard({ isChanged, isLeaving }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && !isLeaving.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isChanged]);
  if (blocker.state !== "blocked") return null;
  return (
    <Dialog isOpen onClose={() => blocker.reset()} title={text.leaveWithoutSaving} description={text.description}>
      <div className="flex justify-end gap-2 px-6 pt-5 pb-6">
        <Button look="quiet" onClick={() => blocker.reset()}>
          {text.keepEditing}
        </Button>
        <Button look="danger" onClick={() => blocker.proceed()}>
          {text.leave}
        </Button>
      </div>
    </Dialog>
  );
}
