import { MessageCircleOff } from "lucide-react";
import { ButtonLink } from "../../ui/button.tsx";
import { paths } from "../../util/page-paths.ts";
import { noChat as strings } from "./strings";

/** A chat that can't be shown: it's missing, or the session has ended. */
export function NoChat({ reason }: { reason: "missing" | "expired" }) {
  const isMissing = reason === "missing";
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
