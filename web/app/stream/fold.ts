import type { Block, BlockType } from "./blocks.ts";
import type { Chat, Turn } from "./chat.ts";
import type { Cursor } from "./cursor.ts";
import { type EventFrame, isStored } from "./decode.ts";
import type { BlockDelta, ChatEvent, TurnMetered, TurnProgress } from "./events.ts";

/** A chat as the log has it, and apart from it what is not in the log yet. */
export interface ChatState {
  readonly chat: Chat;
  readonly live: Live;
}

/** Live state of a running turn; empty while nothing runs. */
export interface Live {
  readonly open: OpenBlock | null;
  readonly progress: TurnProgress | null;
  readonly metered: TurnMetered | null;
}

export interface OpenBlock {
  readonly turnId: string;
  readonly blockId: string;
  readonly index: number;
  readonly type: BlockType;
  readonly text: string;
}

const NOTHING_LIVE: Live = { open: null, progress: null, metered: null };

export function stateOf(chat: Chat): ChatState {
  return { chat, live: NOTHING_LIVE };
}

/** Returns the cursor to resume from without missing or repeating events. */
export function cursorOf({ chat, live }: ChatState): Cursor {
  const length = live.open?.text.length ?? 0;
  return { event: chat.lastEventId, offset: length > 0 ? length : null };
}

/**
 * The state after `frame`, or null where something before `frame` is missing. What was folded
 * before may come again in order without harm. Parts that a frame does not touch keep identity.
 */
export function fold(state: ChatState, frame: EventFrame): ChatState | null {
  const { event, id } = frame;
  if (event.event === "block.delta") return id && foldDelta(state, event.data, id);
  if (!isStored(event)) return { ...state, live: foldLive(state.live, event) };
  if (id === null || id.event > state.chat.lastEventId + 1) return null;
  const live = foldLive(state.live, event);
  if (id.event <= state.chat.lastEventId) {
    return live.open === state.live.open ? state : { ...state, live: { ...state.live, open: live.open } };
  }
  return { chat: { ...foldChat(state.chat, event), lastEventId: id.event }, live };
}

/** Earlier turns in front of those that are known. */
export function prependTurns(state: ChatState, earlier: readonly Turn[]): ChatState {
  const known = new Set(state.chat.turns.map((turn) => turn.turnId));
  const fresh = earlier.filter((turn) => !known.has(turn.turnId));
  if (fresh.length === 0) return state;
  return { ...state, chat: { ...state.chat, turns: [...fresh, ...state.chat.turns] } };
}

/** The further of two states of one chat; what did not change keeps the identity of `own`. */
export function adopt(own: ChatState, other: ChatState): ChatState {
  if (isBehind(other, own)) return own;
  const known = new Map(own.chat.turns.map((turn) => [turn.turnId, turn]));
  const turns = other.chat.turns.map((turn) => keepBlocks(known.get(turn.turnId), turn));
  const given = new Set(turns.map((turn) => turn.turnId));
  const earlier = own.chat.turns.filter((turn) => !given.has(turn.turnId));
  return { chat: { ...other.chat, turns: [...earlier, ...turns] }, live: other.live };
}

function isBehind(state: ChatState, than: ChatState): boolean {
  if (state.chat.lastEventId !== than.chat.lastEventId) {
    return state.chat.lastEventId < than.chat.lastEventId;
  }
  return (state.live.open?.text.length ?? -1) < (than.live.open?.text.length ?? -1);
}

/** A closed block never changes, so a known one can replace its copy. */
function keepBlocks(own: Turn | undefined, turn: Turn): Turn {
  if (!own) return turn;
  if (own.outcome !== null && own.blocks.length === turn.blocks.length) return own;
  const known = new Map<string, Block>(own.blocks.map((block) => [block.id, block]));
  return { ...turn, blocks: turn.blocks.map((block) => known.get(block.id) ?? block) };
}

function foldDelta(state: ChatState, delta: BlockDelta, id: Cursor): ChatState | null {
  const { open } = state.live;
  if (open?.blockId !== delta.blockId || id.offset === null) {
    // Text of a block that is closed by now is late; of one that is not known, a gap.
    return id.event < state.chat.lastEventId ? state : null;
  }
  const have = open.text.length;
  const start = id.offset - delta.text.length;
  if (id.offset <= have) return state;
  if (start > have) return null;
  const text = open.text + delta.text.slice(have - start);
  return { ...state, live: { ...state.live, open: { ...open, text } } };
}

function foldLive(live: Live, event: ChatEvent): Live {
  switch (event.event) {
    case "turn.progress":
      return { ...live, progress: event.data };
    case "turn.metered":
      return { ...live, metered: event.data.final ? null : event.data };
    case "block.opened": {
      const { turnId, blockId, index, type } = event.data;
      if (live.open?.blockId === blockId) return live;
      return { ...live, progress: null, open: { turnId, blockId, index, type, text: "" } };
    }
    case "block.closed":
      return live.open?.blockId === event.data.block.id ? { ...live, open: null } : live;
    case "block.discarded":
      return live.open?.blockId === event.data.blockId ? { ...live, open: null } : live;
    case "turn.started":
    case "turn.finished":
      return NOTHING_LIVE;
    default:
      return live;
  }
}

function foldChat(chat: Chat, event: ChatEvent): Chat {
  switch (event.event) {
    case "turn.started": {
      const turn: Turn = {
        ...event.data,
        outcome: null,
        blocks: [],
        metered: { inputTokens: 0, outputTokens: 0, credits: 0 },
        finishedAt: null,
      };
      return { ...chat, turns: [...chat.turns, turn] };
    }
    case "turn.understood": {
      const { turnId, words } = event.data;
      return withTurn(chat, turnId, (turn) => ({ ...turn, understood: words }));
    }
    case "block.closed": {
      const { turnId, block } = event.data;
      return withTurn(chat, turnId, (turn) => ({ ...turn, blocks: [...turn.blocks, block] }));
    }
    case "turn.metered": {
      const { turnId, inputTokens, outputTokens, credits } = event.data;
      const metered = { inputTokens, outputTokens, credits };
      return withTurn(chat, turnId, (turn) => ({ ...turn, metered }));
    }
    case "turn.finished": {
      const { turnId, ...ending } = event.data;
      return withTurn(chat, turnId, (turn) => ({ ...turn, ...ending }));
    }
    case "chat.changed":
      return { ...chat, title: event.data.title };
    default:
      return chat;
  }
}

/** The turn that changes is nearly always the newest. */
function withTurn(chat: Chat, turnId: string, change: (turn: Turn) => Turn): Chat {
  const index = chat.turns.findLastIndex((turn) => turn.turnId === turnId);
  const turn = chat.turns[index];
  return turn ? { ...chat, turns: chat.turns.with(index, change(turn)) } : chat;
}
