import { KeyRound, Smartphone } from "lucide-react";
import { useState } from "react";
import { accept, describeFailure } from "../../api/problem";
import { removeRecoveryCodes } from "../../api/recovery-codes";
import { type Factor, removeFactor } from "../../api/second-factor";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { factorLine as text } from "./strings";

export interface FactorLineProps {
  factor: Factor;
  isLast: boolean;
  /** The account has recovery codes, which are deleted with the last factor. */
  hasCodes: boolean;
}

/** A second factor that is on, and how to lose it. */
export function FactorLine({ factor: { id, kind, name }, isLast, hasCodes }: FactorLineProps) {
  const [isRemoving, setRemoving] = useState(false);
  const Icon = kind === "webauthn" ? KeyRound : Smartphone;
  return (
    <li className="flex items-center gap-3 px-4 py-3 text-sm">
      <Icon aria-hidden className="size-4 shrink-0 text-faint" />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <Badge tone="accent">{text.on}</Badge>
      <Button size="small" look="quiet" onClick={() => setRemoving(true)}>
        {text.remove}
        <span className="sr-only"> {name}</span>
      </Button>
      {isRemoving && (
        <ConfirmDialog
          title={text.removeTitle(name)}
          description={consequence(isLast, hasCodes)}
          confirmLabel={text.remove}
          describeFailure={describeFailure}
          onConfirm={async () => {
            if (isLast && hasCodes) await accept(removeRecoveryCodes());
            await accept(removeFactor(id));
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  );
}

function consequence(isLast: boolean, hasCodes: boolean): string {
  if (!isLast) return text.youCanNoLongerUse;
  return text.youllBeAbleToSign(hasCodes ? text.yourRecoveryCodesWillBe : "");
}
