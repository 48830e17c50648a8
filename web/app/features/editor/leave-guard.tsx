import { type RefObject, useEffect } from "react";
import { useBlocker } from "react-router";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";

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
    <Dialog
      isOpen
      onClose={() => blocker.reset()}
      title="Leave without saving?"
      description="Your changes to this chart are not saved."
    >
      <div className="flex justify-end gap-2 px-6 pt-5 pb-6">
        <Button look="quiet" onClick={() => blocker.reset()}>
          Keep editing
        </Button>
        <Button look="danger" onClick={() => blocker.proceed()}>
          Leave
        </Button>
      </div>
    </Dialog>
  );
}
