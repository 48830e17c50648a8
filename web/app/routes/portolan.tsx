import { PortolanScreen } from "../features/portolans/portolan-screen";
import { pageMeta } from "../util/page-meta";
import type { Route } from "./+types/portolan";
import { portolanPage as text } from "./strings";

export const meta: Route.MetaFunction = () => pageMeta(text.documentPortolan, text.aDocumentWithChartsThat, "article");

export default function PortolanRoute({ params: { portolanId } }: Route.ComponentProps) {
  return <PortolanScreen key={portolanId} portolanId={portolanId} />;
}
