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

/** The devices that somebody signs in with in place of a password; nothing where the server takes none. */
export function PasskeysCard() {
  const { data: ways } = useQuery(signInWaysQuery());
  return ways?.passkeys ? <Passkeys /> : null;
}

function Passkeys() {
  const { data, error, refetch } = useQuery(passkeysQuery());
  const [isAdding, setAdding] = useState(false);
  async function add() {
    setAdding(true);
    await tell(addPasskey, "From now on this device signs you in.");
    setAdding(false);
  }
  return (
    <SectionCard
      id="passkeys"
      title="Passkeys"
      description="Sign in with a finger, a face or a security key, without a password."
    >
      <LoadedPart what="Your passkeys" data={data} error={error} onRetry={() => void refetch()}>
        {(passkeys) => (
          <>
            {passkeys.length > 0 ? (
              <ul aria-label="Your passkeys" className="mb-4 divide-y divide-line rounded-xl border border-line">
                {passkeys.map((passkey) => (
                  <PasskeyLine key={passkey.id} passkey={passkey} />
                ))}
              </ul>
            ) : (
              <p className="mb-4 text-soft text-sm">
                You have none yet. Add one, and this device signs you in the way that it is unlocked.
              </p>
            )}
            {hasAuthenticators() ? (
              <Button isPending={isAdding} onClick={() => void add()}>
                Add a passkey
              </Button>
            ) : (
              <p className="text-soft text-sm">This browser keeps no passkeys. Add one on another device.</p>
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
        Added {formatDay(createdAt)}
        {lastUsedAt === null ? ", never used" : `, last used ${formatAgo(lastUsedAt)}`}
      </span>
      <Button size="small" look="quiet" onClick={() => setRenaming(true)}>
        Rename<span className="sr-only"> {name}</span>
      </Button>
      <Button size="small" look="quiet" onClick={() => setRemoving(true)}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
      {isRenaming && (
        <RenameDialog
          heading="Rename the passkey"
          title={name}
          label="Name"
          longest={120}
          onRename={(title) => aloud(renamePasskey(id, title))}
          describeFailure={sentenceOf}
          onClose={() => setRenaming(false)}
        />
      )}
      {isRemoving && (
        <ConfirmDialog
          title={`Remove “${name}”?`}
          description="It opens your account no longer. What the device itself keeps of it stays there until you delete it."
          confirmLabel="Remove"
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
  const failed = (description: string) => void notify({ title: "Nothing was changed.", description, color: "red" });
  try {
    const result = await change();
    if (result.outcome === "done") void notify({ title: success, color: "green" });
    else failed(result.message);
  } catch (error) {
    failed(describeFailure(error));
  }
}
