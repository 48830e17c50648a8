import { QueryClientProvider } from "@tanstack/react-query";
import { queryClient } from "../api/query-client";
import { DiscoverScreen } from "../features/discover/discover-screen";
import { pageMeta } from "../util/page-meta";
import type { Route } from "./+types/discover";
import { discoverPage as text } from "./public-strings";

export const meta: Route.MetaFunction = () => pageMeta(text.discoverPortolan, text.chartsBoardsAndDocumentsPublished);

export default function Discover() {
  return (
    <QueryClientProvider client={queryClient}>
      <DiscoverScreen />
    </QueryClientProvider>
  );
}
