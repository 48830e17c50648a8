import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { takeReturn } from "../api/auth-methods";
import { describeFailure } from "../api/problem";
import { queryClient } from "../api/query-client";
import { AccountFrame } from "../features/account/account-frame";
import { NewPasswordForm } from "../features/account/new-password-form";
import { SecondFactorForm } from "../features/account/second-factor-form";
import { ButtonLink } from "../ui/button";
import { LoadingNote, Skeleton } from "../ui/skeleton";
import { paths } from "../util/page-paths";
import { takeRememberedPath } from "../util/return-path";
import type { Route } from "./+types/confirm";
import { confirmPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [
  { title: text.confirmingPortolan },
  { name: "robots", content: "noindex" },
];

type State = { name: "working" | "second-factor" | "new-password" } | { name: "failed"; message: string };

const words = {
  working: { title: text.oneMoment, lead: text.checkingYourLink },
  "second-factor": { title: text.oneMoreStep, lead: text.yourAccountRequiresASecond },
  "new-password": { title: text.newPassword, lead: text.chooseAPasswordYouDont },
  failed: { title: text.thisLinkDidntWork, lead: text.nothingWasChanged },
} as const;

/** Landing page of email links and OAuth redirects: signs in, or shows the form for a new password. */
export default function Confirm() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [state, setState] = useState<State>({ name: "working" });
  const wantsPassword = search.get("next") === "password" || search.get("type") === "recovery";

  function enter() {
    queryClient.clear();
    void navigate(takeRememberedPath("login"), { replace: true });
  }

  function goOn() {
    if (wantsPassword) setState({ name: "new-password" });
    else enter();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is looked at once, as it was opened
  useEffect(() => {
    let isCurrent = true;
    takeReturn(search, new URLSearchParams(location.hash.slice(1))).then(
      (result) => {
        if (!isCurrent) return;
        if (result.outcome === "refused") setState({ name: "failed", message: result.message });
        else if (result.outcome === "second-factor") setState({ name: "second-factor" });
        else goOn();
      },
      (error: unknown) => isCurrent && setState({ name: "failed", message: describeFailure(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, []);

  const { title, lead } = words[state.name];
  return (
    <QueryClientProvider client={queryClient}>
      <AccountFrame title={title} lead={lead}>
        {state.name === "working" && (
          <>
            <LoadingNote>{text.confirming}</LoadingNote>
            <Skeleton className="h-11" />
          </>
        )}
        {state.name === "second-factor" && <SecondFactorForm onProved={goOn} />}
        {state.name === "new-password" && <NewPasswordForm submitLabel={text.changePassword} onChanged={enter} />}
        {state.name === "failed" && (
          <>
            <p role="alert" className="text-danger">
              {state.message}
            </p>
            <ButtonLink to={paths.login()} look="primary" className="mt-6">
              {text.backToSignIn}
            </ButtonLink>
          </>
        )}
      </AccountFrame>
    </QueryClientProvider>
  );
}
