import { useState } from "react";
import { describeFailure } from "../../api/problem";
import { proveSecurityKey } from "../../api/security-keys";
import { Button } from "../../ui/button";
import { securityKeyStep as text } from "./strings";

export interface SecurityKeyStepProps {
  factorId: string;
  name: string;
  onProved: () => void;
}

/** Asks for the security key; the browser itself says how. */
export function SecurityKeyStep({ factorId, name, onProved }: SecurityKeyStepProps) {
  const [state, setState] = useState<"asking" | "working" | { failure: string }>("asking");
  async function prove() {
    setState("working");
    try {
      const result = await proveSecurityKey(factorId);
      if (result.outcome !== "refused") return onProved();
      setState({ failure: result.message });
    } catch (error) {
      setState({ failure: describeFailure(error) });
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-soft">
        {text.keep} <b className="text-ink [overflow-wrap:anywhere]">{name}</b> {text.readyYourBrowserTellsYou}
      </p>
      <p role="alert" className="text-danger text-sm empty:hidden">
        {typeof state === "object" && state.failure}
      </p>
      <Button look="primary" className="h-11" autoFocus isPending={state === "working"} onClick={() => void prove()}>
        {text.withSecurityKey}
      </Button>
    </div>
  );
}
