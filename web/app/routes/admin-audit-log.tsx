import { AuditLogScreen } from "../features/admin/audit-log-screen";
import type { Route } from "./+types/admin-audit-log";
import { adminAuditLogPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.title }];

export default function AdminAuditLog() {
  return <AuditLogScreen />;
}
