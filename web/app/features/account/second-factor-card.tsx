import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { signInWaysQuery } from "../../api/auth-settings";
import { hasAuthenticators } from "../../api/authenticator-failure";
import { accept } from "../../api/problem";
import { QueryBoundary } from "../../api/query-boundary";
import { connectApp, type Factor, factorsQuery, type NewFactor } from "../../api/second-factor";
import { addSecurityKey } from "../../api/security-keys";
import { useApiMutation } from "../../api/use-api-mutation";
import { Button } from "../../ui/button";
import { ConnectAppDialog } from "./connect-app-dialog";
import { FactorLine } from "./factor-line";
import { RecoveryCodesPart } from "./recovery-codes-part";
import { SectionCard } from "./section-card";
import { secondFactorCard as text } from "./strings";

/** A code of an app, or a security key, beside the password. */
export function SecondFactorCard() {
  const query = useQuery(factorsQuery());
  return (
    <SectionCard id="second-factor" title={text.twoFactorAuthentication} description={text.description}>
      <QueryBoundary what={text.yourSecondFactors} query={query}>
        {(factors) => <Factors all={factors} />}
      </QueryBoundary>
    </SectionCard>
  );
}

type PendingFactor = Awaited<ReturnType<typeof connectApp | typeof addSecurityKey>>;

function Factors({ all }: { all: readonly Factor[] }) {
  const [begun, setStarted] = useState<NewFactor | null>(null);
  const { data: ways, isError } = useQuery(signInWaysQuery());
  // Without known settings, the server refuses unsupported factors itself.
  const offers = ways?.factors ?? (isError ? { apps: true, securityKeys: true, recoveryCodes: true } : undefined);
  const verified = all.filter(({ isVerified }) => isVerified);
  const hasCodes = verified.some(({ kind }) => kind === "recovery_code");
  // Recovery codes only replace one of these.
  const own = verified.filter(({ kind }) => kind !== "recovery_code");

  const begin = useApiMutation({
    run: (what: "app" | "key") => accept<PendingFactor>(what === "app" ? connectApp(all) : addSecurityKey(all)),
    success: ({ outcome }) => (outcome === "done" ? text.securityKeyAdded : undefined),
    failed: text.couldntUpdateYourSecondFactors,
    onDone: (result) => {
      if (result.outcome === "begun") setStarted(result.factor);
    },
  });
  const working = begin.pending;

  return (
    <>
      {own.length > 0 && (
        <ul aria-label={text.secondFactorList} className="mb-4 divide-y divide-line rounded-xl border border-line">
          {own.map((factor) => (
            <FactorLine key={factor.id} factor={factor} isLast={own.length === 1} hasCodes={hasCodes} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {offers?.apps && (
          <Button isPending={working === "app"} disabled={begin.isPending} onClick={() => begin.run("app")}>
            {text.addAuthenticatorApp}
          </Button>
        )}
        {offers?.securityKeys && hasAuthenticators() && (
          <Button isPending={working === "key"} disabled={begin.isPending} onClick={() => begin.run("key")}>
            {text.addSecurityKey}
          </Button>
        )}
      </div>
      {offers && own.length === 0 && !offers.apps && !offers.securityKeys && (
        <p className="text-soft text-sm">{text.twoFactorAuthenticationIsntAvailable}</p>
      )}
      {(hasCodes || (own.length > 0 && offers?.recoveryCodes)) && <RecoveryCodesPart hasCodes={hasCodes} />}
      {begun && <ConnectAppDialog factor={begun} onClose={() => setStarted(null)} />}
    </>
  );
}
