import { UserUsageScreen } from "../features/admin/user-usage-screen";
import type { Route } from "./+types/admin-user-usage";

export const meta: Route.MetaFunction = () => [{ title: "User usage · Portolan" }];

export default function AdminUserUsage() {
  return <UserUsageScreen />;
}
