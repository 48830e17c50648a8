import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { signInWaysQuery } from "../../api/auth-settings";
import type { Done } from "../../api/auth-ways";
import { hasAuthenticators } from "../../api/authenticator-failure";
import { addPasskey, type Passkey, passkeysQuery, removePasskey, renamePasskey } from "../../api/passkeys";
import { describeFailure } from "../../api/problem";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { RenameDialog } from "../../ui/rename-dialog";
import { notify } from "../../ui/toast";
import { formatAgo, formatDay } from "../../util/format";
import { LoadedPart, SectionCard } from "./section-card";
import { passkeysCard as text } from "./strings";

/** The devices that a user signs in with in place of a password; nothing where the server takes none. */
export function PasskeysCard() {
  const { data: ways } = useQuery(signInWaysQuery());
  return ways?.passkeys ? <Passkeys /> : null;
}

function Passkeys() {
  const { data, error, refetch } = useQuery(passkeysQuery());
  const [isAdding, setAdding] = useState(false);
  async function add() {
    setAdding(true);
    await tell(addPasskey, text.passkeyAddedYouCanNow);
    setAdding(false);
  }
  return (
    <SectionCard id="passkeys" title={text.passkeys} description={text.description}>
      <LoadedPart what={text.yourPasskeys} data={data} error={error} onRetry={() => void refetch()}>
        {(passkeys) => (
          <>
            {passkeys.length > 0 ? (
              <ul aria-label={text.yourPasskeys2} className="mb-4 divide-y divide-line rounded-xl border border-line">
                {passkeys.map((passkey) => (
                  <PasskeyLine key={passkey.id} passkey={passkey} />
                ))}
              </ul>
            ) : (
              <p className="mb-4 text-soft text-sm">{text.noPasskeysYetAddOne}</p>
            )}
            {hasAuthenticators() ? (
              <Button isPending={isAdding} onClick={() => void add()}>
                {text.addPasskey}
              </Button>
            ) : (
              <p className="text-soft text-sm">{text.thisBrowserDoesntSupportPasskeys}</p>
            )}
          </>
        )}
      </LoadedPart>
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
          onRename={(title) => aloud(renamePasskey(id, title))}
          describeFailure={sentenceOf}
          onClose={() => setRenaming(false)}
        />
      )}
      {isRemoving && (
        <ConfirmDialog
          title={text.remove2(name)}
          description={text.youCanNoLongerSign}
          confirmLabel={text.remove}
          describeFailure={sentenceOf}
          onConfirm={() => aloud(removePasskey(id))}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  );
}

/** Dialogs tell what their action failed with. */
async function aloud(change: Promise<Done>): Promise<void> {
  const result = await change;
  if (result.outcome === "refused") throw new Error(result.message);
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : describeFailure(error));

async function tell(change: () => Promise<Done>, success: string): Promise<void> {
  const failed = (description: string) =>
    void notify({ title: text.couldntUpdateYourPasskeys, description, color: "red" });
  try {
    const result = await change();
    if (result.outcome === "done") void notify({ title: success, color: "green" });
    else failed(result.message);
  } catch (error) {
    failed(describeFailure(error));
  }
}
