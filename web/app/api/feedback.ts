import { apiPaths } from "../util/paths";
import { request } from "./request";

/** `email` is for people without an account, who want an answer. */
export function sendFeedback(text: string, metadata: { route: string; email?: string }): Promise<void> {
  return request(apiPaths.feedback(), { method: "POST", body: { text, metadata } });
}
