import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Done } from "../../api/auth-methods";
import { hasAuthenticators } from "../../api/authenticator-failure";
import { accept } from "../../api/problem";
import { QueryFailure } from "../../api/query-boundary";
import { type Factor, factorsQuery, proveFactor, sendFactorCode } from "../../api/second-factor";
import { useApiMutation } from "../../api/use-api-mutation";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { CodeForm } from "./code-form";
import { RecoveryCodeForm } from "./recovery-code-form";
import { SecurityKeyStep } from "./security-key-step";
import { secondFactorForm as text } from "./strings";

/** The form for the user's second factor after the password. */
export function SecondFactorForm({ onProved }: { onProved: () => void }) {
  const { data, error, refetch } = useQuery(factorsQuery());
  const factors = data?.filter(({ isVerified }) => isVerified) ?? [];
  const [chosenId, choose] = useState<string | null>(null);
  // Kept here, so that a list that is loaded again sends no one another message.
  const challenges = useRef(new Map<string, string | null>());
  const factor = factors.find(({ id }) => id === chosenId) ?? factors.find(isFirstChoice) ?? factors[0];
  if (!data && error) {
    return <QueryFailure error={error} what={text.yourSecondFactor} onRetry={() => void refetch()} />;
  }
  if (!factor) {
    return (
      <>
        <LoadingNote>{text.loadingYourSecondFactor}</LoadingNote>
        <Skeleton className="h-32" />
      </>
    );
  }
  return (
    <>
      <FactorStep key={factor.id} factor={factor} challenges={challenges.current} onProved={onProved} />
      {factors.length > 1 && (
        <ul aria-label={text.otherSecondFactors} className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {factors
            .filter(({ id }) => id !== factor.id)
            .map(({ id, kind, name }) => (
              <li key={id}>
                <button
                  type="button"
                  className="font-medium text-accent underline-offset-4 hover:underline"
                  onClick={() => choose(id)}
                >
                  {text.use(kind === "recovery_code" ? text.aRecoveryCode : name)}
                </button>
              </li>
            ))}
        </ul>
      )}
    </>
  );
}

/** Codes on paper are for the last, and keys for browsers that can ask for them. */
function isFirstChoice({ kind }: Factor): boolean {
  return kind !== "recovery_code" && (kind !== "webauthn" || hasAuthenticators());
}

function FactorStep(props: FactorStepProps) {
  const { factor, onProved } = props;
  switch (factor.kind) {
    case "webauthn":
      return <SecurityKeyStep factorId={factor.id} name={factor.name} onProved={onProved} />;
    case "recovery_code":
      return <RecoveryCodeForm onProved={onProved} />;
    default:
      return <FactorCode {...props} />;
  }
}

interface FactorStepProps {
  factor: Factor;
  /** Sent challenges by factor ID; null while one is being sent. */
  challenges: Map<string, string | null>;
  onProved: () => void;
}

function FactorCode({ factor: { id, kind, name }, challenges, onProved }: FactorStepProps) {
  const { run: send, failure } = useApiMutation({ run: () => sendCode(id, challenges) });
  useEffect(() => {
    if (kind !== "phone" || challenges.has(id)) return;
    challenges.set(id, null);
    send();
  }, [kind, id, challenges, send]);

  return (
    <CodeForm
      label={text.codeFrom(name)}
      submitLabel={text.continue}
      onCode={async (code) => {
        await accept(proveFactor(id, code, challenges.get(id) ?? undefined));
        onProved();
      }}
      {...(kind === "phone" && { onAgain: () => sendCode(id, challenges) })}
    >
      {kind === "phone" ? (
        <>
          {text.weSentACodeTo} <b className="text-ink">{name}</b>.
        </>
      ) : (
        <>
          {text.open} <b className="text-ink">{name}</b> {text.andEnterTheCode}
        </>
      )}
      <p role="alert" className="mt-2 text-danger text-sm empty:hidden">
        {failure}
      </p>
    </CodeForm>
  );
}

async function sendCode(id: string, challenges: FactorStepProps["challenges"]): Promise<Done> {
  const { challengeId } = await accept(sendFactorCode(id));
  challenges.set(id, challengeId);
  return { outcome: "done" };
}
