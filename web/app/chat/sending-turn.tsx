import { MessageBubble } from "../blocks/message-bubble.tsx";
import type { Sending } from "./send.ts";
import { sendingTurn as text } from "./strings";

/** A message that the server hasn't accepted yet, shown in place of its turn. */
export function SendingTurn({ sending }: { sending: Sending }) {
  return (
    <article className="chat-turn" aria-label={text.yourMessageIsBeingSent}>
      <div className="flex flex-col items-end opacity-75">
        <MessageBubble message={{ text: sending.text, sourceIds: [...sending.sourceIds] }} />
      </div>
      <p className="flex min-h-7 items-center gap-3 text-soft text-sm">
        <span aria-hidden className="chat-pulse" />
        {text.sending}
      </p>
    </article>
  );
}
