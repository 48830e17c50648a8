import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { signInWaysQuery } from "../../api/auth-settings";
import { hasAuthenticators } from "../../api/authenticator-failure";
import { describeFailure } from "../../api/problem";
import { connectApp, type Factor, factorsQuery, type NewFactor } from "../../api/second-factor";
import { addSecurityKey } from "../../api/security-keys";
import { Button } from "../../ui/button";
import { notify } from "../../ui/toast";
import { ConnectAppDialog } from "./connect-app-dialog";
import { FactorLine } from "./factor-line";
import { RecoveryCodesPart } from "./recovery-codes-part";
import { LoadedPart, SectionCard } from "./section-card";
import { secondFactorCard as text } from "./strings";

/** A code of an app, or a security key, beside the password. */
export function SecondFactorCard() {
  const { data, error, refetch } = useQuery(factorsQuery());
  return (
    <SectionCard id="second-factor" title={text.twoFactorAuthentication} description={text.description}>
      <LoadedPart what={text.yourSecondFactors} data={data} error={error} onRetry={() => void refetch()}>
        {(factors) => <Factors all={factors} />}
      </LoadedPart>
    </SectionCard>
  );
}

function Factors({ all }: { all: readonly Factor[] }) {
  const [working, setWorking] = useState<"app" | "key" | null>(null);
  const [begun, setBegun] = useState<NewFactor | null>(null);
  const { data: ways, isError } = useQuery(signInWaysQuery());
  // Without known settings, the server refuses unsupported factors itself.
  const offers = ways?.factors ?? (isError ? { apps: true, securityKeys: true, recoveryCodes: true } : undefined);
  const verified = all.filter(({ isVerified }) => isVerified);
  const hasCodes = verified.some(({ kind }) => kind === "recovery_code");
  // Codes on paper only stand in for one of these.
  const own = verified.filter(({ kind }) => kind !== "recovery_code");

  async function begin(what: "app" | "key") {
    setWorking(what);
    try {
      const result = await (what === "app" ? connectApp(all) : addSecurityKey(all));
      if (result.outcome === "begun") setBegun(result.factor);
      else if (result.outcome === "done") void notify({ title: text.securityKeyAdded, color: "green" });
      else void notify({ title: text.couldntUpdateYourSecondFactors, description: result.message, color: "red" });
    } catch (caught) {
      void notify({ title: text.couldntUpdateYourSecondFactors, description: describeFailure(caught), color: "red" });
    } finally {
      setWorking(null);
    }
  }

  return (
    <>
      {own.length > 0 && (
        <ul aria-label={text.yourSecondFactors2} className="mb-4 divide-y divide-line rounded-xl border border-line">
          {own.map((factor) => (
            <FactorLine key={factor.id} factor={factor} isLast={own.length === 1} hasCodes={hasCodes} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {offers?.apps && (
          <Button isPending={working === "app"} disabled={working !== null} onClick={() => void begin("app")}>
            {text.addAuthenticatorApp}
          </Button>
        )}
        {offers?.securityKeys && hasAuthenticators() && (
          <Button isPending={working === "key"} disabled={working !== null} onClick={() => void begin("key")}>
            {text.addSecurityKey}
          </Button>
        )}
      </div>
      {offers && own.length === 0 && !offers.apps && !offers.securityKeys && (
        <p className="text-soft text-sm">{text.twoFactorAuthenticationIsntAvailable}</p>
      )}
      {(hasCodes || (own.length > 0 && offers?.recoveryCodes)) && <RecoveryCodesPart hasCodes={hasCodes} />}
      {begun && <ConnectAppDialog factor={begun} onClose={() => setBegun(null)} />}
    </>
  );
}
