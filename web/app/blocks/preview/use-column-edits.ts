import { editSourceColumns } from "../../api/operations";
import { queryClient, queryKeys } from "../../api/query-client";
import { sourceQuery } from "../../api/source-queries";
import type { Source } from "../../api/sources";
import { useApiMutation } from "../../api/use-api-mutation";
import type { ColumnEdit } from "../../contract/types";
import { columnEdits as text } from "./strings";

interface ColumnChange {
  edits: ColumnEdit[];
  /** Title of the toast. */
  done: string;
  /** Edits that an undo restores; absent for an undo itself. */
  before?: ColumnEdit[];
}

/** Changes the edits of a table's columns, each with an undo. */
export function useColumnEdits(source: Source, onDone?: () => void) {
  const before = source.edits ?? [];
  const { run, isPending } = useApiMutation<ColumnChange, Source>({
    run: ({ edits }) => editSourceColumns({ sourceId: source.id }, { edits }),
    success: (_, { done, before }) => ({
      title: done,
      color: "green",
      ...(before && { actions: [{ label: text.undo, click: () => run({ edits: before, done: text.undone }) }] }),
    }),
    failed: text.notSaved,
    onDone: (edited) => {
      queryClient.setQueryData(sourceQuery(source.id).queryKey, edited);
      for (const part of ["rows", "words"]) {
        void queryClient.invalidateQueries({ queryKey: [...queryKeys.sources, source.id, part] });
      }
      onDone?.();
    },
  });
  return { save: (edits: ColumnEdit[], done: string) => run({ edits, done, before }), isPending };
}
