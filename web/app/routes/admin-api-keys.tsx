import { ApiKeysScreen } from "../features/admin/api-keys-screen";
import type { Route } from "./+types/admin-api-keys";
import { adminApiKeysPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.apiKeysPortolan }];

export default function AdminApiKeys() {
  return <ApiKeysScreen />;
}
