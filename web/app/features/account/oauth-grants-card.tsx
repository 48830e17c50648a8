import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { signInWaysQuery } from "../../api/auth-settings";
import { type OauthGrant, oauthGrantsQuery, revokeOauthGrant } from "../../api/oauth";
import { QueryBoundary } from "../../api/query-boundary";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { formatDay } from "../../util/format";
import { describeRefusal } from "./consent-form";
import { permissionsOf } from "./oauth-scopes";
import { SectionCard } from "./section-card";
import { oauthGrantsCard as text } from "./strings";

/** The programs that a user has let in; nothing if the server lets none in. */
export function OauthGrantsCard() {
  const { data: ways } = useQuery(signInWaysQuery());
  return ways?.oauthServer ? <Grants /> : null;
}

function Grants() {
  const query = useQuery(oauthGrantsQuery());
  return (
    <SectionCard id="oauth-grants" title={text.connectedApps} description={text.description}>
      <QueryBoundary what={text.yourConnectedApps} query={query}>
        {(grants) =>
          grants.length > 0 ? (
            <ul aria-label={text.connectedAppList} className="divide-y divide-line rounded-xl border border-line">
              {grants.map((grant) => (
                <GrantLine key={grant.client.id} grant={grant} />
              ))}
            </ul>
          ) : (
            <p className="text-soft text-sm">{text.noConnectedAppsAppsThat}</p>
          )
        }
      </QueryBoundary>
    </SectionCard>
  );
}

function GrantLine({ grant: { client, scopes, grantedAt } }: { grant: OauthGrant }) {
  const [isRevoking, setRevoking] = useState(false);
  const name = client.name || client.id;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium" dir="auto">
          {name}
        </span>
        <span className="block text-faint text-xs">
          {text.connected(formatDay(grantedAt), permissionsOf(scopes).join("; ").toLowerCase())}
        </span>
      </span>
      <Button size="small" look="quiet" onClick={() => setRevoking(true)}>
        {text.revokeAccess}
        <span className="sr-only"> {name}</span>
      </Button>
      {isRevoking && (
        <ConfirmDialog
          title={text.revokeAccessFor(name)}
          description={text.theAppIsSignedOut}
          confirmLabel={text.revokeAccess}
          onConfirm={() => revokeOauthGrant(client.id)}
          describeFailure={describeRefusal}
          onClose={() => setRevoking(false)}
        />
      )}
    </li>
  );
}
