import { accept } from "../../api/problem";
import { proveSecurityKey } from "../../api/security-keys";
import { useApiMutation } from "../../api/use-api-mutation";
import { Button } from "../../ui/button";
import { securityKeyStep as text } from "./strings";

export interface SecurityKeyStepProps {
  factorId: string;
  name: string;
  onProved: () => void;
}

/** Asks for the security key; the browser itself says how. */
export function SecurityKeyStep({ factorId, name, onProved }: SecurityKeyStepProps) {
  const prove = useApiMutation({ run: () => accept(proveSecurityKey(factorId)), onDone: onProved });
  return (
    <div className="flex flex-col gap-4">
      <p className="text-soft">
        {text.keep} <b className="text-ink [overflow-wrap:anywhere]">{name}</b> {text.readyYourBrowserTellsYou}
      </p>
      <p role="alert" className="text-danger text-sm empty:hidden">
        {prove.failure}
      </p>
      <Button look="primary" className="h-11" autoFocus isPending={prove.isPending} onClick={() => prove.run()}>
        {text.withSecurityKey}
      </Button>
    </div>
  );
}
