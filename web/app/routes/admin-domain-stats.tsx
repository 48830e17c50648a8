import { DomainStatsScreen } from "../features/admin/domain-stats-screen";
import type { Route } from "./+types/admin-domain-stats";
import { adminDomainStatsPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.title }];

export default function AdminDomainStats() {
  return <DomainStatsScreen />;
}
