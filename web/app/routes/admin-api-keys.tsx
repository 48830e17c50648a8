import { ApiKeysScreen } from "../features/admin/api-keys-screen";
import type { Route } from "./+types/admin-api-keys";

export const meta: Route.MetaFunction = () => [{ title: "API keys · Portolan" }];

export default function AdminApiKeys() {
  return <ApiKeysScreen />;
}
