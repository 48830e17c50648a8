import { lazy, type ReactNode, Suspense } from "react";
import { data, useLocation } from "react-router";
import { profileQuery } from "../api/profile";
import { queryClient } from "../api/query-client";
import { ErrorPage } from "../features/shell/lazy-error-page";
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

const Primitives = lazy(async () => ({ default: (await import("../features/workbench/primitives")).Primitives }));
const MarkdownSamples = lazy(async () => ({
  default: (await import("../features/workbench/markdown-samples")).MarkdownSamples,
}));
const ScriptedChat = lazy(async () => ({
  default: (await import("../features/workbench/scripted-chat")).ScriptedChat,
}));

/** The workbench is there in development, and for admins; for others it does not exist. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<null> {
  const { isAdmin } = import.meta.env.DEV ? { isAdmin: true } : await queryClient.ensureQueryData(profileQuery());
  if (!isAdmin) throw data(`Page not found: ${new URL(request.url).pathname}`, { status: 404 });
  return null;
}

export default function Workbench() {
  const { pathname } = useLocation();
  return (
    <Suspense
      fallback={
        <Page title="Workbench">
          <LoadingNote>Loading the workbench</LoadingNote>
        </Page>
      }
    >
      {benches[pathname] ?? benches[paths.workbench()]}
    </Suspense>
  );
}

const benches: Record<string, ReactNode> = {
  [paths.workbench()]: (
    <>
      <Page title="Parts of the pages">
        <Primitives />
      </Page>
      <ChartGallery title="Charts" isPart />
    </>
  ),
  [paths.workbenchMindmaps()]: <ChartGallery title="Mind maps" kind="mindmap" />,
  [paths.workbenchFlows()]: <ChartGallery title="Flows" kind="flow" />,
  [paths.workbenchMarkdown()]: <MarkdownSamples />,
  [paths.workbenchChat()]: <ScriptedChat />,
};

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
