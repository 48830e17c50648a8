import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ExternalLink, Sparkles, SquareDashedMousePointer } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { ApiProblem, describeFailure } from "../../api/problem";
import { profileQuery } from "../../api/profile";
import type { CapturedPage } from "../../api/sources";
import { ChatNotices } from "../../chat/chat-notices";
import { Composer } from "../../chat/composer";
import { PanelThread } from "../../chat/panel-thread";
import type { ChatSession } from "../../chat/use-chat-session";
import { Button, buttonClass } from "../../ui/button";
import { LogoMark } from "../../ui/logo";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { ErrorState } from "../../ui/states";
import { classNames } from "../../util/class-names";
import { countOf } from "../../util/format";
import { paths } from "../../util/page-paths";
import type { PanelMessage } from "./panel-message";
import { RecentBoards } from "./recent-boards";
import { extensionScreen as strings } from "./strings";
import { useCapturedPage } from "./use-captured-page";
import { hostOf, type PageWorkActions, usePageWork } from "./use-page-work";

/** The browser extension's side panel: the captured page, actions, and the answer. */
export function ExtensionScreen() {
  const seen = useCapturedPage();
  const { data: profile, error, isPending, refetch } = useQuery({ ...profileQuery(), refetchOnWindowFocus: "always" });
  const isSignedOut = error instanceof ApiProblem && error.status === 401;
  return (
    <main id="content" className="flex h-dvh flex-col gap-5 overflow-y-auto p-4">
      <header className="flex items-center gap-2.5">
        <LogoMark />
        <h1 className="font-medium">{strings.portolan}</h1>
        <OutwardLink to={paths.start()} label={strings.openPortolanInATab} className="ml-auto">
          <ExternalLink aria-hidden className="size-4" />
        </OutwardLink>
      </header>
      {isPending && (
        <div className="flex flex-col gap-3">
          <LoadingNote>{strings.checkingYourAccount}</LoadingNote>
          <Skeleton className="h-24 w-full rounded-2xl" />
          <Skeleton className="h-10 w-full" />
        </div>
      )}
      {isSignedOut && <SignIn />}
      {error && !isSignedOut && (
        <ErrorState
          title={strings.cantReachPortolan}
          description={describeFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
      {profile && <Panel seen={seen} />}
    </main>
  );
}

/** Signing in happens in a tab: the panel sees it when it is looked at again. */
function SignIn() {
  return (
    <section className="flex flex-col items-start gap-3 rounded-2xl border border-line p-5">
      <h2 className="font-serif text-2xl tracking-tight">{strings.signInToGetStarted}</h2>
      <p className="text-soft text-sm">{strings.signInOpensInA}</p>
      <a href={paths.login()} target="_blank" rel="noopener" className={buttonClass({ look: "primary" })}>
        {strings.signIn}
      </a>
    </section>
  );
}

function Panel({ seen }: { seen: PanelMessage | null }) {
  const work = usePageWork();
  const { session, opened, step, close } = work;
  const granted = useRef(0);
  const grant = useEffectEvent(({ page, action, number }: PanelMessage) => {
    if (page === null || action === "look") return;
    if (action === "board") void work.makeBoard(page, number);
    else void work.ask(page, strings.chartTheSelectedTextOn, number);
  });
  const isOpened = opened !== null;
  useEffect(() => {
    if (seen === null || seen.number <= granted.current) return;
    // Another page is another chat.
    if (isOpened) return close();
    granted.current = seen.number;
    grant(seen);
  }, [seen, isOpened, close]);

  if (opened) return <OpenedChat session={session} boardId={opened.boardId} onBack={close} />;
  return (
    <>
      {seen?.page ? (
        <PageCard page={seen.page} work={work} />
      ) : (
        <section className="rounded-2xl border border-line border-dashed p-5 text-center">
          <h2 className="font-serif text-xl tracking-tight">
            {seen ? strings.thisPageCantBeCaptured : strings.noPageCaptured}
          </h2>
          <p className="mt-2 text-soft text-sm">
            {seen ? strings.extensionsCantReadBrowserPages : strings.goToAPageAnd}
          </p>
        </section>
      )}
      <p role="status" className="text-soft text-sm empty:hidden">
        {step}
      </p>
      <RecentBoards />
    </>
  );
}

function PageCard({ page, work }: { page: CapturedPage; work: PageWorkActions }) {
  const { session, step, failure, dismiss, makeBoard, ask, askDraft } = work;
  const isBusy = step !== null;
  const first = page.selection ? strings.chartTheSelectedTextOn : strings.chartTheTablesOnThis;
  return (
    <>
      <section
        aria-label={strings.thisPage}
        className="flex flex-col gap-4 rounded-2xl border border-line bg-raised p-4"
      >
        <div>
          <p className="text-faint text-xs">{hostOf(page.url)}</p>
          <h2 className="mt-1 line-clamp-3 font-medium leading-snug" dir="auto">
            {page.title ?? page.url}
          </h2>
          <ul className="mt-2 flex flex-wrap gap-x-3 gap-y-1 text-soft text-xs" aria-label={strings.capturedContent}>
            <li>{countOf(page.tables?.length ?? 0, "table")}</li>
            <li>{page.captions ? strings.captions : strings.noCaptions}</li>
            {page.selection && <li className="max-w-full truncate">{strings.selected(page.selection.slice(0, 80))}</li>}
          </ul>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button look="primary" disabled={isBusy} onClick={() => void makeBoard(page)}>
            <SquareDashedMousePointer aria-hidden className="size-4" /> {strings.createBoard}
          </Button>
          {(page.selection || (page.tables?.length ?? 0) > 0) && (
            <Button disabled={isBusy} onClick={() => void ask(page, first)}>
              <Sparkles aria-hidden className="size-4" /> {strings.chartThis}
            </Button>
          )}
        </div>
      </section>
      <Composer
        session={{ ...session, canBegin: session.canBegin && !isBusy }}
        onSend={() => void askDraft(page)}
        label={strings.aQuestionAboutThisPage}
        placeholder={strings.placeholder}
        sendLabel={strings.ask}
        size="panel"
      />
      <ChatNotices
        session={{ ...session, refusal: failure ?? session.refusal, dismiss: failure ? dismiss : session.dismiss }}
      />
    </>
  );
}

interface OpenedChatProps {
  session: ChatSession;
  /** The board that the answer lands on, if there is one. */
  boardId: string | null;
  onBack: () => void;
}

/** The chat about a page, as high as the panel. */
function OpenedChat({ session, boardId, onBack }: OpenedChatProps) {
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" size="small" onClick={onBack}>
          <ArrowLeft aria-hidden className="size-4" /> {strings.back}
        </Button>
        {boardId !== null && (
          <a
            href={paths.board(boardId)}
            target="_blank"
            rel="noopener"
            className={buttonClass({ look: "primary", size: "small" }, "ml-auto")}
          >
            <SquareDashedMousePointer aria-hidden className="size-4" /> {strings.openBoard}
          </a>
        )}
      </div>
      <PanelThread session={session} empty={strings.askAboutThisPage} className="-mx-4 px-4" />
      <div className="flex flex-col gap-2">
        <ChatNotices session={session} />
        <Composer
          session={session}
          onSend={() => void session.sendDraft()}
          label={strings.aQuestionAboutThisPage}
          placeholder={strings.placeholder}
          size="panel"
        />
      </div>
    </>
  );
}

function OutwardLink({
  to,
  label,
  className,
  children,
}: {
  to: string;
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noopener"
      aria-label={label}
      title={label}
      className={classNames(
        "inline-flex size-9 items-center justify-center rounded-lg text-soft hover:bg-surface hover:text-ink dark:hover:bg-raised",
        className,
      )}
    >
      {children}
    </a>
  );
}
