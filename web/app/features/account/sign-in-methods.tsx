import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type CodePurpose, enterCode, recover, sendAgain, sendCode } from "../../api/auth-methods";
import { signInWaysQuery } from "../../api/auth-settings";
import { leaveSession } from "../../api/leave-session";
import { accept } from "../../api/problem";
import { readSession } from "../../api/session";
import { AddressForm } from "./address-form";
import { CodeForm } from "./code-form";
import { CompanyForm } from "./company-form";
import { NewPasswordForm } from "./new-password-form";
import { OtherMethods } from "./other-methods";
import { SecondFactorForm } from "./second-factor-form";
import { SignInForm, type SignInMode } from "./sign-in-form";
import { signInMethods as text } from "./strings";

/** Step of the sign-in flow. */
export type SignInStep =
  | { name: "password" }
  | { name: "ask-code" }
  | { name: "ask-recovery" }
  | { name: "ask-company" }
  | { name: "code"; address: string; purpose: CodePurpose }
  | { name: "second-factor"; leadsTo: "enter" | "new-password" }
  | { name: "new-password" };

export interface SignInWaysProps {
  mode: SignInMode;
  step: SignInStep;
  onStep: (step: SignInStep) => void;
  onSignedIn: () => void;
}

/** Every way in that the back end offers. While no one knows which these are, email and password are there. */
export function SignInMethods({ mode, step, onStep, onSignedIn }: SignInWaysProps) {
  const { data: ways } = useQuery(signInWaysQuery());
  const acceptsPhone = ways?.phone ?? false;
  const toSecondFactor = () => onStep({ name: "second-factor", leadsTo: "enter" });
  switch (step.name) {
    case "password":
      if (mode === "sign-up" && ways?.signUp === false) return <ClosedNotice />;
      return (
        <div className="flex flex-col gap-5">
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
                {acceptsPhone ? text.textMeACodeInstead : text.emailMeACodeInstead}
              </StepButton>
              <StepButton onClick={() => onStep({ name: "ask-recovery" })}>{text.forgotYourPassword}</StepButton>
            </p>
          )}
          {/* Below the form, so that nothing moves under the hands of somebody who writes there already. */}
          {ways && (
            <OtherMethods
              ways={ways}
              mode={mode}
              onSignedIn={onSignedIn}
              onSecondFactor={toSecondFactor}
              onCompany={() => onStep({ name: "ask-company" })}
            />
          )}
        </div>
      );
    case "ask-code":
      return (
        <WithBack onBack={() => onStep({ name: "password" })}>
          <AddressForm
            acceptsPhone={acceptsPhone}
            submitLabel={text.sendCode}
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
            submitLabel={text.sendLink}
            onAddress={recover}
            onSent={(address) => onStep({ name: "code", address, purpose: "recovery" })}
          />
        </WithBack>
      );
    case "ask-company":
      return (
        <WithBack onBack={() => onStep({ name: "password" })}>
          <CompanyForm />
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
        <div className="flex flex-col gap-5">
          <SecondFactorForm
            onProved={() => (step.leadsTo === "enter" ? onSignedIn() : onStep({ name: "new-password" }))}
          />
          <p className="text-sm">
            <StepButton onClick={() => void leaveSession().then(() => onStep({ name: "password" }))}>
              {text.anotherAccount}
            </StepButton>
          </p>
        </div>
      );
    case "new-password":
      return <NewPasswordForm submitLabel={text.changePassword} onChanged={onSignedIn} />;
  }
}

/** No form that would be refused. */
function ClosedNotice() {
  return (
    <p role="status" className="rounded-xl border border-line bg-surface p-4 text-sm">
      {text.signUpsAreDisabledOn}
    </p>
  );
}

interface CodeStepProps extends Pick<SignInWaysProps, "onStep" | "onSignedIn"> {
  step: Extract<SignInStep, { name: "code" }>;
}

function CodeStep({ step: { address, purpose }, onStep, onSignedIn }: CodeStepProps) {
  const isRecovery = purpose === "recovery";
  async function onCode(code: string): Promise<void> {
    const { outcome } = await accept(enterCode(address, code, purpose));
    if (outcome === "second-factor") {
      onStep({ name: "second-factor", leadsTo: isRecovery ? "new-password" : "enter" });
    } else if (isRecovery) onStep({ name: "new-password" });
    else onSignedIn();
  }
  const again = {
    "sign-in": () => sendCode(address, false),
    "sign-up": () => sendAgain(address),
    recovery: () => recover(address),
  };
  return (
    <CodeForm submitLabel={isRecovery ? text.continue : text.signIn} onCode={onCode} onAgain={again[purpose]}>
      <p role="status">
        {text.weSentACodeTo} <b className="text-ink [overflow-wrap:anywhere]">{address}</b>.
        {address.includes("@") && text.orOpenTheLinkIn}
      </p>
    </CodeForm>
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
        <StepButton onClick={onBack}>{text.backToPassword}</StepButton>
      </p>
    </div>
  );
}

/** First step of the sign-in flow: the second factor if the password has been accepted. */
export function firstStep(): SignInStep {
  return readSession()?.awaitsSecondFactor ? { name: "second-factor", leadsTo: "enter" } : { name: "password" };
}
