import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { Link, redirect, replace, useNavigate, useSearchParams } from "react-router";
import { queryClient } from "../api/query-client";
import { hasSession } from "../api/session";
import { AccountFrame } from "../features/account/account-frame";
import { firstStep, type SignInStep, SignInWays } from "../features/account/sign-in-ways";
import { isExtensionMode } from "../util/extension-mode";
import { pageMeta } from "../util/page-meta";
import { paths } from "../util/page-paths";
import { takeRememberedPath } from "../util/return-path";
import type { Route } from "./+types/login";

export const meta: Route.MetaFunction = () =>
  pageMeta("Sign in · Portolan", "Sign in to Portolan, or make an account.");

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  () => {
    if (isExtensionMode()) throw replace(paths.extension());
    if (hasSession()) throw redirect(takeRememberedPath("login"));
  },
];

/** Makes the middleware run on the first page, too. */
export const clientLoader = () => null;

const words: Record<SignInStep["name"], { title: string; lead: string }> = {
  password: { title: "Welcome back", lead: "Sign in to go on where you were." },
  "ask-code": { title: "Sign in with a code", lead: "We send you a code; no password is needed." },
  "ask-recovery": { title: "A new password", lead: "We send you a link, and a code that does the same." },
  "ask-company": { title: "Your company's sign-in", lead: "We find it by the domain of your work address." },
  code: { title: "Enter the code", lead: "It is good for a few minutes." },
  "second-factor": { title: "One more step", lead: "Your account asks for a second factor." },
  "new-password": { title: "A new password", lead: "Choose one that you use nowhere else." },
};

export default function Login() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [step, setStep] = useState<SignInStep>(firstStep);
  const mode = search.get("mode") === "sign-up" ? "sign-up" : "sign-in";
  const isSignUp = mode === "sign-up" && step.name === "password";
  const { title, lead } = isSignUp
    ? { title: "Make an account", lead: "Your first chart is a minute away." }
    : words[step.name];
  return (
    <QueryClientProvider client={queryClient}>
      <AccountFrame title={title} lead={lead}>
        <SignInWays
          mode={mode}
          step={step}
          onStep={setStep}
          onSignedIn={() => {
            queryClient.clear();
            void navigate(takeRememberedPath("login"), { replace: true });
          }}
        />
        {step.name === "password" && <OtherMode isSignUp={isSignUp} />}
      </AccountFrame>
    </QueryClientProvider>
  );
}

function OtherMode({ isSignUp }: { isSignUp: boolean }) {
  return (
    <>
      <p className="mt-6 text-soft text-sm">
        {isSignUp ? "You have an account? " : "No account yet? "}
        <Link
          to={isSignUp ? paths.login() : paths.login("sign-up")}
          replace
          className="font-medium text-accent underline-offset-4 hover:underline"
        >
          {isSignUp ? "Sign in" : "Make one"}
        </Link>
      </p>
      {isSignUp && (
        <p className="mt-6 text-faint text-xs">
          By making an account you agree to the{" "}
          <Link to={paths.terms()} className="underline underline-offset-2 hover:text-ink">
            terms
          </Link>{" "}
          and the{" "}
          <Link to={paths.privacy()} className="underline underline-offset-2 hover:text-ink">
            privacy notice
          </Link>
          .
        </p>
      )}
    </>
  );
}
