import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "../../api/query-boundary";
import { useHasSession } from "../../api/session";
import { sharedChatQuery } from "../../api/shares";
import { ReadOnlyTurn } from "../../blocks/read-only-turn";
import type { SharedChat } from "../../stream/chat";
import { ButtonLink } from "../../ui/button";
import { Skeleton } from "../../ui/skeleton";
import { EmptyState } from "../../ui/states";
import { formatDay } from "../../util/format";
import { paths } from "../../util/page-paths";
import { sharedScreen as text } from "./strings";

/** A chat that a user shares: read-only, as it was when the link was made. */
export function SharedScreen({ token }: { token: string }) {
  const query = useQuery(sharedChatQuery(token));
  return (
    <div className="mx-auto flex w-full max-w-[51rem] flex-1 flex-col px-4 py-8 sm:px-6 lg:py-12">
      <QueryBoundary
        query={query}
        what={text.theChat}
        skeleton={<Placeholder />}
        missing={
          <EmptyState
            title={text.sharedChatNotFound}
            description={text.description}
            action={
              <ButtonLink to={paths.home()} look="primary">
                {text.goToHomePage}
              </ButtonLink>
            }
          />
        }
      >
        {(chat) => <SharedTurns chat={chat} />}
      </QueryBoundary>
    </div>
  );
}

function SharedTurns({ chat: { title, author, sharedAt, turns } }: { chat: SharedChat }) {
  const isSignedIn = useHasSession();
  const shownTitle = title || turns[0]?.message.text.slice(0, 120) || text.chat;
  return (
    <>
      <title>{text.portolan(shownTitle)}</title>
      <header className="border-line border-b pb-5">
        <h1 dir="auto" className="font-serif text-3xl tracking-tight">
          {shownTitle}
        </h1>
        <p className="mt-2 text-faint text-sm">
          {text.sharedOnReadOnly(author.username ? text.by(author.username) : "", formatDay(sharedAt))}
        </p>
      </header>
      <div className="py-4">
        {turns.map((turn) => (
          <ReadOnlyTurn key={turn.turnId} turn={turn} />
        ))}
        {turns.length === 0 && <p className="py-12 text-center text-soft">{text.thisChatHasNoMessages}</p>}
      </div>
      {!isSignedIn && (
        <footer className="mt-4 flex flex-wrap items-center justify-between gap-4 rounded-2xl border border-line bg-surface px-5 py-4">
          <p className="text-soft text-sm">{text.askAboutYourOwnData}</p>
          <ButtonLink to={paths.login("sign-up")} look="primary" size="small">
            {text.tryForFree}
          </ButtonLink>
        </footer>
      )}
    </>
  );
}

function Placeholder() {
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-9 w-2/3" />
      <Skeleton className="h-11 w-3/5 self-end rounded-2xl" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="aspect-[16/9] w-full rounded-2xl" />
    </div>
  );
}
