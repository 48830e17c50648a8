import { X } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { ChatNotices } from "../../../chat/chat-notices";
import { Composer } from "../../../chat/composer";
import type { ChatSession } from "../../../chat/use-chat-session";
import { countOf } from "../../../util/format";
import { useStore } from "../../../util/store";
import { useBoard } from "../board-tools";
import { nodesWith } from "../core/document";
import { boardComposer as strings } from "../strings";

/** Composer of board questions, with the selected items. */
export function BoardComposer({ session }: { session: ChatSession }) {
  const { store, question } = useBoard();
  const asked = useStore(question);
  const field = useRef<HTMLTextAreaElement>(null);
  const about = asked === null ? [] : nodesWith(store.document, asked.nodeIds);
  const { canBegin, ask, sendDraft } = session;

  const askNow = useEffectEvent((text: string) => {
    question.set(null);
    void ask({ text, sources: [] });
  });
  useEffect(() => {
    if (asked?.isSent && canBegin) askNow(asked.text);
    else if (asked && !asked.isSent) field.current?.focus();
  }, [asked, canBegin]);

  async function send() {
    if (await sendDraft()) question.set(null);
  }

  return (
    <div className="flex shrink-0 flex-col gap-2 border-line border-t p-3">
      <ChatNotices session={session} />
      <Composer
        session={session}
        onSend={() => void send()}
        placeholder={strings.askAboutThisBoard}
        size="panel"
        field={field}
        about={
          about.length > 0 && (
            <p className="flex items-center gap-2 px-3 pt-2 text-accent-strong text-xs">
              {strings.about(countOf(about.length, strings.selectedItem))}
              <button
                type="button"
                aria-label={strings.askAboutTheWholeBoard}
                className="rounded p-0.5 hover:bg-accent-wash"
                onClick={() => question.set(null)}
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </p>
          )
        }
      />
    </div>
  );
}
