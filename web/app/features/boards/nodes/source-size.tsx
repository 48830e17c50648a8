import { useQuery } from "@tanstack/react-query";
import { sourceQuery } from "../../../api/source-queries";
import { countOf } from "../../../util/format";
import { sourceSize as text } from "../strings";

/** Rows and columns of an uploaded table; nothing for other files. */
export function SourceSize({ sourceId }: { sourceId: string }) {
  const { data } = useQuery({ ...sourceQuery(sourceId), retry: false });
  if (data?.rowCount == null) return null;
  return (
    <p className="text-soft text-xs" data-numeric>
      {text.rowsAndColumns(countOf(data.rowCount, text.row), countOf(data.columns.length, text.column))}
    </p>
  );
}
