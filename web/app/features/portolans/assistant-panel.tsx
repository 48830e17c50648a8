import { ExternalLink, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { createChat } from "../../api/chats";
import { ChatNotices } from "../../chat/chat-notices";
import { Composer } from "../../chat/composer";
import { PanelThread } from "../../chat/panel-thread";
import type { TurnExtras } from "../../chat/thread";
import { useChat } from "../../chat/use-chat";
import { useChatSession } from "../../chat/use-chat-session";
import type { Turn } from "../../stream/chat";
import { Button, IconButton } from "../../ui/button";
import { paths } from "../../util/page-paths";
import { chatOfDocument, rememberChatOfDocument } from "./document-chat";
import { markdownOfAnswer } from "./from-answer";
import { assistantPanel as strings } from "./strings";

export interface AssistantPanelProps {
  documentId: string;
  document: { title: string; markdown: string };
  onInsert: (markdown: string) => void;
  onClose: () => void;
}

/** The chat beside a document, whose answers can be inserted into it. */
export function AssistantPanel({ documentId, document, onInsert, onClose }: AssistantPanelProps) {
  const [chatId, setChatId] = useState(() => chatOfDocument(documentId));
  const session = useChatSession(useChat(chatId), {
    place: `document-${documentId}`,
    chatId,
    newChat: {
      create: (model) => createChat({ title: document.title || strings.document, model }),
      onAccepted: setChatId,
    },
  });
  useEffect(() => rememberChatOfDocument(documentId, chatId), [documentId, chatId]);
  const panel = useRef<HTMLElement>(null);
  // On small screens, the panel is below the document.
  useEffect(() => panel.current?.scrollIntoView({ block: "nearest" }), []);
  const isMissing = session.view?.phase === "missing";
  useEffect(() => {
    // The chat was deleted: the next request begins another one.
    if (isMissing) setChatId(null);
  }, [isMissing]);
  const extras = useInsertExtras((turn) => onInsert(markdownOfAnswer(turn.blocks, document.markdown)));

  return (
    <aside
      ref={panel}
      aria-label={strings.assistant}
      className="flex max-h-dvh w-full shrink-0 flex-col border-line border-t bg-paper xl:sticky xl:top-16 xl:h-[calc(100dvh-4rem)] xl:w-[28rem] xl:border-t-0 xl:border-l print:hidden"
    >
      <div className="flex items-center gap-1 border-line border-b py-2 pr-3 pl-5">
        <h2 className="mr-auto font-semibold tracking-tight">{strings.writeWithTheAssistant}</h2>
        {chatId !== null && (
          <Link
            to={paths.chat(chatId)}
            title={strings.openChat}
            aria-label={strings.openChat}
            className="inline-flex size-9 items-center justify-center rounded-lg text-soft hover:bg-surface hover:text-ink dark:hover:bg-raised"
          >
            <ExternalLink aria-hidden className="size-4" />
          </Link>
        )}
        <IconButton label={strings.closeAssistant} onClick={onClose}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      <PanelThread session={session} extras={extras} empty={strings.askForAParagraphA} className="px-5" />
      <div className="flex flex-col gap-2 border-line border-t p-3">
        <ChatNotices session={session} />
        <Composer
          session={session}
          onSend={() => void session.sendDraft()}
          label={strings.whatShouldTheAssistantWrite}
          placeholder={strings.placeholder}
          size="panel"
        />
      </div>
    </aside>
  );
}

/** A button below each answer that has something for the document; the same extras as long as the panel is open. */
function useInsertExtras(insert: (turn: Turn) => void): TurnExtras {
  const latest = useRef(insert);
  useEffect(() => {
    latest.current = insert;
  });
  const [extras] = useState<TurnExtras>(() => ({
    below: (turn) =>
      markdownOfAnswer(turn.blocks, "") !== "" && (
        <Button size="small" className="self-start" onClick={() => latest.current(turn)}>
          {strings.insertIntoDocument}
        </Button>
      ),
  }));
  return extras;
}
