import { ArrowDown, ArrowUp, EyeOff, Filter, ListFilter } from "lucide-react";
import type { RefObject } from "react";
import { Button } from "../../ui/button";
import { Popover } from "../../ui/popover";
import { SelectField, SmallField } from "../../ui/select-field";
import type { Cell, ChartData, DataColumn } from "../draw-request";
import { formatCell, isNumberColumn } from "../kinds/table-cells";
import { isSameCell } from "../same-key";
import { tablePopover as text } from "./strings";
import { keepOnly, leaveOut, rename, type TableView, withoutFilter } from "./table-view";

/** The heading or cell of a table that was clicked. */
export interface TablePart {
  column: DataColumn;
  /** Undefined for a heading. */
  value?: Cell;
  element: HTMLElement;
}

export interface TablePopoverProps {
  part: TablePart;
  data: ChartData;
  view: TableView;
  onChange: (view: TableView) => void;
  returnFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
}

const mostValues = 200;

/** Sorts, filters and names a table beside the heading or the cell that was clicked. */
export function TablePopover({ part, data, view, onChange, returnFocus, onClose }: TablePopoverProps) {
  const { column, value, element } = part;
  const label = view.names[column.name] ?? column.name;
  const isHeading = value === undefined;
  const title = isHeading ? label : text.valueOf(label, formatCell(value, column));
  const isFiltered = view.filters.some((filter) => filter.column === column.name);
  const finish = (next: TableView) => {
    onChange(next);
    onClose();
  };
  return (
    <Popover label={title} anchorElement={element} returnFocus={returnFocus} onClose={onClose}>
      <p dir="auto" className="mb-3 break-words font-medium leading-snug">
        {title}
      </p>
      <div className="flex flex-col gap-3">
        {isHeading && <SortButtons column={column} view={view} onSort={finish} />}
        <div className="flex flex-wrap gap-2 empty:hidden">
          {!isHeading && (
            <>
              <Button size="small" onClick={() => finish(keepOnly(view, column.name, value))}>
                <Filter aria-hidden className="size-4" /> {text.filterToThis}
              </Button>
              <Button size="small" onClick={() => finish(leaveOut(view, column.name, value))}>
                <EyeOff aria-hidden className="size-4" /> {text.exclude}
              </Button>
            </>
          )}
          {isFiltered && (
            <Button size="small" onClick={() => finish(withoutFilter(view, column.name))}>
              <ListFilter aria-hidden className="size-4" /> {text.showAllRows}
            </Button>
          )}
        </div>
        {isHeading && (
          <>
            <ValueFilter column={column} data={data} view={view} onFilter={finish} />
            <SmallField
              label={text.columnName}
              value={view.names[column.name] ?? column.name}
              maxLength={200}
              onType={(name) => onChange(rename(view, column.name, name))}
            />
            {view.hidden.length < data.columns.length - 1 && (
              <Button
                size="small"
                look="quiet"
                className="self-start"
                onClick={() => finish({ ...view, hidden: [...view.hidden, column.name] })}
              >
                <EyeOff aria-hidden className="size-4" /> {text.hideColumn}
              </Button>
            )}
          </>
        )}
      </div>
    </Popover>
  );
}

interface SortButtonsProps {
  column: DataColumn;
  view: TableView;
  onSort: (view: TableView) => void;
}

function SortButtons({ column, view, onSort }: SortButtonsProps) {
  const words = isNumberColumn(column)
    ? [text.smallestFirst, text.largestFirst]
    : column.type === "date" || column.type === "datetime"
      ? [text.oldestFirst, text.newestFirst]
      : [text.aToZ, text.zToA];
  return (
    <div className="grid grid-cols-2 gap-2">
      {[false, true].map((isDescending, index) => {
        const isOn = view.sort?.column === column.name && view.sort.isDescending === isDescending;
        const Icon = isDescending ? ArrowDown : ArrowUp;
        return (
          <Button
            key={words[index]}
            size="small"
            aria-pressed={isOn}
            className={isOn ? "border-accent" : undefined}
            onClick={() => onSort({ ...view, sort: isOn ? null : { column: column.name, isDescending } })}
          >
            <Icon aria-hidden className="size-4" /> {words[index]}
          </Button>
        );
      })}
    </div>
  );
}

interface ValueFilterProps {
  column: DataColumn;
  data: ChartData;
  view: TableView;
  onFilter: (view: TableView) => void;
}

/** The values of a column to choose from: what a click on a cell does, for the keyboard. */
function ValueFilter({ column, data, view, onFilter }: ValueFilterProps) {
  const place = data.columns.findIndex(({ name }) => name === column.name);
  const values = [...new Set(data.rows.map((row) => row[place] ?? null))];
  if (values.length < 2 || values.length > mostValues) return null;
  const filter = view.filters.find((each) => each.column === column.name && each.isKept);
  const chosen = filter ? values.findIndex((value) => filter.values.some((each) => isSameCell(each, value))) : -1;
  return (
    <SelectField
      label={text.show}
      value={String(chosen)}
      choices={[
        { value: "-1", label: text.allValues },
        ...values.map((value, index) => ({ value: String(index), label: formatCell(value, column) })),
      ]}
      onChoose={(index) => {
        const value = values[Number(index)];
        onFilter(value === undefined ? withoutFilter(view, column.name) : keepOnly(view, column.name, value));
      }}
    />
  );
}
