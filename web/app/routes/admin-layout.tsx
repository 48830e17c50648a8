import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "react-router";
import { queryClient } from "../api/query-client";
import { AdminFrame } from "../features/admin/admin-frame";
import { AppFrameFallback } from "../features/shell/app-frame-fallback";
import { guardMiddleware } from "../features/shell/guard-middleware";
import { SessionWatch } from "../features/shell/session-watch";
import { Shortcuts } from "../features/shell/shortcuts";
import type { Route } from "./+types/admin-layout";
import { adminLayout as text } from "./strings";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [guardMiddleware];

/** Makes the middleware run on the first page, too. */
export const clientLoader = () => null;

export const meta: Route.MetaFunction = () => [
  { title: text.administrationPortolan },
  { name: "robots", content: "noindex" },
];

export function HydrateFallback() {
  return <AppFrameFallback />;
}

export default function AdminLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <AdminFrame>
        <SessionWatch />
        <Shortcuts />
        <Outlet />
      </AdminFrame>
    </QueryClientProvider>
  );
}
