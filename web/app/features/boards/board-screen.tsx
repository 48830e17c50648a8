import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { type Board, boardQuery } from "../../api/boards";
import { QueryFailure } from "../../api/query-boundary";
import { useHasSession } from "../../api/session";
import { ButtonLink } from "../../ui/button";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { EmptyState } from "../../ui/states";
import { classNames } from "../../util/class-names";
import { paths } from "../../util/page-paths";
import { preload } from "../../util/preload";
import { boardScreen as text } from "./strings";

/** Loaded while the board is: the page shows its outline, or that there is no such board, without a canvas. */
const openBoard = () => import("./open-board");
const OpenBoard = lazy(async () => ({ default: (await openBoard()).OpenBoard }));

/** The page of one board: its outline until the board is here, then the board. */
export function BoardScreen({ boardId }: { boardId: string }) {
  const { data: board, error, refetch } = useQuery({ ...boardQuery(boardId), refetchOnWindowFocus: false });
  const [first, setFirst] = useState<Board | null>(null);
  // The store takes over from the first answer: later ones would be older than what it knows.
  if (board && first === null) setFirst(board);
  const isSignedIn = useHasSession();
  const height = isSignedIn ? "h-[calc(100dvh-3.5rem)] lg:h-dvh" : "h-[calc(100dvh-4rem)]";
  useEffect(() => preload(openBoard), []);
  const placeholder = <BoardPlaceholder className={height} />;
  if (first) {
    return (
      <Suspense fallback={placeholder}>
        <OpenBoard board={first} className={height} />
      </Suspense>
    );
  }
  if (!error) return placeholder;
  return (
    <div className="mx-auto w-full max-w-3xl px-5 py-16">
      <QueryFailure
        error={error}
        what={text.theBoard}
        onRetry={() => void refetch()}
        missing={
          <EmptyState
            title={text.boardNotFound}
            description={text.description}
            action={
              isSignedIn && (
                <ButtonLink to={paths.boards()} look="primary">
                  {text.yourBoards}
                </ButtonLink>
              )
            }
          />
        }
      />
    </div>
  );
}

function BoardPlaceholder({ className }: { className: string }) {
  return (
    <div className={classNames("flex flex-wrap content-start gap-8 bg-surface p-16", className)}>
      <LoadingNote>{text.loadingBoard}</LoadingNote>
      <Skeleton className="h-40 w-80 rounded-2xl" />
      <Skeleton className="h-64 w-96 rounded-2xl" />
      <Skeleton className="h-80 w-[28rem] rounded-2xl max-sm:hidden" />
    </div>
  );
}
