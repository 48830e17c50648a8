import { QueryClientProvider } from "@tanstack/react-query";
import { queryClient } from "../api/query-client";
import { DiscoverScreen } from "../features/discover/discover-screen";
import type { Route } from "./+types/discover";

export const meta: Route.MetaFunction = () => [
  { title: "Discover · Portolan" },
  { name: "description", content: "Charts, boards and documents that people made with Portolan and published." },
];

export default function Discover() {
  return (
    <QueryClientProvider client={queryClient}>
      <DiscoverScreen />
    </QueryClientProvider>
  );
}
