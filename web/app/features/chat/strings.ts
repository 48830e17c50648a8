// Interface text of the area chat. One object for each module that shows it.

export const announce = {
  answerComplete: "Answer complete.",
  answerStopped: "Answer stopped.",
  youRanOutOfCredits: "You ran out of credits before the answer was complete.",
  theAnswerFailed: (message: string | number) => `The answer failed. ${message}`,
  chart: (title: string | number, description: string | number) => `Chart: ${title}. ${description}`,
};

export const announcer = {
  answerProgress: "Answer progress",
};

export const chatHeader = {
  viewed: (countOf: string | number) => `Viewed ${countOf}`,
  share: "Share",
  rename: "Rename",
  viewedBy: "Viewed by",
  export: "Export",
  currentBranchMarkdown: "Current branch (Markdown)",
  markdown: "Markdown",
  entireChatJson: "Entire chat (JSON)",
  delete: "Delete",
  renameChat: "Rename chat",
  deleteThisChat: "Delete this chat?",
  description: "This deletes its messages and shared link. Its charts stay in your charts.",
  chatDeleted: "Chat deleted.",
  moreOptions: "More options",
};

export const chatNotices = {
  yourSessionHasEndedYour: "Your session has ended. Your draft is saved.",
  signIn: "Sign in",
  thisChatWasDeletedOr: "This chat was deleted or is no longer shared with you.",
  portolanWasUpdatedReloadTo: "Portolan was updated. Reload to see the full answer.",
  reload: "Reload",
  reconnectingTheAnswerWillContinue: "Reconnecting… The answer will continue; nothing is lost.",
  reconnectingNothingIsLost: "Reconnecting… Nothing is lost.",
  retryNow: "Retry now",
  seePlans: "See plans",
  dismiss: "Dismiss",
};

export const chatScreen = {
  chatNotFound: "Chat not found",
  itWasDeletedBelongsTo: "It was deleted, belongs to another user, or the URL is incomplete.",
  startANewChat: "Start a new chat",
  yourSessionHasEnded: "Your session has ended",
  signInAgainToPick: "Sign in again to pick up where you left off.",
  signIn: "Sign in",
  couldntLoadTheChat: "Couldn't load the chat.",
};

export const chatSkeleton = {
  loadingChat: "Loading chat",
};

export const composer = {
  yourMessage: "Your message",
  ready: "Ready",
  askAFollowUp: "Ask a follow-up…",
  askAboutYourData: "Ask about your data…",
  shiftEnterForANew: "Shift + Enter for a new line",
  stop: "Stop",
  stopAndKeepThePartial: "Stop and keep the partial answer",
  send: "Send",
};

export const earlierTurns = {
  retryLoadingEarlierMessages: "Retry loading earlier messages",
  loadingEarlierMessages: "Loading earlier messages",
};

export const emptyChat = {
  whatDoYouWantTo: "What do you want to know?",
  addATableWithThe:
    "Add a table with the button below or drop a file anywhere on this page, then ask a question about it.",
  orTryOneOfThese: "Or try one of these sample questions",
};

export const expectedAnswerForm = {
  couldntSendTryAgain: "Couldn't send. Try again.",
  whatDidYouExpect: "What did you expect?",
  hint: "Optional. It helps us improve answers.",
  notNow: "Not now",
  send: "Send",
};

export const messageEditor = {
  editYourMessage: "Edit your message",
  theOriginalAnswerIsKept: "The original answer is kept as a separate branch.",
  cancel: "Cancel",
  send: "Send",
};

export const readyChat = {
  couldntOpenTheSample: "Couldn't open the sample.",
  couldntStopTheAnswer: "Couldn't stop the answer.",
  couldntSaveYourRating: "Couldn't save your rating",
  newChat: "New chat",
  portolan: (title: string | number) => `${title} · Portolan`,
  followAnswer: "Follow answer",
  jumpToLatest: "Jump to latest",
};

export const send = {
  youveUsedAllCreditsFor: "You've used all credits for this period. Your message is saved. Upgrade to send it now.",
  answersInYourOtherChats: "Answers in your other chats are using your remaining credits. Send this when they finish.",
  anAnswerIsStillIn: "An answer is still in progress. Wait for it to finish or stop it, then send again.",
};

export const sendingTurn = {
  yourMessageIsBeingSent: "Your message is being sent",
  sending: "Sending…",
};

export const shareDialog = {
  shareThisChat: "Share this chat",
  description: "Anyone with the link can view the chat as it is now. Later messages stay private.",
  loadingLink: "Loading link",
  couldntLoadTheLink: "Couldn't load the link.",
  createLink: "Create link",
  link: "Link",
  copied: "Copied",
  copy: "Copy",
  theLinkShowsTheChat: (sharedAt: string) => `The link shows the chat as of ${sharedAt}.`,
  itDoesntIncludeYourCurrent: "It doesn't include your current branch or its latest messages.",
  revokeLink: "Revoke link",
  updateLink: "Update link",
  linkCreated: "Link created.",
  linkUpdated: "Link updated.",
  linkRevoked: "Link revoked.",
  couldntUpdateTheLink: "Couldn't update the link.",
};

export const turnFooter = {
  inputOutput: (countOf: string | number, countOf2: string | number) => `${countOf} input, ${countOf2} output`,
  regenerate: "Regenerate",
  copied: "Copied",
  copyText: "Copy text",
};

export const turnRating = {
  goodAnswer: "Good answer",
  badAnswer: "Bad answer",
};

export const turnView = {
  youAsked: (text: string | number) => `You asked: ${text}`,
  editMessage: "Edit message",
};

export const viewsDialog = {
  viewedBy: "Viewed by",
  description: "Administrators can open a chat to provide support. Each view and its reason is listed here.",
  loadingViews: "Loading views",
  couldntLoadTheList: "Couldn't load the list.",
  onlyYouHaveOpenedThis: "Only you have opened this chat.",
  administrator: "Administrator",
};
