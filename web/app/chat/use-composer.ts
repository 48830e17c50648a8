import { useState } from "react";
import type { Turn } from "../stream/chat.ts";
import type { DraftStorage, Message, Written } from "./draft.ts";
import type { Refusal, Sending } from "./send.ts";
import { type MessageDraft, useMessageDraft } from "./use-message-draft.ts";
import { type ModelState, useModel } from "./use-model.ts";
import { type NewChat, useSending } from "./use-sending.ts";

export interface ComposerOptions {
  /** Names the draft in the browser's storage. */
  place: string;
  storage?: DraftStorage;
  /** Takes the place of a stored text. */
  initialText?: string;
  /** Null until the first message was accepted. */
  chatId: string | null;
  /** The way to a chat if there is none yet. */
  newChat?: NewChat;
  /** Returns the message for the written text, for example with the selection. */
  compose?: ((written: Written) => Pick<Message, "text" | "sourceIds">) | undefined;
  /** Whether the text stays in the composer until the message was accepted. */
  staysShown?: boolean;
}

/** The chat that a composer writes into. */
export interface ComposerChat {
  /** Oldest first; null while they aren't known. */
  turns: readonly Turn[] | null;
  /** The turn that the next message follows. */
  leaf: Turn | null;
  /** Called when a message was accepted. */
  onStarted?: () => void;
}

export interface ComposerState {
  draft: MessageDraft;
  model: ModelState;
  /** The message on its way; null once its turn is in the chat. */
  sending: Sending | null;
  refusal: Refusal | null;
  dismiss: () => void;
  /** Number of turns that were asked for here. */
  beginCount: number;
  /** Sends the composer's content with changes; restores it if rejected. True if accepted. */
  sendDraft: (changes?: Partial<Written>) => Promise<boolean>;
  /** Sends something else; a refusal puts it into the composer, if that is empty. */
  ask: (written: Written) => Promise<boolean>;
  /** Sends a message in the place of another one. */
  replace: (turn: Turn, text: string) => Promise<boolean>;
  /** Asks for another answer by the chosen model. */
  retry: (turnId: string) => Promise<boolean>;
}

/** Draft, model and sending of one composer. */
export function useComposer(options: ComposerOptions, { turns, leaf, onStarted }: ComposerChat): ComposerState {
  const { place, storage, initialText, chatId, newChat, compose = plain, staysShown = false } = options;
  const draft = useMessageDraft({ place, storage, initialText, turns });
  const model = useModel(leaf?.model ?? null);
  const { sending, refusal, dismiss, send, retry } = useSending({ chatId, newChat, turns, draft });
  const [beginCount, setBeginCount] = useState(0);
  const modelId = model.chosenId ?? undefined;

  async function begin(work: () => Promise<string | null>): Promise<boolean> {
    setBeginCount((count) => count + 1);
    const isAccepted = (await work()) !== null;
    if (isAccepted) onStarted?.();
    return isAccepted;
  }

  async function sendOrRestore(message: Pick<Message, "text" | "sourceIds">, written: Written): Promise<boolean> {
    const full = { ...message, parentTurnId: leaf?.turnId ?? null, model: modelId };
    const isAccepted = await begin(() => send(full));
    if (!isAccepted) draft.restore(written);
    return isAccepted;
  }

  return {
    draft,
    model,
    sending,
    refusal,
    dismiss,
    beginCount,
    sendDraft: (changes) => {
      const written = { ...draft.written, ...changes };
      draft.take(written, { staysShown });
      return sendOrRestore(compose(written), written);
    },
    ask: (written) => sendOrRestore(plain(written), written),
    replace: ({ message: { sourceIds }, parentTurnId }, text) =>
      begin(() => send({ text, sourceIds, parentTurnId, model: modelId })),
    retry: (turnId) => begin(() => retry(turnId, modelId)),
  };
}

function plain({ text, sources }: Written): Pick<Message, "text" | "sourceIds"> {
  return { text: text.trim(), sourceIds: sources.map(({ id }) => id) };
}
