import { OverviewScreen } from "../features/admin/overview-screen";
import type { Route } from "./+types/admin-overview";
import { adminOverviewPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.administrationPortolan }];

export default function AdminOverview() {
  return <OverviewScreen />;
}
