import { useQuery } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import { type ReactNode, useState } from "react";
import { signInWaysQuery, type SignInWays as Ways } from "../../api/auth-settings";
import {
  type CodePurpose,
  enterCode,
  recover,
  sendAgain,
  sendCode,
  signInAnonymously,
  signInWithProvider,
} from "../../api/auth-ways";
import { hasAuthenticators } from "../../api/authenticator-failure";
import { signInWithPasskey } from "../../api/passkeys";
import { describeFailure } from "../../api/problem";
import { readSession } from "../../api/session";
import { Button } from "../../ui/button";
import { AddressForm } from "./address-form";
import { CodeForm } from "./code-form";
import { NewPasswordForm } from "./new-password-form";
import { SecondFactorForm } from "./second-factor-form";
import { SignInForm, type SignInMode } from "./sign-in-form";

/** Where somebody is on their way in. */
export type SignInStep =
  | { name: "password" }
  | { name: "ask-code" }
  | { name: "ask-recovery" }
  | { name: "code"; address: string; purpose: CodePurpose }
  | { name: "second-factor"; leadsTo: "enter" | "new-password" }
  | { name: "new-password" };

export interface SignInWaysProps {
  mode: SignInMode;
  step: SignInStep;
  onStep: (step: SignInStep) => void;
  onSignedIn: () => void;
}

/** Every way in that the back end offers. While nobody knows which these are, email and password are there. */
export function SignInWays({ mode, step, onStep, onSignedIn }: SignInWaysProps) {
  const { data: ways } = useQuery(signInWaysQuery());
  const acceptsPhone = ways?.phone ?? false;
  const toSecondFactor = () => onStep({ name: "second-factor", leadsTo: "enter" });
  switch (step.name) {
    case "password":
      if (mode === "sign-up" && ways?.signUp === false) return <ClosedNotice />;
      return (
        <div className="flex flex-col gap-5">
          {ways && <OtherWays ways={ways} mode={mode} onSignedIn={onSignedIn} onSecondFactor={toSecondFactor} />}
          <SignInForm
            key={mode}
            mode={mode}
            acceptsPhone={acceptsPhone}
            onSignedIn={onSignedIn}
            onSecondFactor={toSecondFactor}
            onConfirm={(address) => onStep({ name: "code", address, purpose: "sign-up" })}
          />
          {mode === "sign-in" && (
            <p className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-sm">
              <StepButton onClick={() => onStep({ name: "ask-code" })}>
                {acceptsPhone ? "Send me a code instead" : "Email me a code instead"}
              </StepButton>
              <StepButton onClick={() => onStep({ name: "ask-recovery" })}>Forgot your password?</StepButton>
            </p>
          )}
        </div>
      );
    case "ask-code":
      return (
        <WithBack onBack={() => onStep({ name: "password" })}>
          <AddressForm
            acceptsPhone={acceptsPhone}
            submitLabel="Send a code"
            onAddress={(address) => sendCode(address, ways?.signUp ?? false)}
            onSent={(address) => onStep({ name: "code", address, purpose: "sign-in" })}
          />
        </WithBack>
      );
    case "ask-recovery":
      return (
        <WithBack onBack={() => onStep({ name: "password" })}>
          <AddressForm
            acceptsPhone={false}
            submitLabel="Send a link"
            onAddress={recover}
            onSent={(address) => onStep({ name: "code", address, purpose: "recovery" })}
          />
        </WithBack>
      );
    case "code":
      return (
        <WithBack onBack={() => onStep({ name: "password" })}>
          <CodeStep step={step} onStep={onStep} onSignedIn={onSignedIn} />
        </WithBack>
      );
    case "second-factor":
      return (
        <SecondFactorForm
          onProved={() => (step.leadsTo === "enter" ? onSignedIn() : onStep({ name: "new-password" }))}
        />
      );
    case "new-password":
      return <NewPasswordForm submitLabel="Change the password" onChanged={onSignedIn} />;
  }
}

/** No form that would be refused. */
function ClosedNotice() {
  return (
    <p role="status" className="rounded-xl border border-line bg-surface p-4 text-sm">
      New accounts are closed on this server. Ask whoever runs it for one.
    </p>
  );
}

interface CodeStepProps extends Pick<SignInWaysProps, "onStep" | "onSignedIn"> {
  step: Extract<SignInStep, { name: "code" }>;
}

function CodeStep({ step: { address, purpose }, onStep, onSignedIn }: CodeStepProps) {
  const isRecovery = purpose === "recovery";
  async function onCode(code: string): Promise<string | undefined> {
    const result = await enterCode(address, code, purpose);
    if (result.outcome === "refused") return result.message;
    if (result.outcome === "second-factor") {
      onStep({ name: "second-factor", leadsTo: isRecovery ? "new-password" : "enter" });
    } else if (isRecovery) onStep({ name: "new-password" });
    else onSignedIn();
    return undefined;
  }
  const again = {
    "sign-in": () => sendCode(address, false),
    "sign-up": () => sendAgain(address),
    recovery: () => recover(address),
  };
  return (
    <CodeForm submitLabel={isRecovery ? "Go on" : "Sign in"} onCode={onCode} onAgain={again[purpose]}>
      <p role="status">
        We sent a code to <b className="text-ink [overflow-wrap:anywhere]">{address}</b>.
        {address.includes("@") && " The link in the same mail does the same."}
      </p>
    </CodeForm>
  );
}

interface OtherWaysProps {
  ways: Ways;
  mode: SignInMode;
  onSignedIn: () => void;
  onSecondFactor: () => void;
}

function OtherWays({ ways: { providers, anonymous, passkeys }, mode, onSignedIn, onSecondFactor }: OtherWaysProps) {
  const [going, setGoing] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  async function go(id: string, way: () => Promise<{ outcome: string; message?: string }>) {
    setGoing(id);
    setFailure(null);
    try {
      const result = await way();
      if (result.outcome === "signed-in") return onSignedIn();
      if (result.outcome === "second-factor") return onSecondFactor();
      // With a provider the page is left; the button keeps turning until it is.
      if (result.outcome === "done") return;
      setFailure(result.message ?? "That did not work. Try another way.");
    } catch (error) {
      setFailure(describeFailure(error));
    }
    setGoing(null);
  }
  // Whoever makes an account has no passkey yet.
  const acceptsPasskey = passkeys && mode === "sign-in" && hasAuthenticators();
  if (providers.length === 0 && !anonymous && !acceptsPasskey) return null;
  return (
    <>
      <div className="flex flex-col gap-2.5">
        {acceptsPasskey && (
          <Button
            className="h-11"
            isPending={going === "passkey"}
            disabled={going !== null}
            onClick={() => void go("passkey", signInWithPasskey)}
          >
            <Fingerprint aria-hidden className="size-4" /> Use a passkey
          </Button>
        )}
        {providers.map(({ id, title }) => (
          <Button
            key={id}
            className="h-11"
            isPending={going === id}
            disabled={going !== null}
            onClick={() => void go(id, () => signInWithProvider(id))}
          >
            Go on with {title}
          </Button>
        ))}
        {anonymous && (
          <Button
            look="quiet"
            className="h-11"
            isPending={going === "anonymous"}
            disabled={going !== null}
            onClick={() => void go("anonymous", signInAnonymously)}
          >
            Try without an account
          </Button>
        )}
      </div>
      <p role="alert" className="text-danger text-sm empty:hidden">
        {failure}
      </p>
      <p className="flex items-center gap-3 text-faint text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
    </>
  );
}

function StepButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" onClick={onClick} className="font-medium text-accent underline-offset-4 hover:underline">
      {children}
    </button>
  );
}

function WithBack({ onBack, children }: { onBack: () => void; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-5">
      {children}
      <p className="text-sm">
        <StepButton onClick={onBack}>Back to the password</StepButton>
      </p>
    </div>
  );
}

/** Where the way in begins: with the second factor for somebody whose password was right already. */
export function firstStep(): SignInStep {
  return readSession()?.awaitsSecondFactor ? { name: "second-factor", leadsTo: "enter" } : { name: "password" };
}
