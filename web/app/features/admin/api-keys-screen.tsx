import { useState } from "react";
import type { AdminListSort } from "../../api/admin-lists";
import { type OwnedApiKey, revokeApiKey } from "../../api/api-keys";
import { describeFailure } from "../../api/problem";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { formatAgo, formatDay } from "../../util/format";
import { AdminListPage } from "./admin-list-page";
import type { AdminColumn } from "./admin-table";
import { apiKeysScreen as text } from "./strings";

/** Every key that programs call the API with; the keys themselves are known to no one but their owners. */
export function ApiKeysScreen() {
  const [revoking, setRevoking] = useState<OwnedApiKey | null>(null);
  return (
    <>
      <AdminListPage
        list="api-keys"
        title={text.apiKeys}
        searchLabel={text.searchApiKeys}
        columns={columnsOf(setRevoking)}
        firstOrder="created"
        keyOf={({ id }) => id}
      />
      {revoking && (
        <ConfirmDialog
          title={text.revokeKey(revoking.name)}
          description={text.revokeDescription(ownerOf(revoking))}
          confirmLabel={text.revoke}
          describeFailure={describeFailure}
          onConfirm={() => revokeApiKey(revoking.id)}
          onClose={() => setRevoking(null)}
        />
      )}
    </>
  );
}

function columnsOf(revoke: (key: OwnedApiKey) => void): readonly AdminColumn<OwnedApiKey, AdminListSort<"api-keys">>[] {
  return [
    { id: "name", title: text.name, sortKey: "name", cell: ({ name }) => <b className="font-medium">{name}</b> },
    {
      id: "prefix",
      title: text.prefix,
      width: 8,
      cell: ({ prefix }) => <code className="font-mono text-xs">{prefix}…</code>,
    },
    { id: "owner", title: text.owner, width: 11, cell: ownerOf },
    {
      id: "scopes",
      title: text.scopes,
      width: 7.5,
      cell: ({ scopes }) => scopes.join(", "),
    },
    {
      id: "expires",
      title: text.expires,
      width: 6.5,
      align: "right",
      cell: ({ expiresAt }) => (expiresAt ? <time dateTime={expiresAt}>{formatDay(expiresAt)}</time> : text.never),
    },
    {
      id: "created",
      title: text.created,
      sortKey: "createdAt",
      width: 7.5,
      align: "right",
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDay(createdAt)}</time>,
    },
    {
      id: "used",
      title: text.lastUsed,
      sortKey: "lastUsedAt",
      width: 7.5,
      align: "right",
      cell: ({ lastUsedAt }) => (lastUsedAt ? <time dateTime={lastUsedAt}>{formatAgo(lastUsedAt)}</time> : text.never),
    },
    {
      id: "actions",
      title: text.actions,
      isControl: true,
      width: 7,
      align: "right",
      cell: (key) => (
        <Button size="small" onClick={() => revoke(key)}>
          {text.revoke}
          <span className="sr-only"> {key.name}</span>
        </Button>
      ),
    },
  ];
}

function ownerOf({ user }: OwnedApiKey): string {
  return user?.username ?? user?.email ?? user?.id ?? text.none;
}
