import { lazy } from "react";
import { chartQuery } from "../api/charts";
import { queryClient } from "../api/query-client";
import { ChartScreen } from "../features/library/chart-screen";
import type { Route } from "./+types/chart";
import { chartPage as text } from "./strings";

const InPlaceEditor = lazy(async () => ({
  default: (await import("../features/editor/in-place-editor")).InPlaceEditor,
}));

export const meta: Route.MetaFunction = () => [{ title: text.chartPortolan }];

/** Asks for the data while the page's code is on its way. */
export function clientLoader({ params, request }: Route.ClientLoaderArgs): null {
  const isNewest = !new URL(request.url).searchParams.has("version");
  if (isNewest) void queryClient.prefetchQuery(chartQuery(params.chartId));
  return null;
}

export default function ChartRoute({ params: { chartId } }: Route.ComponentProps) {
  return <ChartScreen key={chartId} chartId={chartId} InPlaceEditor={InPlaceEditor} />;
}
