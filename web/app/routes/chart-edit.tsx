import { redirect } from "react-router";
import { hasSession } from "../api/session";
import { EditChartScreen } from "../features/editor/editor-screen";
import { isExtensionMode } from "../util/extension-mode";
import { paths } from "../util/page-paths";
import { rememberPath } from "../util/return-path";
import type { Route } from "./+types/chart-edit";

export const meta: Route.MetaFunction = () => [{ title: "Edit a chart · Portolan" }];

/** A chart's page is open to everybody, its editor is not: whoever is signed out comes back to it from the login. */
export function clientLoader({ params: { chartId } }: Route.ClientLoaderArgs): null {
  if (hasSession() || isExtensionMode()) return null;
  rememberPath("login", paths.chartEdit(chartId));
  throw redirect(paths.login());
}

export default function ChartEdit({ params: { chartId } }: Route.ComponentProps) {
  return <EditChartScreen key={chartId} chartId={chartId} />;
}
