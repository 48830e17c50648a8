import { Pencil } from "lucide-react";
import { memo, useMemo, useRef, useState } from "react";
import { Answer } from "../../blocks/answer.tsx";
import type { Turn } from "../../stream/chat.ts";
import type { Live } from "../../stream/fold.ts";
import { IconButton } from "../../ui/button.tsx";
import { BranchSwitch } from "./branch-switch.tsx";
import { MessageBubble } from "./message-bubble.tsx";
import { MessageEditor } from "./message-editor.tsx";
import { TurnFooter } from "./turn-footer.tsx";
import { TurnOutcome } from "./turn-outcome.tsx";
import { TurnProgress } from "./turn-progress.tsx";
import { useNear } from "./use-near.ts";

/** What can be done with the turns of a chat; the same object as long as the chat is open. */
export interface TurnActions {
  send(text: string): void;
  edit(turn: Turn, text: string): void;
  retry(turnId: string): void;
  choose(turnId: string): void;
}

export interface TurnViewProps {
  turn: Turn;
  siblings: readonly Turn[];
  /** Null for turns that do not run. */
  live: Live | null;
  /** Whether a new turn may begin now. */
  canBegin: boolean;
  /** Among the last ones, which are on the screen at first. */
  isRecent: boolean;
  /** Whether it is the last that is shown: only there are next questions of use. */
  isLast: boolean;
  actions: TurnActions;
}

/** A message and its answer. Far from the screen it is plain text, which costs nothing and can be searched. */
export const TurnView = memo(function TurnView(props: TurnViewProps) {
  const element = useRef<HTMLElement>(null);
  const isNear = useNear(element, props.isRecent || props.live !== null);
  return (
    <article ref={element} className="chat-turn" aria-label={`You asked: ${props.turn.message.text.slice(0, 120)}`}>
      {isNear ? <NearTurn {...props} /> : <FarTurn turn={props.turn} />}
    </article>
  );
}, isSameTurn);

/** Siblings are lists made anew; only their number and their turns' ids matter here. */
function isSameTurn(one: TurnViewProps, other: TurnViewProps): boolean {
  return (
    one.turn === other.turn &&
    one.live === other.live &&
    one.canBegin === other.canBegin &&
    one.isLast === other.isLast &&
    one.actions === other.actions &&
    one.siblings.length === other.siblings.length
  );
}

function NearTurn({ turn, siblings, live, canBegin, isLast, actions }: TurnViewProps) {
  const [isEditing, setEditing] = useState(false);
  const blocks = useMemo(
    () => (isLast ? turn.blocks : turn.blocks.filter((block) => block.type !== "suggestion")),
    [turn.blocks, isLast],
  );
  const answerActions = useAnswerActions(turn.turnId, canBegin, actions);
  return (
    <>
      <div className="group flex flex-col items-end gap-1">
        {isEditing ? (
          <MessageEditor
            text={turn.message.text}
            onCancel={() => setEditing(false)}
            onSend={(text) => {
              setEditing(false);
              actions.edit(turn, text);
            }}
          />
        ) : (
          <>
            <MessageBubble message={turn.message} />
            <div className="-mb-4 flex min-h-8 items-center gap-1">
              <BranchSwitch turn={turn} siblings={siblings} onChoose={actions.choose} />
              {canBegin && (
                <IconButton
                  label="Edit this message"
                  className="size-8 text-faint transition-opacity focus-visible:opacity-100 group-hover:opacity-100 pointer-fine:opacity-0"
                  onClick={() => setEditing(true)}
                >
                  <Pencil aria-hidden className="size-3.5" />
                </IconButton>
              )}
            </div>
          </>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Answer blocks={blocks} open={live?.open ?? null} actions={answerActions} />
        {live && <TurnProgress live={live} />}
        <TurnOutcome turn={turn} onRetry={answerActions.retry} />
        {turn.outcome !== null && <TurnFooter turn={turn} onRetry={answerActions.retry} />}
      </div>
    </>
  );
}

function FarTurn({ turn }: { turn: Turn }) {
  return (
    <>
      <p className="whitespace-pre-wrap text-right">{turn.message.text}</p>
      {turn.blocks.map((block) =>
        block.type === "chart" ? (
          <p key={block.id} className="h-96">
            {block.title}
          </p>
        ) : (
          block.type === "text" && (
            <p key={block.id} className="whitespace-pre-wrap leading-relaxed">
              {block.markdown}
            </p>
          )
        ),
      )}
    </>
  );
}

/** Kept over renders, because finished blocks compare what they are given. */
function useAnswerActions(turnId: string, canBegin: boolean, actions: TurnActions) {
  const [made] = useState(() => ({
    can: { send: actions.send, retry: () => actions.retry(turnId) },
    cannot: { send: null, retry: null },
  }));
  return canBegin ? made.can : made.cannot;
}
