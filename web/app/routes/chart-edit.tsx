import { EditChartScreen } from "../features/editor/editor-screen";
import type { Route } from "./+types/chart-edit";

export const meta: Route.MetaFunction = () => [{ title: "Edit a chart · Portolan" }];

export default function ChartEdit({ params: { chartId } }: Route.ComponentProps) {
  return <EditChartScreen key={chartId} chartId={chartId} />;
}
