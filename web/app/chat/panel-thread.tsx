import { useRef } from "react";
import type { ViewedChat } from "../stream/chat-store.ts";
import { LoadingNote, Skeleton } from "../ui/skeleton.tsx";
import { ErrorState } from "../ui/states.tsx";
import { classNames } from "../util/class-names.ts";
import { panelThread as text } from "./strings.ts";
import { Thread, type ThreadProps } from "./thread.tsx";
import { useFollowEnd } from "./use-follow-end.ts";

export interface PanelThreadProps extends ThreadProps {
  /** Shown while there is no message. */
  empty: string;
  className?: string;
}

/** The turns of a chat in a panel that scrolls by itself. */
export function PanelThread({ session, extras, empty, className }: PanelThreadProps) {
  const { view, store, path, isSending, beginCount } = session;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useFollowEnd(scroller, content, beginCount);
  const isEmpty = path.length === 0 && !isSending && (view === null || view.phase === "ready");
  return (
    <section
      ref={scroller}
      aria-label={text.messages}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={classNames("min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2", className)}
    >
      <div ref={content} className="pb-4">
        {view?.phase === "loading" && (
          <div className="flex flex-col gap-3 pt-4">
            <LoadingNote>{text.loadingChat}</LoadingNote>
            <Skeleton className="ml-auto h-10 w-3/5" />
            <Skeleton className="h-24 w-full" />
          </div>
        )}
        {view && view.phase !== "loading" && view.phase !== "ready" && (
          <ErrorState
            className="mt-4"
            title={text.couldntLoadTheChat}
            description={reasonOf(view)}
            onRetry={() => void store?.open()}
          />
        )}
        {isEmpty && <p className="pt-6 text-center text-soft text-sm">{empty}</p>}
        <Thread session={session} extras={extras} />
      </div>
    </section>
  );
}

function reasonOf(view: ViewedChat): string {
  if (view.phase === "failed") return view.message;
  return view.phase === "missing" ? text.chatWasDeleted : text.signInAgainOrReload;
}
