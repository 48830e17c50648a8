import {
  CloudAlert,
  CloudCheck,
  CloudUpload,
  Download,
  EllipsisVertical,
  FileJson2,
  Image,
  List,
  MessageSquareText,
  Shapes,
  Trash2,
  Workflow,
} from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useNavigate } from "react-router";
import { type Board, deleteBoard, setBoardVisibility } from "../../api/boards";
import type { Visibility } from "../../api/charts";
import { describeFailure } from "../../api/problem";
import { useApiMutation } from "../../api/use-api-mutation";
import { safeLink } from "../../blocks/markdown/safe-link";
import { ShareButton } from "../../blocks/share-button";
import { Button, IconButton } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { Menu, MenuItem, MenuLink } from "../../ui/menu";
import { notify } from "../../ui/toast";
import { paths } from "../../util/page-paths";
import { apiPaths } from "../../util/paths";
import { useStore } from "../../util/store";
import { useTheme } from "../../util/theme";
import { run } from "./actions";
import { useBoard } from "./board-tools";
import type { Saving } from "./core/board-store";
import * as commands from "./core/commands";
import { boardHeader as strings } from "./strings";
import { useBoardView } from "./use-board-view";

export interface BoardHeaderProps {
  board: Board;
  /** Whether the cards are shown as a list, where there is a choice. */
  view?: { isList: boolean; onChange: (isList: boolean) => void } | undefined;
}

/** The board's name, whether it is saved, and what can be done with it as a whole. */
export function BoardHeader({ board, view }: BoardHeaderProps) {
  const tools = useBoard();
  const { document, saving } = useBoardView(tools.store);
  const isChatOpen = useStore(tools.isChatOpen);
  const source = safeLink(board.sourceUrl ?? undefined);
  return (
    <header className="@container pointer-events-none absolute inset-x-3 top-3 flex items-start justify-between gap-2">
      <title>{strings.portolan(document.title || strings.board)}</title>
      <div className="pointer-events-auto flex h-11 min-w-0 items-center gap-2 rounded-xl border border-line bg-raised pr-3 pl-1.5 shadow-raised">
        <BoardTitle key={document.title} title={document.title} />
        {source && <span className="truncate text-faint text-xs max-lg:hidden">{source.host}</span>}
        {tools.isEditable && <SavingNote saving={saving} />}
      </div>
      <div className="pointer-events-auto flex h-11 shrink-0 items-center gap-0.5 rounded-xl border border-line bg-raised px-1 shadow-raised @max-[32rem]:[&_button>span]:sr-only">
        {view && (
          <IconButton
            label={view.isList ? strings.showCanvas : strings.showList}
            onClick={() => view.onChange(!view.isList)}
          >
            {view.isList ? <Workflow aria-hidden className="size-4" /> : <List aria-hidden className="size-4" />}
          </IconButton>
        )}
        {tools.isEditable && <BoardVisibility board={board} />}
        <ExportMenu boardId={board.id} title={document.title} />
        {tools.isEditable && <MoreMenu boardId={board.id} />}
        {tools.isEditable && (
          <Button
            look="quiet"
            size="small"
            aria-pressed={isChatOpen}
            className="!px-2.5"
            onClick={() => tools.isChatOpen.set(!isChatOpen)}
          >
            <MessageSquareText aria-hidden className="size-4" />
            <span className="max-sm:sr-only">{strings.chat}</span>
          </Button>
        )}
      </div>
    </header>
  );
}

function BoardTitle({ title }: { title: string }) {
  const tools = useBoard();
  if (!tools.isEditable) {
    return (
      <h1 className="truncate px-2 font-medium text-sm" dir="auto">
        {title || strings.board}
      </h1>
    );
  }
  return (
    <h1 className="min-w-0">
      <input
        aria-label={strings.boardTitle}
        defaultValue={title}
        placeholder={strings.placeholder}
        dir="auto"
        maxLength={300}
        onBlur={(event) => {
          const next = event.target.value.trim();
          // A board keeps the name that it has until it gets another.
          if (next === "") event.target.value = title;
          else if (next !== title) run(tools, commands.rename(tools.store.document, next));
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.value = title;
          if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
        }}
        className="field-sizing-content h-8 w-full min-w-24 max-w-[38vw] truncate rounded-lg bg-transparent px-2 font-medium text-sm hover:bg-surface focus-visible:bg-surface md:max-w-80 dark:hover:bg-line/50"
      />
    </h1>
  );
}

function SavingNote({ saving }: { saving: Saving }) {
  const { Icon, words, tone } = savingWords(saving);
  return (
    <span role="status" title={words} className={`flex shrink-0 items-center gap-1.5 text-xs ${tone}`}>
      <Icon aria-hidden className="size-4" />
      <span className={saving.phase === "saved" || saving.phase === "saving" ? "sr-only" : "max-md:sr-only"}>
        {words}
      </span>
    </span>
  );
}

function savingWords(saving: Saving) {
  switch (saving.phase) {
    case "saved":
      return { Icon: CloudCheck, words: strings.allChangesSaved, tone: "text-faint" };
    case "saving":
      return { Icon: CloudUpload, words: strings.saving, tone: "text-faint" };
    case "waiting":
      return { Icon: CloudAlert, words: strings.youreOfflineYourEditsWill, tone: "text-warning" };
    case "refused":
      return { Icon: CloudAlert, words: strings.notSaved(saving.message), tone: "text-danger" };
  }
}

function BoardVisibility({ board }: { board: Board }) {
  const [visibility, setVisibility] = useState(board.visibility);
  async function change(next: Visibility) {
    await setBoardVisibility(board.id, next);
    setVisibility(next);
  }
  return (
    <ShareButton
      isQuiet
      title={strings.shareBoard}
      visibility={visibility}
      path={paths.board(board.id)}
      onChange={change}
    />
  );
}

function ExportMenu({ boardId, title }: { boardId: string; title: string }) {
  const { store, chartTitles } = useBoard();
  const theme = useTheme();
  const save = useApiMutation({
    run: async (format: "svg" | "png") => {
      const { saveBoardPicture } = await import("./export/save-picture");
      await saveBoardPicture(store.document, { format, theme, title, chartTitles: chartTitles.get() });
    },
    failed: strings.couldntCreateTheImage,
    describe: (error) => (error instanceof Error ? error.message : describeFailure(error)),
  });
  return (
    <Menu
      trigger={
        <Button look="quiet" size="small" className="!px-2.5">
          <Download aria-hidden className="size-4" />
          <span className="max-md:sr-only">{strings.export}</span>
        </Button>
      }
    >
      <MenuItem onSelect={() => save.run("png")}>
        <Image aria-hidden /> {strings.imagePng}
      </MenuItem>
      <MenuItem onSelect={() => save.run("svg")}>
        <Shapes aria-hidden /> {strings.imageSvg}
      </MenuItem>
      <MenuLink isDocument to={apiPaths.boardCanvas(boardId)}>
        <FileJson2 aria-hidden /> {strings.jsonCanvas}
      </MenuLink>
    </Menu>
  );
}

function MoreMenu({ boardId }: { boardId: string }) {
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Menu trigger={<MoreButton />}>
        <MenuItem isDangerous onSelect={() => setDeleting(true)}>
          <Trash2 aria-hidden /> {strings.delete}
        </MenuItem>
      </Menu>
      {isDeleting && (
        <ConfirmDialog
          title={strings.deleteThisBoard}
          description={strings.description}
          confirmLabel={strings.delete}
          describeFailure={describeFailure}
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await deleteBoard(boardId);
            void notify({ title: strings.boardDeleted });
            void navigate(paths.boards());
          }}
        />
      )}
    </>
  );
}

/** A component of its own: the menu gives its trigger what opens it. */
function MoreButton(props: ComponentProps<"button">) {
  return (
    <IconButton {...props} label={strings.moreOptions} className="size-8">
      <EllipsisVertical aria-hidden className="size-4" />
    </IconButton>
  );
}
