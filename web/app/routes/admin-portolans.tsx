import { PortolansScreen } from "../features/admin/items-screen";
import type { Route } from "./+types/admin-portolans";
import { adminPortolansPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.title }];

export default function AdminPortolans() {
  return <PortolansScreen />;
}
