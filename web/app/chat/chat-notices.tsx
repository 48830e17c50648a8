import { CircleAlert, Coins, RefreshCw, X } from "lucide-react";
import type { ReactNode } from "react";
import { forgetSession } from "../api/forget-session.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { paths } from "../util/page-paths.ts";
import { rememberPath } from "../util/return-path.ts";
import type { Refusal } from "./send.ts";
import { chatNotices as text } from "./strings";
import type { ChatSession } from "./use-chat-session.ts";

export interface ChatNoticesProps {
  session: Pick<ChatSession, "store" | "view" | "isRunning" | "refusal" | "dismiss">;
}

/** Notices above the composer that explain why sending is blocked. */
export function ChatNotices({ session: { store, view, isRunning, refusal, dismiss } }: ChatNoticesProps) {
  const link = view?.phase === "ready" ? view.link : null;
  const isOutdated = view?.phase === "ready" && view.isOutdated;
  return (
    <div role="status" className="flex flex-col gap-2 empty:hidden">
      {refusal && <RefusalNotice refusal={refusal} onDismiss={dismiss} />}
      {link === "expired" && (
        <Notice icon={<CircleAlert aria-hidden />}>
          <span>{text.yourSessionHasEndedYour}</span>
          <PageLink
            to={paths.login()}
            reloadDocument
            onClick={leaveForLogin}
            className="font-medium text-accent-strong underline"
          >
            {text.signIn}
          </PageLink>
        </Notice>
      )}
      {link === "gone" && <Notice icon={<CircleAlert aria-hidden />}>{text.thisChatWasDeletedOr}</Notice>}
      {isOutdated && (
        <Notice icon={<RefreshCw aria-hidden />}>
          <span>{text.portolanWasUpdatedReloadTo}</span>
          <Button size="small" onClick={() => location.reload()}>
            {text.reload}
          </Button>
        </Notice>
      )}
      {link === "reconnecting" && (
        <p className="flex items-center justify-center gap-2 text-faint text-sm">
          <span aria-hidden className="chat-pulse" />
          {isRunning ? text.reconnectingTheAnswerWillContinue : text.reconnectingNothingIsLost}
          <button
            type="button"
            onClick={() => store?.wake()}
            className="shrink-0 underline underline-offset-2 hover:text-ink"
          >
            {text.retryNow}
          </button>
        </p>
      )}
    </div>
  );
}

/** Signing in leads back to this chat. The session that the server does not know would lead away from the login. */
function leaveForLogin(): void {
  rememberPath("login", location.pathname + location.search + location.hash);
  forgetSession();
}

function RefusalNotice({ refusal, onDismiss }: { refusal: Refusal; onDismiss: () => void }) {
  const isCredits = refusal.kind === "credits";
  return (
    <Notice
      icon={isCredits ? <Coins aria-hidden /> : <CircleAlert aria-hidden />}
      action={
        <IconButton label={text.dismiss} className="-my-1.5 -mr-2 size-8" onClick={onDismiss}>
          <X aria-hidden className="size-4" />
        </IconButton>
      }
    >
      <span>{refusal.message}</span>
      {isCredits && (
        <PageLink to={paths.pricing()} className="font-medium text-accent-strong underline underline-offset-2">
          {text.seePlans}
        </PageLink>
      )}
      {refusal.kind === "signed-out" && (
        <PageLink to={paths.login()} reloadDocument className="font-medium text-accent-strong underline">
          {text.signIn}
        </PageLink>
      )}
    </Notice>
  );
}

interface NoticeProps {
  icon: ReactNode;
  /** Shown at the end of the first line. */
  action?: ReactNode;
  children: ReactNode;
}

function Notice({ icon, action, children }: NoticeProps) {
  return (
    <div className="flex items-start gap-3 rounded-xl border border-warning/30 bg-warning-wash px-4 py-2.5 text-sm [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-warning">
      {icon}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">{children}</div>
      {action}
    </div>
  );
}
