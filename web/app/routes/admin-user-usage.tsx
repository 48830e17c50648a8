import { UserUsageScreen } from "../features/admin/user-usage-screen";
import type { Route } from "./+types/admin-user-usage";
import { adminUserUsagePage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.userUsagePortolan }];

export default function AdminUserUsage() {
  return <UserUsageScreen />;
}
