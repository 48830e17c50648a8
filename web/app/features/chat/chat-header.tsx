import { useQuery } from "@tanstack/react-query";
import { Download, EllipsisVertical, Eye, FileJson2, FileText, Frame, Pencil, Share2, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { chatViewsQuery, deleteChat, renameChat } from "../../api/chats.ts";
import { describeFailure } from "../../api/problem.ts";
import { useApiMutation } from "../../api/use-api-mutation.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Menu, MenuDivider, MenuItem, MenuLink } from "../../ui/menu.tsx";
import { notify } from "../../ui/toast.tsx";
import { countOf } from "../../util/format.ts";
import { paths } from "../../util/page-paths.ts";
import { apiPaths } from "../../util/paths.ts";
import { chatHeader as text } from "./strings";

const ShareDialog = lazy(async () => ({ default: (await import("./share-dialog.tsx")).ShareDialog }));
const ViewsDialog = lazy(async () => ({ default: (await import("./views-dialog.tsx")).ViewsDialog }));
const RenameDialog = lazy(async () => ({ default: (await import("../../ui/rename-dialog.tsx")).RenameDialog }));

export interface ChatHeaderProps {
  chatId: string;
  title: string;
  /** The last turn of the branch that is shown; null in an empty chat. */
  leafId: string | null;
  /** Whether the branch that is shown is not the newest one. */
  isOlderBranch: boolean;
}

/** The chat's title, and what can be done with the chat as a whole. */
export function ChatHeader({ chatId, title, leafId, isOlderBranch }: ChatHeaderProps) {
  const [open, setOpen] = useState<"none" | "share" | "views" | "rename" | "delete">("none");
  const { data: views = [] } = useQuery(chatViewsQuery(chatId));
  const navigate = useNavigate();
  const close = () => setOpen("none");
  const board = useApiMutation({
    // Few chats become boards: what arranges one is loaded with the first.
    run: async () => (await import("./create-board.ts")).createChatBoard({ chatId, title, leafId }),
    failed: text.couldntCreateTheBoard,
    onDone: ({ boardId }) => void navigate(paths.board(boardId)),
  });
  return (
    <header className="z-10 border-line border-b bg-paper/90 backdrop-blur-md md:sticky md:top-14 lg:top-0">
      <div className="mx-auto flex h-12 max-w-[51rem] items-center gap-1 px-4 sm:px-6">
        <h1 className="min-w-0 flex-1 truncate font-medium text-sm" dir="auto">
          {title}
        </h1>
        {views.length > 0 && (
          <Button look="quiet" size="small" className="!text-warning px-2" onClick={() => setOpen("views")}>
            <Eye aria-hidden className="size-4" />
            <span className="max-sm:sr-only">{text.viewed(countOf(views.length, "time"))}</span>
          </Button>
        )}
        {leafId !== null && (
          <>
            <Button look="quiet" size="small" className="px-2" onClick={() => setOpen("share")}>
              <Share2 aria-hidden className="size-4" />
              <span className="max-sm:sr-only">{text.share}</span>
            </Button>
            <Menu trigger={<ExportButton />} className="w-60">
              <MenuLink isDocument to={apiPaths.chatExport(chatId, "md", isOlderBranch ? { turnId: leafId } : {})}>
                <FileText aria-hidden /> {isOlderBranch ? text.currentBranchMarkdown : text.markdown}
              </MenuLink>
              <MenuLink isDocument to={apiPaths.chatExport(chatId, "json")}>
                <FileJson2 aria-hidden /> {text.entireChatJson}
              </MenuLink>
            </Menu>
            <Menu trigger={<MoreButton />} className="w-60">
              <MenuItem onSelect={() => setOpen("rename")}>
                <Pencil aria-hidden /> {text.rename}
              </MenuItem>
              <MenuItem onSelect={() => board.run()}>
                <Frame aria-hidden /> {text.createBoard}
              </MenuItem>
              <MenuItem onSelect={() => setOpen("views")}>
                <Eye aria-hidden /> {text.viewedBy}
              </MenuItem>
              <MenuDivider />
              <MenuItem isDangerous onSelect={() => setOpen("delete")}>
                <Trash2 aria-hidden /> {text.delete}
              </MenuItem>
            </Menu>
          </>
        )}
      </div>
      <Suspense fallback={null}>
        {open === "share" && leafId !== null && <ShareDialog chatId={chatId} leafId={leafId} onClose={close} />}
        {open === "views" && <ViewsDialog chatId={chatId} onClose={close} />}
        {open === "rename" && (
          <RenameDialog
            heading={text.renameChat}
            title={title}
            onRename={(next) => renameChat(chatId, next)}
            describeFailure={describeFailure}
            onClose={close}
          />
        )}
      </Suspense>
      {open === "delete" && (
        <ConfirmDialog
          title={text.deleteThisChat}
          description={text.description}
          confirmLabel={text.delete}
          describeFailure={describeFailure}
          onClose={close}
          onConfirm={async () => {
            await deleteChat(chatId);
            void notify({ title: text.chatDeleted });
            void navigate(paths.start());
          }}
        />
      )}
    </header>
  );
}

function ExportButton(props: React.ComponentProps<"button">) {
  return (
    <Button {...props} look="quiet" size="small" className="px-2">
      <Download aria-hidden className="size-4" />
      <span className="max-sm:sr-only">{text.export}</span>
    </Button>
  );
}

/** A component of its own: the menu gives its trigger what opens it. */
function MoreButton(props: React.ComponentProps<"button">) {
  return (
    <IconButton {...props} label={text.moreOptions} className="size-8">
      <EllipsisVertical aria-hidden className="size-4" />
    </IconButton>
  );
}
