import type { RecordedAction } from "../../contract/types";
import { formatAgo } from "../../util/format";
import { AdminListPage } from "./admin-list-page";
import type { AdminColumn } from "./admin-table";
import { auditLogScreen as strings } from "./strings";

/** The actions of all admins, newest first. */
export function AuditLogScreen() {
  return (
    <AdminListPage
      list="audit-log"
      title={strings.auditLog}
      columns={columns}
      firstOrder="when"
      keyOf={({ id }) => id}
    />
  );
}

const columns: readonly AdminColumn<RecordedAction, never>[] = [
  {
    id: "when",
    title: strings.when,
    width: "w-36",
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={createdAt}>
        {formatAgo(createdAt)}
      </time>
    ),
  },
  {
    id: "admin",
    title: strings.admin,
    width: "w-44",
    cell: ({ admin }) => admin?.username ?? admin?.email ?? strings.deletedAccount,
  },
  { id: "action", title: strings.action, width: "w-44", cell: ({ action }) => <b className="font-medium">{action}</b> },
  {
    id: "subject",
    title: strings.subject,
    width: "w-72",
    cell: ({ subjectKind, subject }) => (
      <span title={subject}>
        {subjectKind} <code className="font-mono text-xs">{subject}</code>
      </span>
    ),
  },
  {
    id: "detail",
    title: strings.detail,
    cell: ({ detail }) => {
      const parts = Object.entries(detail).filter(([, value]) => value !== null && value !== undefined);
      const sentence = parts.map(([name, value]) => `${name}: ${String(value)}`).join(", ");
      return <span title={sentence}>{sentence}</span>;
    },
  },
];
