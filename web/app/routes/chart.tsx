import { ChartScreen } from "../features/library/chart-screen";
import type { Route } from "./+types/chart";

export const meta: Route.MetaFunction = () => [{ title: "Chart · Portolan" }];

export default function ChartRoute({ params: { chartId } }: Route.ComponentProps) {
  return <ChartScreen key={chartId} chartId={chartId} />;
}
