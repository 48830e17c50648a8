import { QueryClientProvider } from "@tanstack/react-query";
import { queryClient } from "../api/query-client";
import { ExtensionScreen } from "../features/extension/extension-screen";
import { isExtensionMode } from "../util/extension-mode";
import type { Route } from "./+types/extension";
import { extensionPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [
  { title: text.portolanSidePanel },
  { name: "robots", content: "noindex" },
];

/** Notes that the panel is open, so that the pages in it lead here. */
export function clientLoader() {
  isExtensionMode();
  return null;
}

export function HydrateFallback() {
  return null;
}

export default function Extension() {
  return (
    <QueryClientProvider client={queryClient}>
      <ExtensionScreen />
    </QueryClientProvider>
  );
}
