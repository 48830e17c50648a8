import { Check } from "lucide-react";
import { useState } from "react";
import { type AuthorizationRequest, answerAuthorization } from "../../api/oauth";
import { describeFailure } from "../../api/problem";
import { useApiMutation } from "../../api/use-api-mutation";
import { Button } from "../../ui/button";
import { LogoMark } from "../../ui/logo";
import { permissionsOf, siteOf } from "./oauth-scopes";
import { consentForm as text } from "./strings";

export interface ConsentFormProps {
  authorizationId: string;
  asked: Extract<AuthorizationRequest, { isAnswered: false }>;
  onAnswered: (url: string) => void;
  onOtherAccount: () => void;
}

/** Requested scopes of an OAuth client, with allow and deny. */
export function ConsentForm({ authorizationId, asked, onAnswered, onOtherAccount }: ConsentFormProps) {
  // The page is left after an answer; the button stays pending until then.
  const [isLeaving, setLeaving] = useState(false);
  const answer = useApiMutation({
    run: (allows: boolean) => answerAuthorization(authorizationId, allows),
    describe: describeRefusal,
    onDone: (url) => {
      setLeaving(true);
      onAnswered(url);
    },
  });
  const { failure } = answer;
  const { client, scopes, redirectUri, email } = asked;
  const name = client.name || siteOf(redirectUri);

  return (
    <>
      <Meeting name={name} />
      <p className="mt-6 text-soft text-sm">
        <b className="font-medium text-ink" dir="auto">
          {name}
        </b>{" "}
        {text.willBeAbleTo}
      </p>
      <ul className="mt-3 flex flex-col gap-2.5 text-sm">
        {permissionsOf(scopes).map((permission) => (
          <li key={permission} className="flex gap-2.5">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
            {permission}
          </li>
        ))}
      </ul>
      <dl className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-xl border border-line px-4 py-3 text-sm">
        <dt className="text-faint">{text.signedInAs}</dt>
        <dd className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0 truncate">{email || text.signedInOnThisDevice}</span>
          <button
            type="button"
            onClick={onOtherAccount}
            className="font-medium text-accent underline-offset-4 hover:underline"
          >
            {text.notYou}
          </button>
        </dd>
        <dt className="text-faint">{text.youllBeRedirectedTo}</dt>
        <dd className="break-words font-medium">{siteOf(redirectUri)}</dd>
      </dl>
      {failure !== null && (
        <p role="alert" className="mt-4 text-danger text-sm">
          {failure}
        </p>
      )}
      <div className="mt-6 grid grid-cols-2 gap-3">
        <Button
          className="h-11"
          isPending={answer.pending === false}
          disabled={answer.isPending || isLeaving}
          onClick={() => answer.run(false)}
        >
          {text.deny}
        </Button>
        <Button
          look="primary"
          className="h-11"
          isPending={answer.pending === true}
          disabled={answer.isPending || isLeaving}
          onClick={() => answer.run(true)}
        >
          {text.allow}
        </Button>
      </div>
      <p className="mt-5 text-faint text-xs">{text.allowOnlyAppsYouTrust}</p>
    </>
  );
}

/** The program, by its first letter: its own picture would be fetched from elsewhere. */
function Meeting({ name }: { name: string }) {
  return (
    <div aria-hidden className="flex items-center gap-3">
      <span className="grid size-12 place-items-center rounded-2xl border border-line bg-surface font-serif text-2xl">
        {[...name][0]?.toUpperCase()}
      </span>
      <span className="w-14 border-line-strong border-t-2 border-dotted" />
      <span className="grid size-12 place-items-center rounded-2xl border border-line bg-surface">
        <LogoMark />
      </span>
    </div>
  );
}

/** Returns the message for a refused request. */
export function describeRefusal(error: unknown): string {
  if (!(error instanceof Error) || !error.name.startsWith("Auth")) return describeFailure(error);
  const { code } = error as Error & { code?: string };
  if (code === "oauth_authorization_not_found") {
    return text.thisRequestHasExpiredOr;
  }
  if (code === "validation_failed") return text.thisRequestHasAlreadyBeen;
  if (code === "feature_disabled") return text.thisServerDoesntSupportSigning;
  return text.couldntProcessThisRequestGo;
}
