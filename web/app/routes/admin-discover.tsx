import { AdminDiscoverScreen } from "../features/admin/discover-screen";
import type { Route } from "./+types/admin-discover";
import { adminDiscoverPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.title }];

export default function AdminDiscover() {
  return <AdminDiscoverScreen />;
}
