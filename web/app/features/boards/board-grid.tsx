import { useInfiniteQuery } from "@tanstack/react-query";
import { EllipsisVertical, FileInput, Globe, Pencil, Plus, Trash2 } from "lucide-react";
import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { type BoardSummary, boardsQuery, createBoard, deleteBoard, importBoard, renameBoard } from "../../api/boards";
import { describeFailure } from "../../api/problem";
import { QueryBoundary } from "../../api/query-boundary";
import { useApiMutation } from "../../api/use-api-mutation";
import { safeLink } from "../../blocks/markdown/safe-link";
import { Badge } from "../../ui/badge";
import { Button, ButtonLink, IconButton } from "../../ui/button";
import { Card } from "../../ui/card";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { Menu, MenuDivider, MenuItem } from "../../ui/menu";
import { RenameDialog } from "../../ui/rename-dialog";
import { Skeleton } from "../../ui/skeleton";
import { EmptyState } from "../../ui/states";
import { Thumbnail } from "../../ui/thumbnail";
import { notify } from "../../ui/toast";
import { countOf, formatAgo } from "../../util/format";
import { paths } from "../../util/page-paths";
import { apiPaths } from "../../util/paths";
import { useTheme } from "../../util/theme";
import { boardGrid as text } from "./strings";

const gridClass = "grid gap-5 sm:grid-cols-2 xl:grid-cols-3";

/** The person's boards, newest first. */
export function BoardGrid() {
  const query = useInfiniteQuery(boardsQuery());
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <QueryBoundary
      query={query}
      what={text.yourBoards}
      skeleton={<BoardsPlaceholder />}
      isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
      empty={
        <EmptyState
          title={text.noBoardsYet}
          description={text.description}
          action={
            <ButtonLink to={paths.newBoard()} look="primary">
              {text.startFromAPage}
            </ButtonLink>
          }
        />
      }
    >
      {({ pages }) => (
        <>
          <ul className={gridClass}>
            {pages
              .flatMap(({ items }) => items)
              .map((board) => (
                <li key={board.id} className="min-w-0">
                  <BoardCard board={board} />
                </li>
              ))}
          </ul>
          {hasNextPage && (
            <div className="mt-8 text-center">
              <Button isPending={isFetchingNextPage} onClick={() => fetchNextPage()}>
                {text.showMore}
              </Button>
            </div>
          )}
        </>
      )}
    </QueryBoundary>
  );
}

function BoardsPlaceholder() {
  return (
    <div className={gridClass}>
      {["a", "b", "c"].map((key) => (
        <Card key={key} className="overflow-hidden">
          <Skeleton className="aspect-[16/10] rounded-none" />
          <Skeleton className="mx-4 my-4 h-4 w-2/3" />
        </Card>
      ))}
    </div>
  );
}

function BoardCard({ board }: { board: BoardSummary }) {
  const { id, title, visibility, sourceUrl, nodeCount, updatedAt } = board;
  const theme = useTheme();
  const source = safeLink(sourceUrl ?? undefined);
  return (
    <Card className="relative overflow-hidden transition-[border-color,box-shadow] duration-100 hover:border-line-strong hover:shadow-raised">
      <div className="relative">
        <Thumbnail url={nodeCount > 0 ? apiPaths.boardPicture(id, theme) : null} />
        {source && (
          <span className="absolute bottom-3 left-3 inline-flex max-w-[calc(100%-1.5rem)] items-center gap-1.5 rounded-md border border-line bg-raised px-2 py-1 text-soft text-xs">
            <Globe aria-hidden className="size-3.5 shrink-0 text-accent" />
            <span className="truncate">{source.host}</span>
          </span>
        )}
      </div>
      <div className="flex items-start gap-2 border-line border-t py-3.5 pr-2 pl-4">
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 font-medium text-sm" dir="auto">
            <Link to={paths.board(id)} className="after:absolute after:inset-0 after:rounded-2xl">
              {title || text.untitledBoard}
            </Link>
          </h2>
          <p className="mt-1.5 flex flex-wrap items-center gap-2 text-faint text-xs">
            {countOf(nodeCount, "item")} · {formatAgo(updatedAt)}
            {visibility !== "private" && (
              <Badge tone="accent">{visibility === "public" ? text.public : text.unlisted}</Badge>
            )}
          </p>
        </div>
        <BoardMenu board={board} />
      </div>
    </Card>
  );
}

function BoardMenu({ board: { id, title } }: { board: BoardSummary }) {
  const [open, setOpen] = useState<"none" | "rename" | "delete">("none");
  const close = () => setOpen("none");
  return (
    <div className="relative z-10">
      <Menu trigger={<MoreButton title={title} />}>
        <MenuItem onSelect={() => setOpen("rename")}>
          <Pencil aria-hidden /> {text.rename}
        </MenuItem>
        <MenuDivider />
        <MenuItem isDangerous onSelect={() => setOpen("delete")}>
          <Trash2 aria-hidden /> {text.delete}
        </MenuItem>
      </Menu>
      {open === "rename" && (
        <RenameDialog
          heading={text.renameBoard}
          title={title}
          onRename={(next) => renameBoard(id, next)}
          describeFailure={describeFailure}
          onClose={close}
        />
      )}
      {open === "delete" && (
        <ConfirmDialog
          title={text.deleteThisBoard}
          description={text.thisDeletesTheBoardAnd}
          confirmLabel={text.delete}
          describeFailure={describeFailure}
          onClose={close}
          onConfirm={async () => {
            await deleteBoard(id);
            void notify({ title: text.boardDeleted });
          }}
        />
      )}
    </div>
  );
}

/** A component of its own: the menu gives its trigger what opens it. */
function MoreButton({ title, ...rest }: ComponentProps<"button"> & { title: string }) {
  return (
    <IconButton {...rest} label={text.moreOptionsFor(title || text.thisBoard)} className="size-8">
      <EllipsisVertical aria-hidden className="size-4" />
    </IconButton>
  );
}

/** Begins a board: with a page, with nothing, or with a file of another program. */
export function BoardBeginnings(): ReactNode {
  const navigate = useNavigate();
  const file = useRef<HTMLInputElement>(null);

  const open = { onDone: ({ boardId }: { boardId: string }) => void navigate(paths.board(boardId)) };
  const create = useApiMutation({ ...open, run: () => createBoard({}), failed: text.couldntCreateTheBoard });
  const importFile = useApiMutation({
    ...open,
    run: async (chosen: File) => importBoard(JSON.parse(await chosen.text())),
    failed: text.couldntOpenTheFile,
    describe: (error) => (error instanceof SyntaxError ? text.thisIsntAJsonCanvas : describeFailure(error)),
  });
  const isBusy = create.isPending || importFile.isPending;

  return (
    <div className="flex flex-wrap gap-2">
      <input
        ref={file}
        type="file"
        accept=".canvas,application/json"
        className="sr-only"
        tabIndex={-1}
        aria-label={text.chooseAJsonCanvasFile}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          event.target.value = "";
          if (chosen) importFile.run(chosen);
        }}
      />
      <Button disabled={isBusy} onClick={() => file.current?.click()}>
        <FileInput aria-hidden className="size-4" /> {text.importCanvasFile}
      </Button>
      <Button disabled={isBusy} onClick={() => create.run()}>
        <Plus aria-hidden className="size-4" /> {text.emptyBoard}
      </Button>
      <ButtonLink to={paths.newBoard()} look="primary">
        <Globe aria-hidden className="size-4" /> {text.newFromPage}
      </ButtonLink>
    </div>
  );
}
