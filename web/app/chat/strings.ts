// Interface text of the chat in every place. One object for each module that shows it.

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

export const attachedData = {
  attachedData: "Attached data",
  partiallyRead: "partially read",
  ready: "Ready",
  chooseFiles: "Choose files",
  addData: "Add data",
  uploadFiles: "Upload files",
  databaseTables: "Database tables",
  pastedTable: "Pasted table",
};

export const branchPicker = {
  branches: "Branches",
  previousBranch: "Previous branch",
  branch: "Branch",
  nextBranch: "Next branch",
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

export const composer = {
  yourMessage: "Your message",
  askAFollowUp: "Ask a follow-up…",
  shiftEnterForANew: "Shift + Enter for a new line",
  stop: "Stop",
  stopAndKeepThePartial: "Stop and keep the partial answer",
  send: "Send",
};

export const earlierTurns = {
  retryLoadingEarlierMessages: "Retry loading earlier messages",
  loadingEarlierMessages: "Loading earlier messages",
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

export const panelThread = {
  messages: "Messages",
  loadingChat: "Loading chat",
  couldntLoadTheChat: "Couldn't load the chat.",
  chatWasDeleted: "It was deleted or belongs to another user.",
  signInAgainOrReload: "Sign in again, or reload the page.",
};

export const queuedNote = {
  sendsWhenReady: "Sends when your data is ready.",
  cancel: "Cancel",
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

export const turnFooter = {
  inputOutput: (input: string | number, output: string | number) => `${input} input, ${output} output`,
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

export const useChatSession = {
  couldntStopTheAnswer: "Couldn't stop the answer.",
  couldntSaveYourRating: "Couldn't save your rating",
};
