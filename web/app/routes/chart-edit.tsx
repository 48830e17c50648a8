import { redirect } from "react-router";
import { hasSession } from "../api/session";
import { EditChartScreen } from "../features/editor/editor-screen";
import { isExtensionMode } from "../util/extension-mode";
import { paths } from "../util/page-paths";
import { rememberPath } from "../util/return-path";
import type { Route } from "./+types/chart-edit";
import { chartEditPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.editChartPortolan }];

/** A chart's page is open to everyone, its editor is not: the user who is signed out comes back to it from the login. */
export function clientLoader({ params: { chartId } }: Route.ClientLoaderArgs): null {
  if (hasSession() || isExtensionMode()) return null;
  rememberPath("login", paths.chartEdit(chartId));
  throw redirect(paths.login());
}

export default function ChartEdit({ params: { chartId } }: Route.ComponentProps) {
  return <EditChartScreen key={chartId} chartId={chartId} />;
}
