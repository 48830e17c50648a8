import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { Link, redirect, replace, useNavigate, useSearchParams } from "react-router";
import { queryClient } from "../api/query-client";
import { hasSession, isGuest } from "../api/session";
import { AccountFrame } from "../features/account/account-frame";
import { firstStep, SignInMethods, type SignInStep } from "../features/account/sign-in-methods";
import { isExtensionMode } from "../util/extension-mode";
import { pageMeta } from "../util/page-meta";
import { paths } from "../util/page-paths";
import { takeRememberedPath } from "../util/return-path";
import type { Route } from "./+types/login";
import { loginPage as text } from "./strings";

export const meta: Route.MetaFunction = () => pageMeta(text.signInPortolan, text.signInToPortolanOr);

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  () => {
    if (isExtensionMode()) throw replace(paths.extension());
    // A guest creates an account here, or signs in to another one.
    if (hasSession() && !isGuest()) throw redirect(takeRememberedPath("login"));
  },
];

/** Makes the middleware run on the first page, too. */
export const clientLoader = () => null;

const words: Record<SignInStep["name"], { title: string; lead: string }> = {
  password: { title: text.welcomeBack, lead: text.signInToPickUp },
  "ask-code": { title: text.signInWithACode, lead: text.wellSendYouACode },
  "ask-recovery": { title: text.newPassword, lead: text.wellSendYouALink },
  "ask-company": { title: text.singleSignOnSso, lead: text.enterYourWorkEmailDomain },
  code: { title: text.enterTheCode, lead: text.itsValidForAFew },
  "second-factor": { title: text.oneMoreStep, lead: text.yourAccountRequiresASecond },
  "new-password": { title: text.newPassword, lead: text.chooseAPasswordYouDont },
};

export default function Login() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [step, setStep] = useState<SignInStep>(firstStep);
  const mode = search.get("mode") === "sign-up" ? "sign-up" : "sign-in";
  const isSignUp = mode === "sign-up" && step.name === "password";
  const signUpLead = isGuest() ? text.yourWorkMovesTo : text.yourFirstChartIsA;
  const { title, lead } = isSignUp ? { title: text.createAccount, lead: signUpLead } : words[step.name];
  return (
    <QueryClientProvider client={queryClient}>
      <AccountFrame title={title} lead={lead}>
        <SignInMethods
          mode={mode}
          step={step}
          onStep={setStep}
          onSignedIn={() => {
            queryClient.clear();
            void navigate(takeRememberedPath("login"), { replace: true });
          }}
        />
        {step.name === "password" && !isSignUp && isGuest() && (
          <p className="mt-6 text-soft text-sm">{text.yourGuestWorkStays}</p>
        )}
        {step.name === "password" && <OtherMode isSignUp={isSignUp} />}
      </AccountFrame>
    </QueryClientProvider>
  );
}

function OtherMode({ isSignUp }: { isSignUp: boolean }) {
  return (
    <>
      <p className="mt-6 text-soft text-sm">
        {isSignUp ? text.alreadyHaveAnAccount : text.noAccountYet}
        <Link
          to={isSignUp ? paths.login() : paths.login("sign-up")}
          replace
          className="font-medium text-accent underline-offset-4 hover:underline"
        >
          {isSignUp ? text.signIn : text.createOne}
        </Link>
      </p>
      {isSignUp && (
        <p className="mt-6 text-faint text-xs">
          {text.byCreatingAnAccountYou}{" "}
          <Link to={paths.terms()} className="underline underline-offset-2 hover:text-ink">
            {text.terms}
          </Link>{" "}
          {text.andThe}{" "}
          <Link to={paths.privacy()} className="underline underline-offset-2 hover:text-ink">
            {text.privacyNotice}
          </Link>
          .
        </p>
      )}
    </>
  );
}
