import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { demonstration as text } from "./front-strings";

const Recorded = lazy(async () => {
  const [{ RecordedAnswer }, { default: recording }] = await Promise.all([
    import("../../blocks/recorded-answer"),
    import("../../blocks/fixtures/recording.json"),
  ]);
  return { default: () => <RecordedAnswer recording={recording} /> };
});

/** A real answer of the built-in model, recorded, drawn again by the product's own parts, slowly enough to be followed. */
export function Demonstration() {
  const place = useRef<HTMLElement>(null);
  const isSeen = useSeen(place);
  return (
    <section
      ref={place}
      aria-label={text.exampleQuestionAndAnswer}
      className="min-h-[51rem] rounded-3xl border border-line bg-paper p-4 shadow-floating min-[26rem]:min-h-[45.5rem] sm:min-h-[48.5rem] sm:p-8 min-[54rem]:min-h-[53rem] lg:min-h-[55.5rem]"
    >
      {isSeen ? (
        <Suspense fallback={<Placeholder />}>
          <Recorded />
        </Suspense>
      ) : (
        <Placeholder />
      )}
    </section>
  );
}

function Placeholder() {
  return (
    <div className="flex flex-col gap-6">
      <LoadingNote>{text.loadingExample}</LoadingNote>
      <Skeleton className="ml-auto h-11 w-64 rounded-2xl" />
      <Skeleton className="h-4 w-40" />
      <Skeleton className="aspect-[16/9] w-full rounded-2xl opacity-60" />
    </div>
  );
}

/** Becomes true when a place is in view and the page has nothing more urgent to do: the drawing code is large. */
function useSeen(place: React.RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 200));
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      whenIdle(() => setSeen(true));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return isSeen;
}
