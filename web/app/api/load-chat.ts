import { ChatLoadError } from "../stream/chat-store";
import { ApiProblem, describeFailure } from "./problem";
import { request } from "./request";

/** Loads a chat for a store; rejects with `ChatLoadError`. */
export async function loadChatWith(path: string): Promise<unknown> {
  try {
    return await request<unknown>(path);
  } catch (error) {
    throw new ChatLoadError(reasonOf(error), describeFailure(error));
  }
}

function reasonOf(error: unknown): ChatLoadError["reason"] {
  if (!(error instanceof ApiProblem)) return "failed";
  if (error.status === 401) return "expired";
  // An id that is no UUID names no chat.
  return error.status === 404 || error.status === 403 || error.status === 400 ? "missing" : "failed";
}
