import { Pencil } from "lucide-react";
import { lazy, memo, Suspense, use, useMemo, useRef, useState } from "react";
import { Answer } from "../blocks/answer.tsx";
import { MessageBubble } from "../blocks/message-bubble.tsx";
import type { Correction } from "../blocks/message-words.tsx";
import { TurnOutcome } from "../blocks/turn-outcome.tsx";
import { TurnProgress } from "../blocks/turn-progress.tsx";
import type { Block } from "../stream/blocks.ts";
import type { Turn } from "../stream/chat.ts";
import type { ChatStore } from "../stream/chat-store.ts";
import { IconButton } from "../ui/button.tsx";
import { BranchPicker } from "./branch-picker.tsx";
import { CanBeginContext } from "./can-begin-context.ts";
import { teachCorrection } from "./correct-word.ts";
import { turnView as strings } from "./strings";
import type { TurnExtras } from "./thread.tsx";
import { TurnFooter } from "./turn-footer.tsx";
import { useLive } from "./use-chat.ts";
import { useNear } from "./use-near.ts";
import type { TurnActions } from "./use-turn-actions.ts";

const MessageEditor = lazy(async () => ({ default: (await import("./message-editor.tsx")).MessageEditor }));

export interface TurnViewProps {
  turn: Turn;
  siblings: readonly Turn[];
  /** Live output of a running turn; null for finished turns. */
  liveIn: ChatStore | null;
  /** Among the last ones, which are on the screen at first. */
  isRecent: boolean;
  /** Whether it is the last that is shown: only there are next questions of use. */
  isLast: boolean;
  /** The same object as long as the chat is open. */
  actions: TurnActions;
  extras: TurnExtras;
}

/** A message and its answer. Far from the screen it is plain text, which costs nothing and can be searched. */
export const TurnView = memo(function TurnView(props: TurnViewProps) {
  const element = useRef<HTMLElement>(null);
  const isNear = useNear(element, props.isRecent || props.liveIn !== null);
  return (
    <article
      ref={element}
      id={props.turn.turnId}
      className="chat-turn"
      aria-label={strings.youAsked(props.turn.message.text.slice(0, 120))}
    >
      {isNear ? <NearTurn {...props} /> : <FarTurn turn={props.turn} />}
    </article>
  );
}, isSameTurn);

/** Siblings are lists made anew; only their number and their turns' ids matter here. */
function isSameTurn(one: TurnViewProps, other: TurnViewProps): boolean {
  return (
    one.turn === other.turn &&
    one.liveIn === other.liveIn &&
    one.isLast === other.isLast &&
    one.actions === other.actions &&
    one.extras === other.extras &&
    one.siblings.length === other.siblings.length
  );
}

function NearTurn({ turn, siblings, liveIn, isLast, actions, extras }: TurnViewProps) {
  // The text in the editor; null while nothing is edited.
  const [edited, setEdited] = useState<string | null>(null);
  const canBegin = use(CanBeginContext);
  const blocks = useMemo(
    () => (isLast ? turn.blocks : turn.blocks.filter((block) => block.type !== "suggestion")),
    [turn.blocks, isLast],
  );

  const correct = async (correction: Correction) =>
    void actions.edit(turn, await teachCorrection(correction, turn.message.text));

  /** A refused text comes back to be sent again. */
  async function sendEdited(text: string) {
    setEdited(null);
    if (!(await actions.edit(turn, text))) setEdited(text);
  }

  return (
    <>
      <div className="group flex flex-col items-end gap-1">
        {edited !== null ? (
          <Suspense fallback={null}>
            <MessageEditor
              original={turn.message.text}
              text={edited}
              onCancel={() => setEdited(null)}
              onSend={(text) => void sendEdited(text)}
            />
          </Suspense>
        ) : (
          <>
            <MessageBubble
              message={turn.message}
              understood={turn.understood}
              onCorrect={canBegin ? (correction) => void correct(correction) : null}
              action={<EditButton onClick={() => setEdited(turn.message.text)} />}
            />
            <BranchPicker turn={turn} siblings={siblings} onChoose={actions.choose} />
          </>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <TurnAnswer turn={turn} blocks={blocks} liveIn={liveIn} actions={actions} wrap={extras.wrap} />
        {turn.outcome !== null && extras.below?.(turn)}
        {turn.outcome !== null && (
          <TurnFooter turn={turn} onRetry={() => actions.retry(turn.turnId)} onRate={actions.rate} />
        )}
      </div>
    </>
  );
}

interface TurnAnswerProps extends Pick<TurnViewProps, "turn" | "liveIn" | "actions"> {
  blocks: readonly Block[];
  wrap: TurnExtras["wrap"];
}

/** The only part of a page that is drawn anew with each piece of text. */
function TurnAnswer({ turn, blocks, liveIn, actions, wrap }: TurnAnswerProps) {
  const live = useLive(liveIn);
  const answerActions = useAnswerActions(turn.turnId, use(CanBeginContext), actions);
  return (
    <>
      <Answer blocks={blocks} open={live?.open ?? null} actions={answerActions} wrap={wrap} />
      {live && <TurnProgress live={live} />}
      <TurnOutcome turn={turn} onRetry={answerActions.retry} />
    </>
  );
}

function EditButton({ onClick }: { onClick: () => void }) {
  if (!use(CanBeginContext)) return null;
  return (
    <IconButton
      label={strings.editMessage}
      className="mb-1.5 size-8 shrink-0 text-faint transition-opacity focus-visible:opacity-100 group-hover:opacity-100 pointer-fine:opacity-0"
      onClick={onClick}
    >
      <Pencil aria-hidden className="size-3.5" />
    </IconButton>
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
