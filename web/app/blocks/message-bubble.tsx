import { useQuery } from "@tanstack/react-query";
import { Table2 } from "lucide-react";
import type { ReactNode } from "react";
import { sourceQuery } from "../api/source-queries.ts";
import type { UnderstoodWord, UserMessage } from "../stream/events.ts";
import { classNames } from "../util/class-names.ts";
import { MessageWords, type MessageWordsProps } from "./message-words.tsx";
import { WordsButton } from "./preview/words-button.tsx";
import { messageBubble as text } from "./strings";

export interface MessageBubbleProps {
  message: UserMessage;
  /** The words of the message with their meanings, once the answer has read it. */
  understood?: readonly UnderstoodWord[] | undefined;
  /** Asks again with a word corrected; null if no message can be sent. */
  onCorrect?: MessageWordsProps["onCorrect"];
  /** A control before the text. */
  action?: ReactNode;
}

/** A user message with its attachments. */
export function MessageBubble({ message, understood = [], onCorrect, action }: MessageBubbleProps) {
  return (
    <div className="flex w-full min-w-0 flex-col items-end gap-2">
      {message.sourceIds.length > 0 && (
        <ul aria-label={text.attachedData} className="flex max-w-[85%] flex-wrap justify-end gap-2">
          {message.sourceIds.map((sourceId) => (
            <SourceChip key={sourceId} sourceId={sourceId} />
          ))}
        </ul>
      )}
      <div className="flex w-full items-end justify-end gap-1">
        {action}
        <p
          dir="auto"
          className="min-w-0 max-w-[85%] whitespace-pre-wrap rounded-2xl rounded-br-md bg-surface px-4 py-2.5 leading-relaxed [overflow-wrap:anywhere] sm:max-w-[36rem] dark:bg-raised"
        >
          {understood.length > 0 ? (
            <MessageWords text={message.text} words={understood} onCorrect={onCorrect} />
          ) : (
            message.text
          )}
        </p>
      </div>
    </div>
  );
}

const chipClass = "flex max-w-full items-center gap-2 rounded-lg border border-line px-2.5 py-1 text-sm";

function SourceChip({ sourceId }: { sourceId: string }) {
  const source = useQuery(sourceQuery(sourceId));
  const name = source.data?.name ?? (source.isError ? text.deletedSource : "…");
  const chip = (
    <>
      <Table2 aria-hidden className="size-3.5 shrink-0 text-accent" />
      <span className="truncate">{name}</span>
    </>
  );
  return (
    <li className="max-w-full">
      {source.data?.table ? (
        <WordsButton
          source={source.data}
          title={text.editWords(name)}
          className={classNames(chipClass, "hover:border-line-strong")}
        >
          {chip}
        </WordsButton>
      ) : (
        <span className={chipClass}>{chip}</span>
      )}
    </li>
  );
}
