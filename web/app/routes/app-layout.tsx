import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet, redirect } from "react-router";
import { isComplete, profileQuery } from "../api/profile";
import { queryClient } from "../api/query-client";
import { hasSession, useHasSession } from "../api/session";
import { AppFrame, AppFrameFallback } from "../features/shell/app-frame";
import { PublicHeader } from "../features/shell/public-header";
import { SessionWatch } from "../features/shell/session-watch";
import { UserEventsWatch } from "../features/shell/user-events-watch";
import { guard, needsSession } from "../util/guards";
import { rememberPath } from "../util/return-path";
import type { Route } from "./+types/app-layout";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }) => {
    const url = new URL(request.url);
    const isSignedIn = hasSession();
    const isProfileComplete = isSignedIn && needsSession(url.pathname) ? await knowsProfile() : null;
    // The session may have turned out to be over while the profile was asked for.
    const result = guard(url.pathname, { isSignedIn: hasSession(), isProfileComplete });
    if (result.verdict === "pass") return;
    if (result.detour !== null) rememberPath(result.detour, url.pathname + url.search);
    throw redirect(result.to);
  },
];

/** Makes the middleware run on the first page, too. */
export const clientLoader = () => null;

/** Whether the profile is complete; null where nobody knows, so that an unreachable server locks nobody out. */
async function knowsProfile(): Promise<boolean | null> {
  try {
    return isComplete(await queryClient.ensureQueryData(profileQuery()));
  } catch {
    return null;
  }
}

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
