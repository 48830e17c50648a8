import { lazy, Suspense } from "react";
import { data, useLocation } from "react-router";
import { profileQuery } from "../api/profile";
import { queryClient } from "../api/query-client";
import { ErrorPage } from "../features/shell/error-page";
import { Page } from "../ui/page";
import { LoadingNote } from "../ui/skeleton";
import { paths } from "../util/page-paths";
import type { Route } from "./+types/workbench";

export const meta: Route.MetaFunction = () => [
  { title: "Workbench · Portolan" },
  { name: "robots", content: "noindex" },
];

/** The gallery is large and looked at by few. */
const ChartGallery = lazy(async () => ({
  default: (await import("../features/workbench/chart-gallery")).ChartGallery,
}));

/** The workbench is there in development, and for admins; for others it does not exist. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<null> {
  const { isAdmin } = import.meta.env.DEV ? { isAdmin: true } : await queryClient.ensureQueryData(profileQuery());
  if (!isAdmin) throw data(`Page not found: ${new URL(request.url).pathname}`, { status: 404 });
  return null;
}

export default function Workbench() {
  const { pathname } = useLocation();
  const title = titles[pathname] ?? "Charts";
  return (
    <Suspense
      fallback={
        <Page title={title}>
          <LoadingNote>Loading the gallery</LoadingNote>
        </Page>
      }
    >
      <ChartGallery title={title} kind={kinds[pathname]} />
    </Suspense>
  );
}

const titles: Record<string, string> = {
  [paths.workbenchMindmaps()]: "Mind maps",
  [paths.workbenchFlows()]: "Flows",
};

const kinds: Record<string, "mindmap" | "flow"> = {
  [paths.workbenchMindmaps()]: "mindmap",
  [paths.workbenchFlows()]: "flow",
};

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
