import { QueryClientProvider } from "@tanstack/react-query";
import { queryClient } from "../api/query-client";
import { DiscoverScreen } from "../features/discover/discover-screen";
import { pageMeta } from "../util/page-meta";
import type { Route } from "./+types/discover";

export const meta: Route.MetaFunction = () =>
  pageMeta("Discover · Portolan", "Charts, boards and documents that people made with Portolan and published.");

export default function Discover() {
  return (
    <QueryClientProvider client={queryClient}>
      <DiscoverScreen />
    </QueryClientProvider>
  );
}
