import schemas from "../contract/schemas.json";
import type { ChatEvent } from "../contract/types.ts";

export type { ChatEvent, Outcome, Phase, TurnError, UnderstoodWord, UserMessage } from "../contract/types.ts";

export type EventName = ChatEvent["event"];

/** Every event name: an `EventSource` receives only names with a listener. */
export const EVENT_NAMES = schemas.ChatEvent.oneOf.map(
  ({ properties }) => properties.event.const,
) as readonly EventName[];

type DataOf<N extends EventName> = Extract<ChatEvent, { event: N }>["data"];

export type TurnStarted = DataOf<"turn.started">;
/** Long work with a name; `done` of `total` where both are known. */
export type TurnProgress = DataOf<"turn.progress">;
/** Replaces what an earlier event of the turn said. */
export type TurnUnderstood = DataOf<"turn.understood">;
export type BlockOpened = DataOf<"block.opened">;
export type BlockDelta = DataOf<"block.delta">;
export type BlockClosed = DataOf<"block.closed">;
export type BlockDiscarded = DataOf<"block.discarded">;
export type TurnMetered = DataOf<"turn.metered">;
export type TurnFinished = DataOf<"turn.finished">;
export type ChatChanged = DataOf<"chat.changed">;
export type BoardChanged = DataOf<"board.changed">;
