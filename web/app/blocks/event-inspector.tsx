import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import type { ChatStore } from "../stream/chat-store.ts";
import type { ChatEvent } from "../stream/events.ts";
import { classNames } from "../util/class-names.ts";
import { formatClock } from "../util/format.ts";
import { eventInspector as strings } from "./strings";

/** As many events are kept; older ones leave at the top. */
const MOST = 2_000;
const ROW_HEIGHT = 40;
const OVERSCAN = 12;

interface InspectedEvent {
  number: number;
  /** Milliseconds since 1970. */
  at: number;
  event: ChatEvent;
}

/** The events of a chat as they arrive, for administrators: each can be opened. */
export function EventInspector({ store, className }: { store: ChatStore; className?: string }) {
  const events = useEvents(store);
  const [hasDeltas, setDeltas] = useState(false);
  const [opened, setOpened] = useState<InspectedEvent | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const shown = hasDeltas ? events : events.filter(({ event }) => event.event !== "block.delta");
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  });
  return (
    <section aria-label={strings.events} className={classNames("flex min-h-0 flex-col bg-surface text-sm", className)}>
      <header className="flex items-center gap-3 border-line border-b px-4 py-2.5">
        <h2 className="font-medium">{strings.events}</h2>
        <span data-numeric className="text-faint text-xs">
          {shown.length}
        </span>
        <label className="ml-auto flex items-center gap-1.5 text-soft text-xs">
          <input
            type="checkbox"
            checked={hasDeltas}
            onChange={(change) => setDeltas(change.target.checked)}
            className="accent-accent"
          />
          {strings.showTextDeltas}
        </label>
      </header>
      {shown.length === 0 && <p className="px-4 py-6 text-soft">{strings.noEventsYetEventsAppear}</p>}
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
        <ol className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            // Newest first.
            const seen = shown[shown.length - 1 - index];
            return (
              seen && (
                <li key={seen.number} className="absolute inset-x-0 h-10" style={{ top: start }}>
                  <button
                    type="button"
                    aria-pressed={opened?.number === seen.number}
                    onClick={() => setOpened(opened?.number === seen.number ? null : seen)}
                    className={classNames(
                      "flex h-full w-full items-center gap-3 px-4 text-left hover:bg-line/50",
                      opened?.number === seen.number && "bg-line/60",
                    )}
                  >
                    <span data-numeric className="text-faint text-xs">
                      {formatClock(seen.at)}
                    </span>
                    <span className="truncate font-mono text-xs">{seen.event.event}</span>
                    <span className="ml-auto truncate text-faint text-xs">{gistOf(seen.event)}</span>
                  </button>
                </li>
              )
            );
          })}
        </ol>
      </div>
      {opened && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
          tabIndex={0}
          className="max-h-64 overflow-auto border-line border-t bg-raised p-4 font-mono text-xs leading-relaxed"
        >
          <code>{JSON.stringify(opened.event.data, null, 2)}</code>
        </pre>
      )}
    </section>
  );
}

function useEvents(store: ChatStore): readonly InspectedEvent[] {
  const [events, setEvents] = useState<readonly InspectedEvent[]>([]);
  useEffect(
    () =>
      store.onEvent((event) =>
        setEvents((before) => [
          ...before.slice(1 - MOST),
          { number: (before.at(-1)?.number ?? 0) + 1, at: Date.now(), event },
        ]),
      ),
    [store],
  );
  return events;
}

/** Detail that distinguishes events of a kind. */
function gistOf({ event, data }: ChatEvent): string {
  switch (event) {
    case "block.opened":
      return data.type;
    case "block.closed":
      return data.block.type;
    case "block.delta":
      return data.text;
    case "turn.progress":
      return data.label;
    case "turn.understood":
      return data.words.map((word) => `${word.text}: ${word.meaning ?? word.state}`).join("; ");
    case "turn.metered":
      return strings.credits(data.credits);
    case "turn.finished":
      return data.outcome;
    case "chat.changed":
      return data.title;
    default:
      return "";
  }
}
