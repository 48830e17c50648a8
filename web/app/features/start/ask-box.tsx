import { ChatNotices } from "../../chat/chat-notices";
import { Composer } from "../../chat/composer";
import type { ComposerState } from "../../chat/use-composer";
import { askBox as text } from "./strings";

export interface AskBoxProps {
  composer: ComposerState;
  onAsk: () => void;
}

/** Composer of a first question. Its answer opens in a chat of its own. */
export function AskBox({ composer, onAsk }: AskBoxProps) {
  const isSending = composer.sending !== null;
  return (
    <div className="flex flex-col gap-3">
      <Composer
        session={{ ...composer, ...NOTHING_RUNS, isSending, canBegin: !isSending }}
        onSend={onAsk}
        label={text.yourQuestion}
        placeholder={text.placeholder}
        sendLabel={text.ask}
        hint={text.csvExcelJsonParquet}
        size="page"
        isFocused
      />
      <ChatNotices session={{ ...composer, ...NOTHING_RUNS, store: null, view: null }} />
    </div>
  );
}

const NOTHING_RUNS = { isRunning: false, isStopping: false, stop: async () => undefined };
