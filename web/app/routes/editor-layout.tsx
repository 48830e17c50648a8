import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "react-router";
import { queryClient } from "../api/query-client";
import { guardMiddleware } from "../features/shell/guard-middleware";
import { SessionWatch } from "../features/shell/session-watch";
import { LoadingNote } from "../ui/skeleton";
import type { Route } from "./+types/editor-layout";
import { editorLayout as text } from "./strings";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [guardMiddleware];

/** Makes the middleware run on the first page, too. */
export const clientLoader = () => null;

export function HydrateFallback() {
  return <LoadingNote>{text.loadingEditor}</LoadingNote>;
}

/** The editor has the whole page: its own header takes the place of the sidebar. */
export default function EditorLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionWatch />
      <main id="content" className="flex min-h-dvh min-w-0 flex-col">
        <Outlet />
      </main>
    </QueryClientProvider>
  );
}
