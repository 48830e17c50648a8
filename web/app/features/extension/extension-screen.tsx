import { useQuery } from "@tanstack/react-query";
import { ExternalLink, Sparkles, SquareDashedMousePointer } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { ApiProblem, describeFailure } from "../../api/problem";
import { profileQuery } from "../../api/profile";
import type { CapturedPage } from "../../api/sources";
import { Button, buttonClass } from "../../ui/button";
import { inputClass } from "../../ui/field";
import { LogoMark } from "../../ui/logo";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { ErrorState } from "../../ui/states";
import { classNames } from "../../util/class-names";
import { countOf } from "../../util/format";
import { paths } from "../../util/page-paths";
import { PanelAnswer } from "./panel-answer";
import { RecentBoards } from "./recent-boards";
import type { SeenMessage } from "./seen-message";
import { extensionScreen as strings } from "./strings";
import { useSeenPage } from "./use-seen-page";
import { hostOf, useSeenWork, type Work } from "./use-seen-work";

/** What the browser extension shows at the side of a page: the page, what can become of it, and the answer. */
export function ExtensionScreen() {
  const seen = useSeenPage();
  const { data: profile, error, isPending, refetch } = useQuery({ ...profileQuery(), refetchOnWindowFocus: "always" });
  const isSignedOut = error instanceof ApiProblem && error.status === 401;
  return (
    <main id="content" className="flex min-h-dvh flex-col gap-5 p-4">
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

function Panel({ seen }: { seen: SeenMessage | null }) {
  const { work, reset, makeBoard, ask } = useSeenWork();
  const granted = useRef(0);
  const grant = useRef((message: SeenMessage) => {
    if (message.page === null || message.wish === "look") return;
    if (message.wish === "board") void makeBoard(message.page, message.number);
    else void ask(message.page, strings.chartTheSelectedTextOn, message.number);
  });

  useEffect(() => {
    if (seen === null || seen.number <= granted.current) return;
    granted.current = seen.number;
    reset();
    grant.current(seen);
  }, [seen, reset]);

  if (work.phase === "answering") {
    return <PanelAnswer key={work.chatId} chatId={work.chatId} boardId={work.boardId} onBack={reset} />;
  }
  return (
    <>
      {seen?.page ? (
        <PageCard
          page={seen.page}
          work={work}
          onBoard={(page) => void makeBoard(page)}
          onAsk={(page, question) => void ask(page, question)}
        />
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
      <RecentBoards />
    </>
  );
}

interface PageCardProps {
  page: CapturedPage;
  work: Work;
  onBoard: (page: CapturedPage) => void;
  onAsk: (page: CapturedPage, question: string) => void;
}

function PageCard({ page, work, onBoard, onAsk }: PageCardProps) {
  const [question, setQuestion] = useState("");
  const isBusy = work.phase === "busy";
  const first = page.selection ? strings.chartTheSelectedTextOn : strings.chartTheTablesOnThis;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (question.trim() !== "") onAsk(page, question.trim());
  }

  return (
    <section aria-label={strings.thisPage} className="flex flex-col gap-4 rounded-2xl border border-line bg-raised p-4">
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
        <Button look="primary" disabled={isBusy} onClick={() => onBoard(page)}>
          <SquareDashedMousePointer aria-hidden className="size-4" /> {strings.createBoard}
        </Button>
        {(page.selection || (page.tables?.length ?? 0) > 0) && (
          <Button disabled={isBusy} onClick={() => onAsk(page, first)}>
            <Sparkles aria-hidden className="size-4" /> {strings.chartThis}
          </Button>
        )}
      </div>
      <form onSubmit={submit} className="flex gap-2">
        <input
          aria-label={strings.aQuestionAboutThisPage}
          placeholder={strings.placeholder}
          value={question}
          dir="auto"
          onChange={(event) => setQuestion(event.target.value)}
          className={classNames(inputClass, "h-10 min-w-0 px-3 text-sm")}
        />
        <Button type="submit" disabled={isBusy || question.trim() === ""}>
          {strings.ask}
        </Button>
      </form>
      <p role="status" className="text-soft text-sm empty:hidden">
        {isBusy && work.label}
      </p>
      <p role="alert" className="text-danger text-sm empty:hidden">
        {work.phase === "failed" && work.message}
        {work.phase === "failed" && work.isOutOfCredits && (
          <a href={paths.pricing()} target="_blank" rel="noopener" className="ml-1 underline underline-offset-2">
            {strings.seePlans}
          </a>
        )}
      </p>
    </section>
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
