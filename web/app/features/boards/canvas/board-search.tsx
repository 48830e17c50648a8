import { X } from "lucide-react";
import { type KeyboardEvent, useMemo, useState } from "react";
import { IconButton } from "../../../ui/button";
import { countOf } from "../../../util/format";
import { useStore } from "../../../util/store";
import { useBoard } from "../board-tools";
import { findNodes, lineOf, typeNames } from "../core/words";
import { boardSearch as text } from "../strings";
import { useBoardView } from "../use-board-view";

const mostShown = 40;

/** Finds things by their words; without any it lists what is there, so that all of it can be reached by keyboard. */
export function BoardSearch({ onClose }: { onClose: () => void }) {
  const { store, show, chartTitles } = useBoard();
  const { document } = useBoardView(store);
  const titles = useStore(chartTitles);
  const [query, setQuery] = useState("");
  const found = useMemo(() => {
    if (query.trim() !== "") return findNodes(document, query, titles);
    return [...document.nodes.values()].sort((one, other) => one.y - other.y || one.x - other.x);
  }, [document, query, titles]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && event.target instanceof HTMLInputElement && found[0]) show([found[0].id]);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") moveFocus(event);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <search
      data-board-panel
      className="absolute top-16 right-3 z-10 flex max-h-[60%] w-80 max-w-[calc(100%-1.5rem)] animate-rise flex-col rounded-xl border border-line bg-raised shadow-floating"
      onKeyDown={onKeyDown}
    >
      <div className="flex items-center gap-1 border-line border-b p-1.5">
        <input
          type="search"
          aria-label={text.findOnBoard}
          placeholder={text.findOnBoard}
          value={query}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to search
          autoFocus
          onChange={(event) => setQuery(event.target.value)}
          className="h-8 min-w-0 flex-1 bg-transparent px-2 text-sm outline-none placeholder:text-faint"
        />
        <IconButton label={text.closeSearch} className="size-8" onClick={onClose}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      <p role="status" className="px-3.5 pt-2 text-faint text-xs">
        {found.length === 0 && query !== "" ? text.noResultsFor(query) : countOf(found.length, "item")}
      </p>
      <ul className="min-h-0 overflow-y-auto p-1.5">
        {found.slice(0, mostShown).map((node) => (
          <li key={node.id}>
            <button
              type="button"
              onClick={() => show([node.id])}
              className="flex w-full items-baseline gap-2 rounded-lg px-2 py-1.5 text-left text-sm hover:bg-surface focus-visible:bg-surface dark:hover:bg-line/60"
            >
              <span className="min-w-0 flex-1 truncate" dir="auto">
                {lineOf(node, titles)}
              </span>
              <span className="shrink-0 text-faint text-xs">{typeNames[node.type]}</span>
            </button>
          </li>
        ))}
      </ul>
    </search>
  );
}

function moveFocus(event: KeyboardEvent) {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, li button")];
  const place = stops.indexOf(document.activeElement as HTMLElement) + (event.key === "ArrowDown" ? 1 : -1);
  stops[place]?.focus();
}
