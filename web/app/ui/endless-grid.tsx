import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "./button";
import { Card } from "./card";
import { LoadingNote, Skeleton } from "./skeleton";
import { ErrorState } from "./states";
import { endlessGrid as text } from "./strings";

export interface EndlessGridProps<T> {
  /** Label of the list, such as "Your documents". */
  label: string;
  items: readonly T[] | undefined;
  keyOf: (item: T) => string;
  card: (item: T) => ReactNode;
  /** Shown if the list is empty. */
  empty: ReactNode;
  /** Why nothing could be loaded, in a sentence; null while nothing is wrong. */
  failure: string | null;
  onRetry: () => void;
  /** Loads what comes next; undefined at the end. */
  onMore: (() => void) | undefined;
  isLoadingMore: boolean;
}

const gridClass = "grid gap-5 sm:grid-cols-2 xl:grid-cols-3";

/** Cards that go on for as long as a user scrolls; a button does the same for the keyboard. */
export function EndlessGrid<T>({ label, items, keyOf, card, empty, failure, onRetry, ...more }: EndlessGridProps<T>) {
  if (items === undefined && failure !== null) {
    return <ErrorState title={text.couldntLoadThisList} description={failure} onRetry={onRetry} />;
  }
  if (items === undefined) {
    return (
      <div className={gridClass}>
        <LoadingNote>{text.loading(label.charAt(0).toLowerCase() + label.slice(1))}</LoadingNote>
        {["a", "b", "c", "d", "e", "f"].map((key) => (
          <Card key={key} className="overflow-hidden">
            <Skeleton className="aspect-[16/10] rounded-none" />
            <Skeleton className="mx-4 my-4 h-4 w-2/3" />
          </Card>
        ))}
      </div>
    );
  }
  if (items.length === 0 && more.onMore === undefined) return empty;
  return (
    <>
      <ul aria-label={label} className={gridClass}>
        {items.map((item) => (
          <li key={keyOf(item)} className="min-w-0">
            {card(item)}
          </li>
        ))}
      </ul>
      <More {...more} />
    </>
  );
}

function More({ onMore, isLoadingMore }: Pick<EndlessGridProps<unknown>, "onMore" | "isLoadingMore">) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null || onMore === undefined || isLoadingMore) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onMore();
      },
      { rootMargin: "400px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [onMore, isLoadingMore]);
  if (onMore === undefined) return null;
  return (
    <div ref={place} className="mt-8 text-center">
      <Button isPending={isLoadingMore} onClick={onMore}>
        {text.showMore}
      </Button>
    </div>
  );
}
