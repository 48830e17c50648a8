import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  type AdminList,
  type AdminListQuery,
  type AdminListSort,
  type AdminRow,
  adminListQuery,
  exportAdminList,
} from "../../api/admin-lists";
import { describeFailure } from "../../api/problem";
import { Button } from "../../ui/button";
import { notify } from "../../ui/toast";
import { saveFile } from "../../util/save-file";
import { useDebounced } from "../../util/use-debounced";
import { AdminPage, emptyTextOf, FilterField, Loaded } from "./admin-page";
import { type AdminColumn, AdminTable } from "./admin-table";
import { adminListPage as strings } from "./strings";
import type { SortOrder } from "./table-rows";

const debounceMs = 200;

export interface AdminListPageProps<List extends AdminList> {
  list: List;
  title: string;
  /** Accessible name of the search field; without it the list has none. */
  searchLabel?: string;
  columns: readonly AdminColumn<AdminRow<List>, AdminListSort<List>>[];
  /** The column that the list is sorted by at first. */
  firstOrder: string;
  /** Descending by default. */
  firstDirection?: SortOrder["direction"];
  /** How often the list is read again while it is open; never by default. */
  refetchMs?: number;
  /** Shown instead of an empty list where nothing is searched for. */
  emptyText?: string;
  filters?: Omit<AdminListQuery<List>, "q" | "sort" | "direction">;
  keyOf: (row: AdminRow<List>) => string;
  /** Beside the search field, such as the choice of a filter. */
  tools?: ReactNode;
  /** Between title and table. */
  children?: ReactNode;
}

/** A list that the server sorts, filters, pages and exports. */
export function AdminListPage<List extends AdminList>({
  list,
  title,
  searchLabel,
  columns,
  firstOrder,
  firstDirection = "descending",
  refetchMs,
  emptyText,
  filters,
  keyOf,
  tools,
  children,
}: AdminListPageProps<List>) {
  const [typed, setTyped] = useState("");
  const [order, setOrder] = useState<SortOrder>({ columnId: firstOrder, direction: firstDirection });
  const q = useDebounced(typed.trim(), debounceMs);
  const ordered = columns.find(({ id }) => id === order.columnId);
  const sort = ordered?.sortKey;
  // The route names no order that no column has, and `filters` are its other parameters.
  const query = {
    ...(q !== "" && { q }),
    ...(sort !== undefined && { sort }),
    ...((sort !== undefined || ordered?.isOnlyOrder) && { direction: order.direction }),
    ...filters,
  } as unknown as AdminListQuery<List>;
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...adminListQuery(list, query),
    refetchInterval: refetchMs ?? false,
  });
  return (
    <AdminPage
      title={title}
      tools={
        <>
          {tools}
          {searchLabel && <FilterField label={searchLabel} value={typed} onChange={setTyped} />}
          <ExportButton list={list} query={query} />
        </>
      }
    >
      {children}
      <Loaded what={title.toLowerCase()} isLoaded={data !== undefined} error={error} onRetry={() => void refetch()}>
        <AdminTable
          label={title}
          columns={columns}
          rows={data?.pages.flatMap((page) => page.items) ?? []}
          keyOf={keyOf}
          emptyText={q === "" && emptyText !== undefined ? emptyText : emptyTextOf(q)}
          onEnd={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
          serverOrder={{ order, onOrder: setOrder }}
        />
      </Loaded>
    </AdminPage>
  );
}

interface ExportButtonProps<List extends AdminList> {
  list: List;
  query: AdminListQuery<List>;
  /** The list's name, where a page has several. */
  name?: string;
}

/** Downloads the whole list as a CSV file. */
export function ExportButton<List extends AdminList>({ list, query, name }: ExportButtonProps<List>) {
  return (
    <CsvButton
      read={() => exportAdminList(list, query)}
      fileName={`portolan-${list.replace("/", "-")}.csv`}
      {...(name !== undefined && { name })}
    />
  );
}

interface CsvButtonProps {
  read: () => Promise<Blob>;
  fileName: string;
  name?: string;
}

/** Downloads a CSV file. */
export function CsvButton({ read, fileName, name }: CsvButtonProps) {
  const exporting = useMutation({
    mutationFn: read,
    onSuccess: (file) => saveFile(file, fileName),
    onError: (error) => {
      void notify({ title: strings.couldntExport, description: describeFailure(error), color: "red" });
    },
  });
  return (
    <Button size="small" isPending={exporting.isPending} onClick={() => exporting.mutate()}>
      {!exporting.isPending && <Download aria-hidden className="size-4" />} {strings.exportCsv}
      {name !== undefined && <span className="sr-only"> {name}</span>}
    </Button>
  );
}

export interface FilterChoiceProps<Value extends string> {
  legend: string;
  choices: Readonly<Record<Value, string>>;
  value: Value;
  onChoose: (value: Value) => void;
}

/** One of a few filters, as buttons. */
export function FilterChoice<Value extends string>({ legend, choices, value, onChoose }: FilterChoiceProps<Value>) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{legend}</legend>
      {(Object.keys(choices) as Value[]).map((choice) => (
        <Button
          key={choice}
          size="small"
          look={choice === value ? "secondary" : "quiet"}
          aria-pressed={choice === value}
          onClick={() => onChoose(choice)}
        >
          {choices[choice]}
        </Button>
      ))}
    </fieldset>
  );
}
