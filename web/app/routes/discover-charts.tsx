import { QueryClientProvider } from "@tanstack/react-query";
import { queryClient } from "../api/query-client";
import { DiscoverChartsScreen } from "../features/discover/discover-screen";
import { pageMeta } from "../util/page-meta";
import type { Route } from "./+types/discover-charts";
import { discoverChartsPage as text } from "./public-strings";

export const meta: Route.MetaFunction = () => pageMeta(text.exampleChartsPortolan, text.publishedChartsWithTheirRows);

export default function DiscoverCharts() {
  return (
    <QueryClientProvider client={queryClient}>
      <DiscoverChartsScreen />
    </QueryClientProvider>
  );
}
