import * as api from "./operations";

/** `email` is the reply address of users without an account. */
export function sendFeedback(text: string, metadata: { route: string; email?: string }): Promise<void> {
  return api.sendFeedback({ text, metadata });
}
