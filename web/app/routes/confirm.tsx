import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { takeReturn } from "../api/auth-ways";
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

export const meta: Route.MetaFunction = () => [
  { title: "Confirming · Portolan" },
  { name: "robots", content: "noindex" },
];

type State = { name: "working" | "second-factor" | "new-password" } | { name: "failed"; message: string };

const words = {
  working: { title: "One moment", lead: "Your link is being looked at." },
  "second-factor": { title: "One more step", lead: "Your account asks for a second factor." },
  "new-password": { title: "A new password", lead: "Choose one that you use nowhere else." },
  failed: { title: "This link did not work", lead: "Nothing was changed." },
} as const;

/** Where links in mails and providers lead back to: signs in, or ends in the form for a new password. */
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
            <LoadingNote>Confirming</LoadingNote>
            <Skeleton className="h-11" />
          </>
        )}
        {state.name === "second-factor" && <SecondFactorForm onProved={goOn} />}
        {state.name === "new-password" && <NewPasswordForm submitLabel="Change the password" onChanged={enter} />}
        {state.name === "failed" && (
          <>
            <p role="alert" className="text-danger">
              {state.message}
            </p>
            <ButtonLink to={paths.login()} look="primary" className="mt-6">
              Back to signing in
            </ButtonLink>
          </>
        )}
      </AccountFrame>
    </QueryClientProvider>
  );
}
