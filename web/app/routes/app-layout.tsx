import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "react-router";
import { queryClient } from "../api/query-client";
import { useHasSession } from "../api/session";
import { AppFrame } from "../features/shell/app-frame";
import { AppFrameFallback } from "../features/shell/app-frame-fallback";
import { guardMiddleware } from "../features/shell/guard-middleware";
import { PublicHeader } from "../features/shell/public-header";
import { SessionWatch } from "../features/shell/session-watch";
import { Shortcuts } from "../features/shell/shortcuts";
import { UserEventsWatch } from "../features/shell/user-events-watch";
import type { Route } from "./+types/app-layout";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [guardMiddleware];

/** Makes the middleware run on the first page, too. */
export const clientLoader = () => null;

export function HydrateFallback() {
  return <AppFrameFallback />;
}

export default function AppLayout() {
  const isSignedIn = useHasSession();
  return (
    <QueryClientProvider client={queryClient}>
      {isSignedIn ? (
        <AppFrame>
          <SessionWatch />
          <UserEventsWatch />
          <Shortcuts />
          <Outlet />
        </AppFrame>
      ) : (
        <>
          <PublicHeader />
          <main id="content">
            <Outlet />
          </main>
        </>
      )}
    </QueryClientProvider>
  );
}
