import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { BookOpenText, ChartColumn, type LucideIcon, MessageSquareText } from "lucide-react";
import { useState } from "react";
import { chartsQuery } from "../../api/charts";
import { chatsQuery } from "../../api/chats";
import { portolansQuery } from "../../api/portolans";
import { describeFailure } from "../../api/problem";
import { searchQuery } from "../../api/search";
import { Dialog } from "../../ui/dialog";
import { inputClass } from "../../ui/field";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { classNames } from "../../util/class-names";
import { itemNames } from "../../util/items";
import { useBoard } from "./board-tools";
import { contentOfItem } from "./core/own-things";
import { itemPicker as strings } from "./strings";

type PickedKind = "chart" | "portolan" | "chat";

interface Thing {
  kind: PickedKind;
  id: string;
  title: string;
}

const icons: Record<PickedKind, LucideIcon> = {
  chart: ChartColumn,
  portolan: BookOpenText,
  chat: MessageSquareText,
};

const newest = 8;
const mostFound = 40;

/** Puts one's own charts, documents and chats onto the board. */
export function ItemPicker({ onClose }: { onClose: () => void }) {
  const board = useBoard();
  const [query, setQuery] = useState("");
  const { things, error } = useThings(query.trim());

  function pick({ kind, id, title }: Thing) {
    onClose();
    board.put(contentOfItem(kind, id, title));
    board.announce(strings.addedToTheBoard(title || itemNames[kind].one));
  }

  return (
    <Dialog isOpen onClose={onClose} title={strings.insertAnExistingItem} className="max-w-lg">
      <div className="flex flex-col gap-3 px-6 pt-4 pb-6">
        <input
          type="search"
          aria-label={strings.searchYourChartsDocumentsAnd}
          placeholder={strings.placeholder}
          value={query}
          dir="auto"
          onChange={(event) => setQuery(event.target.value)}
          className={classNames(inputClass, "h-10 px-3 text-sm")}
        />
        {error !== null && (
          <p role="alert" className="py-4 text-danger text-sm">
            {describeFailure(error)}
          </p>
        )}
        {things === null && error === null && (
          <>
            <LoadingNote>{strings.loadingYourItems}</LoadingNote>
            <Skeleton className="h-40" />
          </>
        )}
        {things?.length === 0 && (
          <p className="py-8 text-center text-soft text-sm">
            {query.trim() === "" ? strings.nothingHereYetYourCharts : strings.noResultsFor(query.trim())}
          </p>
        )}
        <ul className="flex max-h-96 flex-col overflow-y-auto">
          {things?.map((thing) => (
            <li key={`${thing.kind} ${thing.id}`}>
              <ThingButton thing={thing} onPick={pick} />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function ThingButton({ thing, onPick }: { thing: Thing; onPick: (thing: Thing) => void }) {
  const Icon = icons[thing.kind];
  return (
    <button
      type="button"
      onClick={() => onPick(thing)}
      className="flex w-full items-center gap-3 rounded-lg px-2.5 py-2 text-left text-sm hover:bg-surface focus-visible:-outline-offset-2 dark:hover:bg-line/60"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-accent" />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {thing.title || strings.untitled}
      </span>
      <span className="shrink-0 text-faint text-xs">{itemNames[thing.kind].one}</span>
    </button>
  );
}

/** The newest of each kind; with a query what holds its words. Null until anything is known. */
function useThings(query: string): { things: Thing[] | null; error: Error | null } {
  const charts = useInfiniteQuery(chartsQuery());
  const portolans = useInfiniteQuery(portolansQuery());
  const chats = useInfiniteQuery(chatsQuery());
  const found = useQuery(searchQuery(query, mostFound));
  if (query !== "") return { things: found.data ? found.data.flatMap(pickable) : null, error: found.error };
  const lists = [
    { kind: "chart" as const, pages: charts.data?.pages },
    { kind: "portolan" as const, pages: portolans.data?.pages },
    { kind: "chat" as const, pages: chats.data?.pages },
  ];
  const things = lists.flatMap(({ kind, pages = [] }) =>
    pages
      .flatMap((page): { id: string; title: string }[] => page.items)
      .slice(0, newest)
      .map(({ id, title }) => ({ kind, id, title })),
  );
  const isLoading = charts.isPending || portolans.isPending || chats.isPending;
  return {
    things: isLoading && things.length === 0 ? null : things,
    error: charts.error ?? portolans.error ?? chats.error,
  };
}

function pickable({ kind, id, title }: { kind: string; id: string; title: string }): Thing[] {
  return kind === "chart" || kind === "portolan" || kind === "chat" ? [{ kind, id, title }] : [];
}
