// Interface text of the area shared. One object for each module that shows it.

export const sharedScreen = {
  sharedChatNotFound: "Shared chat not found",
  description: "The link was revoked or is incomplete. Ask the sender for a new one.",
  goToHomePage: "Go to home page",
  theChat: "the chat",
  chat: "Chat",
  portolan: (shownTitle: string | number) => `${shownTitle} · Portolan`,
  sharedOnReadOnly: (detail: string | number, sharedAt: string | number) =>
    `Shared ${detail}on ${sharedAt}. Read-only.`,
  by: (username: string | number) => `by ${username} `,
  thisChatHasNoMessages: "This chat has no messages yet.",
  askAboutYourOwnData: "Ask about your own data. Every number comes from a query you can read.",
  tryForFree: "Try for free",
};
