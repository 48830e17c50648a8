import { readStored, writeStored } from "../../util/stored";

const keyOf = (documentId: string) => `portolan-document-chat-${documentId}`;

/** Returns the chat that this tab has written the document with; null without one. */
export function chatOfDocument(documentId: string): string | null {
  return readStored(keyOf(documentId), "session");
}

export function rememberChatOfDocument(documentId: string, chatId: string | null): void {
  writeStored(keyOf(documentId), chatId, "session");
}
