const keyOf = (documentId: string) => `portolan-document-chat-${documentId}`;

/** Returns the chat that this tab has written the document with; null without one. */
export function chatOfDocument(documentId: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(documentId));
  } catch {
    return null;
  }
}

export function rememberChatOfDocument(documentId: string, chatId: string | null): void {
  try {
    if (chatId === null) sessionStorage.removeItem(keyOf(documentId));
    else sessionStorage.setItem(keyOf(documentId), chatId);
  } catch {
    // Storage can be full or forbidden; the panel then begins a new chat when it is opened again.
  }
}
