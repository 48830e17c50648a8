import { ArrowDown } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { cancelTurn, rateTurn } from "../../api/chats.ts";
import { describeFailure } from "../../api/problem.ts";
import type { Sample } from "../../api/samples.ts";
import { sampleSource } from "../../api/sources.ts";
import { FileDrop } from "../../blocks/file-drop.tsx";
import { pathTo } from "../../stream/branches.ts";
import type { Turn } from "../../stream/chat.ts";
import type { ChatStore, ReadyView } from "../../stream/chat-store.ts";
import { notify } from "../../ui/toast.tsx";
import { randomId } from "../../util/random-id.ts";
import { Announcer } from "./announcer.tsx";
import { CanBeginContext } from "./can-begin-context.ts";
import { ChatHeader } from "./chat-header.tsx";
import { ChatNotices } from "./chat-notices.tsx";
import { Composer } from "./composer.tsx";
import type { Attempt } from "./draft.ts";
import { EmptyChat } from "./empty-chat.tsx";
import { hasArrived } from "./send.ts";
import { SendingTurn } from "./sending-turn.tsx";
import { readyChat as strings } from "./strings";
import { TurnList } from "./turn-list.tsx";
import type { Rate } from "./turn-rating.tsx";
import { useAnchor } from "./use-anchor.ts";
import { useChosenBranch } from "./use-chosen-branch.ts";
import { useMessageDraft } from "./use-message-draft.ts";
import { useModel } from "./use-model.ts";
import { useSending } from "./use-sending.ts";
import { useTurnActions } from "./use-turn-actions.ts";
import { useLinkedTurn } from "./use-wanted-turn.ts";

export interface ReadyChatProps {
  chatId: string;
  store: ChatStore;
  view: ReadyView;
}

export function ReadyChat({ chatId, store, view }: ReadyChatProps) {
  const { chat } = view.state;
  const newest = chat.turns.at(-1);
  const isRunning = newest?.outcome === null;
  const { chosen, choose } = useChosenBranch(newest?.turnId ?? null);
  const path = useMemo(() => pathTo(chat.turns, chosen), [chat.turns, chosen]);
  const leaf = path.at(-1)?.turn;
  const leafId = leaf?.turnId ?? null;
  const model = useModel(leaf?.model ?? null);
  const modelId = model.chosenId ?? undefined;

  const content = useRef<HTMLDivElement>(null);
  const composer = useRef<HTMLDivElement>(null);
  const draft = useMessageDraft(chatId, chat.turns);
  const { sending, refusal, dismiss, send, retry } = useSending(chatId, newest?.turnId ?? null);
  const isSending = sending !== null && !hasArrived(sending, chat.turns);
  const canBegin = !isRunning && !isSending && view.link !== "expired" && view.link !== "gone";
  const lastTurn = isSending ? "sending" : leafId;
  const { hold, isEndBelow, holdQuestion, followEnd, stay } = useAnchor({ content, composer, lastTurn });
  // Suggestions below a finished answer stay out of view until the reader scrolls.
  const offersEnd = isEndBelow && (hold === "reader" || (hold === "question" && isRunning));
  const [stopping, setStopping] = useState<string | null>(null);

  async function begin(attempt: Attempt): Promise<boolean> {
    holdQuestion();
    const turnId = await send(attempt);
    if (turnId !== null) choose(null);
    return turnId !== null;
  }

  async function sendDraft() {
    const written = draft.draft;
    const attempt = draft.attempt({ parentTurnId: leafId, model: modelId });
    draft.clear();
    if (!(await begin(attempt))) draft.restore({ ...written, attempt });
  }

  async function askSample(sample: Sample, question: string) {
    try {
      const sources = await sampleSource(sample.name);
      const sourceIds = sources.map((source) => source.id);
      const attempt = { key: randomId(), text: question, sourceIds, parentTurnId: null, model: modelId };
      if (await begin(attempt)) return;
      draft.restore({ text: question, sources: sources.map(({ id, name }) => ({ id, name })), attempt });
    } catch (error) {
      void notify({ title: strings.couldntOpenTheSample, description: describeFailure(error), color: "red" });
    }
  }

  async function stop() {
    if (!newest) return;
    setStopping(newest.turnId);
    try {
      await cancelTurn(chatId);
    } catch (error) {
      setStopping(null);
      void notify({ title: strings.couldntStopTheAnswer, description: describeFailure(error), color: "red" });
    }
  }

  /** The same message, or another in its place, as a branch beside it. */
  async function edit({ message: { sourceIds }, parentTurnId }: Turn, text: string) {
    await begin({ key: randomId(), text, sourceIds, parentTurnId, model: modelId });
  }

  async function answerAgain(turnId: string) {
    const turn = chat.turns.find((other) => other.turnId === turnId);
    // The model that is chosen answers; where that is another one, it is asked as if the message were edited.
    if (turn && modelId !== undefined && modelId !== turn.model) return edit(turn, turn.message.text);
    holdQuestion();
    await retry(turnId);
    choose(null);
  }

  const rate: Rate = async (turnId, rating, comment) => {
    const before = chat.turns.find((turn) => turn.turnId === turnId)?.rating ?? null;
    store.setRating(turnId, rating && { rating, comment });
    try {
      await rateTurn(turnId, rating, comment);
      return true;
    } catch (error) {
      store.setRating(turnId, before);
      void notify({ title: strings.couldntSaveYourRating, description: describeFailure(error), color: "red" });
      return false;
    }
  };

  const actions = useTurnActions({
    send: (text) => void begin({ key: randomId(), text, sourceIds: [], parentTurnId: leafId, model: modelId }),
    edit: (turn, text) => void edit(turn, text),
    retry: (turnId) => void answerAgain(turnId),
    choose,
    rate,
  });

  const loadEarlier = useCallback(() => void store.loadEarlier(), [store]);
  useLinkedTurn({ view, choose, loadEarlier, stay });
  const { addFiles } = draft.attachments;
  const title = chat.title || path[0]?.turn.message.text.slice(0, 120) || strings.newChat;
  useEffect(() => {
    document.title = strings.portolan(title);
  }, [title]);

  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <ChatHeader
        chatId={chatId}
        title={title}
        leafId={leafId}
        isOlderBranch={chosen !== null && leafId !== newest?.turnId}
      />
      <div ref={content} className="chat-page mx-auto flex w-full max-w-[51rem] flex-1 flex-col px-4 pt-4 pb-6 sm:px-6">
        <CanBeginContext value={canBegin}>
          <TurnList
            path={path}
            earlier={view.earlier}
            onLoadEarlier={loadEarlier}
            store={store}
            isSending={isSending}
            actions={actions}
          />
        </CanBeginContext>
        {isSending && <SendingTurn sending={sending} />}
        {path.length === 0 && !isSending && <EmptyChat isDisabled={!canBegin} onAsk={askSample} />}
      </div>
      <Announcer store={store} />
      <FileDrop onDrop={addFiles} />
      <div
        ref={composer}
        className="sticky bottom-0 z-10 bg-linear-to-t from-70% from-paper to-transparent pt-4 pb-4 sm:pb-6"
      >
        <div className="relative mx-auto flex max-w-[51rem] flex-col gap-2 px-3 sm:px-6">
          {offersEnd && (
            <button
              type="button"
              onClick={followEnd}
              className="-top-10 -translate-x-1/2 absolute left-1/2 flex h-8 animate-appear items-center gap-1.5 rounded-full border border-line bg-raised px-3 text-soft text-sm shadow-raised hover:text-ink"
            >
              <ArrowDown aria-hidden className="size-3.5" />
              {isRunning ? strings.followAnswer : strings.jumpToLatest}
            </button>
          )}
          <ChatNotices
            link={view.link}
            isRunning={isRunning}
            isOutdated={view.isOutdated}
            refusal={refusal}
            onDismiss={dismiss}
            onReconnect={() => store.wake()}
          />
          <Composer
            draft={draft}
            model={model}
            isRunning={isRunning}
            isStopping={newest !== undefined && stopping === newest.turnId}
            canBegin={canBegin}
            onSend={() => void sendDraft()}
            onStop={() => void stop()}
          />
        </div>
      </div>
    </div>
  );
}
