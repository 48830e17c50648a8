import * as api from "./operations";

/** `email` is for people without an account, who want an answer. */
export function sendFeedback(text: string, metadata: { route: string; email?: string }): Promise<void> {
  return api.sendFeedback({ text, metadata });
}
