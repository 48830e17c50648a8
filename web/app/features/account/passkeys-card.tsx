import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { signInWaysQuery } from "../../api/auth-settings";
import { hasAuthenticators } from "../../api/authenticator-failure";
import { addPasskey, type Passkey, passkeysQuery, removePasskey, renamePasskey } from "../../api/passkeys";
import { accept, describeFailure } from "../../api/problem";
import { QueryBoundary } from "../../api/query-boundary";
import { useApiMutation } from "../../api/use-api-mutation";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { RenameDialog } from "../../ui/rename-dialog";
import { formatAgo, formatDay } from "../../util/format";
import { SectionCard } from "./section-card";
import { passkeysCard as text } from "./strings";

/** The devices that a user signs in with in place of a password; nothing if the server takes none. */
export function PasskeysCard() {
  const { data: ways } = useQuery(signInWaysQuery());
  return ways?.passkeys ? <Passkeys /> : null;
}

function Passkeys() {
  const query = useQuery(passkeysQuery());
  const add = useApiMutation({
    run: () => accept(addPasskey()),
    success: text.passkeyAddedYouCanNow,
    failed: text.couldntUpdateYourPasskeys,
  });
  return (
    <SectionCard id="passkeys" title={text.passkeys} description={text.description}>
      <QueryBoundary what={text.yourPasskeys} query={query}>
        {(passkeys) => (
          <>
            {passkeys.length > 0 ? (
              <ul aria-label={text.passkeyList} className="mb-4 divide-y divide-line rounded-xl border border-line">
                {passkeys.map((passkey) => (
                  <PasskeyLine key={passkey.id} passkey={passkey} />
                ))}
              </ul>
            ) : (
              <p className="mb-4 text-soft text-sm">{text.noPasskeysYetAddOne}</p>
            )}
            {hasAuthenticators() ? (
              <Button isPending={add.isPending} onClick={() => add.run()}>
                {text.addPasskey}
              </Button>
            ) : (
              <p className="text-soft text-sm">{text.thisBrowserDoesntSupportPasskeys}</p>
            )}
          </>
        )}
      </QueryBoundary>
    </SectionCard>
  );
}

function PasskeyLine({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const [isRemoving, setRemoving] = useState(false);
  const [isRenaming, setRenaming] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm">
      <span className="min-w-0 truncate font-medium" dir="auto">
        {name}
      </span>
      <span className="min-w-0 flex-1 text-faint text-xs">
        {text.added(formatDay(createdAt), lastUsedAt === null ? text.neverUsed : text.lastUsed(formatAgo(lastUsedAt)))}
      </span>
      <Button size="small" look="quiet" onClick={() => setRenaming(true)}>
        {text.rename}
        <span className="sr-only"> {name}</span>
      </Button>
      <Button size="small" look="quiet" onClick={() => setRemoving(true)}>
        {text.remove}
        <span className="sr-only"> {name}</span>
      </Button>
      {isRenaming && (
        <RenameDialog
          heading={text.renamePasskey}
          title={name}
          label={text.name}
          longest={120}
          onRename={(title) => accept(renamePasskey(id, title))}
          describeFailure={describeFailure}
          onClose={() => setRenaming(false)}
        />
      )}
      {isRemoving && (
        <ConfirmDialog
          title={text.removeTitle(name)}
          description={text.youCanNoLongerSign}
          confirmLabel={text.remove}
          describeFailure={describeFailure}
          onConfirm={() => accept(removePasskey(id))}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  );
}
