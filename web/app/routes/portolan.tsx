import { portolanQuery } from "../api/portolans";
import { queryClient } from "../api/query-client";
import { PortolanScreen } from "../features/portolans/portolan-screen";
import { pageMeta } from "../util/page-meta";
import type { Route } from "./+types/portolan";
import { portolanPage as text } from "./strings";

export const meta: Route.MetaFunction = () => pageMeta(text.documentPortolan, text.aDocumentWithChartsThat, "article");

/** Asks for the data while the page's code is on its way. */
export function clientLoader({ params }: Route.ClientLoaderArgs): null {
  void queryClient.prefetchQuery(portolanQuery(params.portolanId));
  return null;
}

export default function PortolanRoute({ params: { portolanId } }: Route.ComponentProps) {
  return <PortolanScreen key={portolanId} portolanId={portolanId} />;
}
