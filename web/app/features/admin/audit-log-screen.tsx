import { useState } from "react";
import type { AdminListSort } from "../../api/admin-lists";
import type { RecordedAction } from "../../contract/types";
import { inputClass } from "../../ui/field";
import { SelectField } from "../../ui/select-field";
import { classNames } from "../../util/class-names";
import { formatAgo } from "../../util/format";
import { useDebounced } from "../../util/use-debounced";
import { AdminListPage } from "./admin-list-page";
import type { AdminColumn } from "./admin-table";
import { auditLogScreen as strings } from "./audit-strings";

/** The actions of all admins, newest first. */
export function AuditLogScreen() {
  const [filters, setFilters] = useState<Filters>(noFilters);
  const admin = useDebounced(filters.admin.trim(), debounceMs);
  const given = Object.entries({ ...filters, admin }).filter(([, value]) => value !== "");
  return (
    <AdminListPage
      list="audit-log"
      title={strings.auditLog}
      searchLabel={strings.searchTargets}
      columns={columns}
      firstOrder="when"
      filters={Object.fromEntries(given)}
      emptyText={given.length === 0 ? strings.noActions : strings.noMatchingActions}
      keyOf={({ id }) => id}
    >
      <FilterFields filters={filters} onChange={(changed) => setFilters({ ...filters, ...changed })} />
    </AdminListPage>
  );
}

interface Filters {
  action: string;
  admin: string;
  from: string;
  to: string;
}

const noFilters: Filters = { action: "", admin: "", from: "", to: "" };
const debounceMs = 200;

const choices = [
  { value: "", label: strings.allActions },
  ...Object.entries(strings.actions).map(([value, label]) => ({ value, label })),
];

function FilterFields({ filters, onChange }: { filters: Filters; onChange: (changed: Partial<Filters>) => void }) {
  const field = (name: "admin" | "from" | "to", title: string, type: "text" | "date") => (
    <label className="flex flex-col gap-1 text-faint text-xs">
      {title}
      <input
        type={type}
        value={filters[name]}
        onChange={(event) => onChange({ [name]: event.target.value })}
        className={classNames(inputClass, "h-9 px-3 text-ink text-sm sm:w-52")}
      />
    </label>
  );
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <SelectField
        label={strings.action}
        value={filters.action}
        choices={choices}
        onChoose={(action) => onChange({ action })}
      />
      {field("admin", strings.adminFilter, "text")}
      {field("from", strings.from, "date")}
      {field("to", strings.to, "date")}
    </div>
  );
}

const columns: readonly AdminColumn<RecordedAction, AdminListSort<"audit-log">>[] = [
  {
    id: "when",
    title: strings.when,
    sortKey: "createdAt",
    width: 9,
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={createdAt}>
        {formatAgo(createdAt)}
      </time>
    ),
  },
  {
    id: "admin",
    title: strings.admin,
    width: 11,
    cell: ({ admin }) => admin?.username ?? admin?.email ?? strings.deletedAccount,
  },
  {
    id: "action",
    title: strings.action,
    sortKey: "action",
    width: 11,
    cell: ({ action }) => (
      <b className="font-medium" title={action}>
        {strings.actions[action]}
      </b>
    ),
  },
  {
    id: "subject",
    title: strings.subject,
    width: 18,
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
