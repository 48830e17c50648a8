import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { createBoard } from "../../api/boards";
import { isProblem } from "../../api/problem";
import { useApiMutation } from "../../api/use-api-mutation";
import { safeLink } from "../../blocks/markdown/safe-link";
import { Button } from "../../ui/button";
import { inputClass } from "../../ui/field";
import { onEnter } from "../../ui/on-enter";
import { RhumbLines } from "../../ui/rhumb-lines";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { classNames } from "../../util/class-names";
import { paths } from "../../util/page-paths";
import { randomId } from "../../util/random-id";
import { newBoardScreen as strings } from "./strings";

export interface NewBoardScreenProps {
  /** Question or URL that the page was opened with. */
  question: string;
  /** Whether the person asked for it themselves: a link of another site starts no work by itself. */
  isOwnNavigation: boolean;
}

/** Start page of a board: a URL or a question. */
export function NewBoardScreen({ question, isOwnNavigation }: NewBoardScreenProps) {
  const navigate = useNavigate();
  const startsByItself = isOwnNavigation && question.trim() !== "";
  const [text, setText] = useState(question);
  // A board that was created is on its way: the form would only flash.
  const [isLeaving, setLeaving] = useState(startsByItself);
  const hasStarted = useRef(false);
  // Trying the same again after a failure does nothing twice.
  const attempt = useRef({ q: "", key: "" });

  const create = useApiMutation({
    run: (q: string) => {
      if (attempt.current.q !== q) attempt.current = { q, key: randomId() };
      return createBoard({ q }, attempt.current.key);
    },
    onDone: ({ boardId }) => {
      setLeaving(true);
      void navigate(paths.board(boardId), { replace: true });
    },
    onFailed: () => setLeaving(false),
  });

  function start(words: string) {
    const q = words.trim();
    if (q !== "") create.run(q);
  }

  const begin = useRef(start);
  useEffect(() => {
    if (!startsByItself || hasStarted.current) return;
    hasStarted.current = true;
    begin.current(question);
  }, [startsByItself, question]);

  if (create.isPending || isLeaving) return <Starting text={text} />;
  const host = hostOf(question);
  return (
    <div className="relative isolate flex flex-1 flex-col items-center overflow-hidden px-5 pt-16 pb-20 sm:pt-28">
      <RhumbLines className="-top-[27rem] left-1/2 -z-10 w-[64rem] max-w-none -translate-x-1/2 opacity-70" />
      <h1 className="text-center font-serif text-4xl tracking-tight sm:text-5xl">
        {host ? strings.createABoardFrom(host) : strings.createABoard}
      </h1>
      <p className="mx-auto mt-3 mb-8 max-w-md text-center text-soft">{strings.startFromAPagePaper}</p>
      <form
        className="flex w-full max-w-2xl flex-col gap-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          start(text);
        }}
      >
        <textarea
          aria-label={strings.urlOrQuestion}
          placeholder={strings.placeholder}
          value={text}
          rows={2}
          dir="auto"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onEnter(() => start(text))}
          className={classNames(inputClass, "field-sizing-content min-h-20 resize-none px-4 py-3 text-base")}
        />
        <p role="alert" className="text-danger text-sm empty:hidden">
          {create.failure}
          {isProblem(create.error, "usage_limit_reached") && (
            <>
              {" "}
              <Link to={paths.pricing()} className="font-medium underline underline-offset-2">
                {strings.seePlans}
              </Link>
            </>
          )}
        </p>
        <Button look="primary" size="large" type="submit" disabled={text.trim() === ""}>
          {create.failure === null ? strings.createBoard : strings.tryAgain}
        </Button>
      </form>
    </div>
  );
}

function Starting({ text }: { text: string }) {
  const host = hostOf(text);
  return (
    <div className="flex flex-1 flex-col gap-8 bg-surface p-6 sm:p-12">
      <LoadingNote>{strings.creatingBoard}</LoadingNote>
      <p className="flex items-center gap-3 text-soft">
        <span aria-hidden className="size-2 animate-pulse rounded-full bg-accent" />
        {host ? strings.creatingABoardFor(host) : strings.creatingABoard}
      </p>
      <div aria-hidden className="flex flex-wrap gap-8">
        <Skeleton className="h-40 w-72 rounded-2xl" />
        <Skeleton className="h-72 w-96 rounded-2xl" />
        <Skeleton className="h-80 w-[28rem] rounded-2xl max-lg:hidden" />
      </div>
    </div>
  );
}

/** The host of a text that is an address, also one without its scheme. */
function hostOf(text: string): string | null {
  const words = text.trim();
  if (!/^(?:https?:|www\.)/i.test(words) || /\s/.test(words)) return null;
  return safeLink(words.toLowerCase().startsWith("www.") ? `https://${words}` : words)?.host ?? null;
}
