import { MessageCircleOff } from "lucide-react";
import type { ViewedChat } from "../../stream/chat-store.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { paths } from "../../util/page-paths.ts";
import { noChat as strings } from "./strings";

export interface NoChatProps {
  view: Exclude<ViewedChat, { phase: "loading" | "ready" }>;
  onRetry: () => void;
}

/** A chat that can't be shown: it's missing, the session has ended, or loading it failed. */
export function NoChat({ view, onRetry }: NoChatProps) {
  if (view.phase === "failed") {
    return (
      <div className="mx-auto w-full max-w-[51rem] px-4 py-16 sm:px-6">
        <ErrorState title={strings.couldntLoadTheChat} description={view.message} onRetry={onRetry} />
      </div>
    );
  }
  const isMissing = view.phase === "missing";
  return (
    <section className="flex flex-1 flex-col items-center justify-center gap-3 px-4 py-24 text-center">
      <MessageCircleOff aria-hidden className="size-8 text-faint" />
      <h1 className="font-serif text-2xl tracking-tight">
        {isMissing ? strings.chatNotFound : strings.yourSessionHasEnded}
      </h1>
      <p className="max-w-md text-soft">{isMissing ? strings.itWasDeletedBelongsTo : strings.signInAgainToPick}</p>
      <div className="mt-3">
        {isMissing ? (
          <ButtonLink to={paths.start()} look="primary">
            {strings.startANewChat}
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.login()} look="primary" reloadDocument>
            {strings.signIn}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
