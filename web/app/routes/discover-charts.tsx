import { QueryClientProvider } from "@tanstack/react-query";
import { queryClient } from "../api/query-client";
import { DiscoverChartsScreen } from "../features/discover/discover-screen";
import { pageMeta } from "../util/page-meta";
import type { Route } from "./+types/discover-charts";

export const meta: Route.MetaFunction = () =>
  pageMeta(
    "Charts to learn from · Portolan",
    "Published charts, each with its rows, its query and where they came from.",
  );

export default function DiscoverCharts() {
  return (
    <QueryClientProvider client={queryClient}>
      <DiscoverChartsScreen />
    </QueryClientProvider>
  );
}
