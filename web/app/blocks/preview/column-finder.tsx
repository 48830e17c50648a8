import { useState } from "react";
import type { SourceColumn } from "../../api/sources";
import { inputClass } from "../../ui/field";
import { classNames } from "../../util/class-names";
import { formatCount } from "../../util/format";
import { findColumn } from "./find-column";
import { columnFinder as text } from "./strings";

export interface ColumnFinderProps {
  columns: readonly SourceColumn[];
  /** Called with the place of the first match while a name is typed; null without one. */
  onFind: (place: number | null) => void;
}

/** Finds one of many columns by its name. Enter goes to the next match. */
export function ColumnFinder({ columns, onFind }: ColumnFinderProps) {
  const [typed, setTyped] = useState("");
  const [place, setPlace] = useState<number | null>(null);
  const find = (name: string, after: number | null) => {
    const found = findColumn(columns, name, after);
    setPlace(found);
    onFind(found);
  };
  const name = place === null ? undefined : columns[place]?.name;
  return (
    <form
      className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1"
      onSubmit={(event) => {
        event.preventDefault();
        find(typed, place);
      }}
    >
      <div className="w-56 max-w-full">
        <input
          type="search"
          aria-label={text.findColumn}
          placeholder={text.placeholder}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            find(target.value, null);
          }}
          className={classNames(inputClass, "h-9 px-3 text-sm")}
        />
      </div>
      <span role="status" className="min-w-0 truncate text-faint text-xs" data-numeric>
        {name !== undefined && text.found(name, formatCount((place ?? 0) + 1), formatCount(columns.length))}
        {name === undefined && typed.trim() !== "" && text.noMatch}
      </span>
    </form>
  );
}
