import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { leaveSession } from "../api/leave-session";
import { type AuthorizationRequest, readAuthorization } from "../api/oauth";
import { queryClient } from "../api/query-client";
import { AccountFrame } from "../features/account/account-frame";
import { ConsentForm, describeRefusal } from "../features/account/consent-form";
import { guardMiddleware } from "../features/shell/guard-middleware";
import { ButtonLink } from "../ui/button";
import { LoadingNote, Skeleton } from "../ui/skeleton";
import { paths } from "../util/page-paths";
import { rememberPath } from "../util/return-path";
import type { Route } from "./+types/oauth-consent";
import { oauthConsentPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [
  { title: text.authorizeAppPortolan },
  { name: "robots", content: "noindex" },
  // The address names the request: it is no one else's business.
  { name: "referrer", content: "no-referrer" },
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [guardMiddleware];

/** Makes the middleware run on the first page, too. */
export const clientLoader = () => null;

type State =
  | { name: "working" | "leaving" }
  | { name: "asked"; asked: Extract<AuthorizationRequest, { isAnswered: false }> }
  | { name: "failed"; message: string };

const unnamed: State = { name: "failed", message: text.thisUrlIsMissingA };

const words = {
  working: { title: text.oneMoment, lead: text.loadingTheRequest },
  leaving: { title: text.oneMoment, lead: text.redirecting },
  asked: { title: text.authorizeThisApp, lead: text.itWantsToSignYou },
  failed: { title: text.nothingToAuthorize, lead: text.noAccessWasGranted },
} as const;

/** Consent page for OAuth clients of this server. */
export default function OauthConsent() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const authorizationId = search.get("authorization_id") ?? "";
  const [state, setState] = useState<State>(authorizationId === "" ? unnamed : { name: "working" });

  function leave(url: string) {
    setState({ name: "leaving" });
    location.replace(url);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a request is looked at once, as it was opened
  useEffect(() => {
    if (authorizationId === "") return;
    let isCurrent = true;
    readAuthorization(authorizationId).then(
      (asked) => {
        if (!isCurrent) return;
        if (asked.isAnswered) leave(asked.redirectUrl);
        else setState({ name: "asked", asked });
      },
      (error: unknown) => isCurrent && setState({ name: "failed", message: describeRefusal(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [authorizationId]);

  async function changeAccount() {
    rememberPath("login", location.pathname + location.search);
    await leaveSession();
    queryClient.clear();
    void navigate(paths.login());
  }

  const { title, lead } = words[state.name];
  return (
    <QueryClientProvider client={queryClient}>
      <AccountFrame title={title} lead={lead}>
        {(state.name === "working" || state.name === "leaving") && (
          <>
            <LoadingNote>{text.loadingRequest}</LoadingNote>
            <Skeleton className="h-40" />
          </>
        )}
        {state.name === "asked" && (
          <ConsentForm
            authorizationId={authorizationId}
            asked={state.asked}
            onAnswered={leave}
            onOtherAccount={() => void changeAccount()}
          />
        )}
        {state.name === "failed" && (
          <>
            <p role="alert" className="text-danger">
              {state.message}
            </p>
            <ButtonLink to={paths.start()} look="primary" className="mt-6">
              {text.goToPortolan}
            </ButtonLink>
          </>
        )}
      </AccountFrame>
    </QueryClientProvider>
  );
}
