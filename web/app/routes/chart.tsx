import { ChartScreen } from "../features/library/chart-screen";
import type { Route } from "./+types/chart";
import { chartPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.chartPortolan }];

export default function ChartRoute({ params: { chartId } }: Route.ComponentProps) {
  return <ChartScreen key={chartId} chartId={chartId} />;
}
