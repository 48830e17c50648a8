import { ExternalLink, X } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "react-router";
import type { AnswerPart } from "../../../blocks/arrange";
import { PanelThread } from "../../../chat/panel-thread";
import type { TurnExtras } from "../../../chat/thread";
import { IconButton } from "../../../ui/button";
import { paths } from "../../../util/page-paths";
import { useBoard } from "../board-tools";
import { boardChat as strings } from "../strings";
import { BoardComposer } from "./board-composer";
import { ChatPanel } from "./chat-panel";
import { Draggable } from "./draggable";
import { type BoardChatProps, useBoardSession } from "./use-board-session";

/** The chat beside the board, whose blocks can be added to it. */
export function BoardChat(props: BoardChatProps) {
  const session = useBoardSession(props);
  const { isChatOpen } = useBoard();
  return (
    <ChatPanel>
      <header className="flex h-13 shrink-0 items-center gap-1 border-line border-b pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate font-medium text-sm">{strings.chat}</h2>
        {session.chatId !== null && (
          <Link
            to={paths.chat(session.chatId)}
            title={strings.openChatInFullPage}
            aria-label={strings.openChatInFullPage}
            className="inline-flex size-9 items-center justify-center rounded-lg text-soft hover:bg-surface hover:text-ink dark:hover:bg-raised"
          >
            <ExternalLink aria-hidden className="size-4" />
          </Link>
        )}
        <IconButton label={strings.closeChat} onClick={() => isChatOpen.set(false)}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </header>
      <PanelThread session={session} extras={EXTRAS} empty={strings.askAboutThisBoardNew} className="px-4" />
      <BoardComposer session={session} />
    </ChatPanel>
  );
}

/** Each part of an answer that a board can show can be added to it. */
function wrap(part: AnswerPart, element: ReactElement): ReactElement {
  const blocks = "blocks" in part ? part.blocks : [part.block];
  return (
    <Draggable key={part.key} blocks={blocks}>
      {element}
    </Draggable>
  );
}

const EXTRAS: TurnExtras = { wrap };
