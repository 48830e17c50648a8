import { useEffect, useRef } from "react";
import type { ChatStore, ReadyView } from "../stream/chat-store.ts";
import { Button } from "../ui/button.tsx";
import { LoadingNote, Skeleton } from "../ui/skeleton.tsx";
import { earlierTurns as text } from "./strings";

/** Loads the turns before those that are shown, as soon as the reader comes near the first. */
export function EarlierTurns({ earlier, store }: { earlier: ReadyView["earlier"]; store: ChatStore }) {
  const marker = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (earlier !== "some" || marker.current === null) return;
    const load = (entries: IntersectionObserverEntry[]) => {
      if (entries.some((entry) => entry.isIntersecting)) void store.loadEarlier();
    };
    const observer = new IntersectionObserver(load, { rootMargin: "1200px 0px" });
    observer.observe(marker.current);
    return () => observer.disconnect();
  }, [earlier, store]);
  if (earlier === "none") return null;
  return (
    <div ref={marker} className="flex flex-col items-center gap-3 py-6">
      {earlier === "failed" ? (
        <Button size="small" onClick={() => void store.loadEarlier()}>
          {text.retryLoadingEarlierMessages}
        </Button>
      ) : (
        <>
          <LoadingNote>{text.loadingEarlierMessages}</LoadingNote>
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
        </>
      )}
    </div>
  );
}
