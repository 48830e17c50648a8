import { OverviewScreen } from "../features/admin/overview-screen";
import type { Route } from "./+types/admin-overview";

export const meta: Route.MetaFunction = () => [{ title: "Administration · Portolan" }];

export default function AdminOverview() {
  return <OverviewScreen />;
}
