import type { LoadedChat } from "../contract/types.ts";

export type { LoadedChat, Metered, Rating, SharedChat, SharedTurn, Turn } from "../contract/types.ts";

/** A chat as folding its events gives it: without what only its own page of history tells. */
export type Chat = Omit<LoadedChat, "model" | "hasEarlier">;
