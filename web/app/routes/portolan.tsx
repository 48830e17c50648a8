import { PortolanScreen } from "../features/portolans/portolan-screen";
import { pageMeta } from "../util/page-meta";
import type { Route } from "./+types/portolan";

export const meta: Route.MetaFunction = () =>
  pageMeta("Document · Portolan", "A document with charts that lead to their queries.", "article");

export default function PortolanRoute({ params: { portolanId } }: Route.ComponentProps) {
  return <PortolanScreen key={portolanId} portolanId={portolanId} />;
}
