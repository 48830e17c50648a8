import { useSearchParams } from "react-router";
import { NewChartScreen } from "../features/editor/editor-screen";
import type { Route } from "./+types/chart-editor";
import { chartEditorPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.chartEditorPortolan }];

/** A new chart; `source` in the query is the table that it begins with. */
export default function ChartEditor() {
  const [search] = useSearchParams();
  return <NewChartScreen sourceId={search.get("source")} />;
}
