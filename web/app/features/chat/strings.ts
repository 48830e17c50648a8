// Interface text of the area chat. One object for each module that shows it.

export const chatHeader = {
  viewed: (countOf: string | number) => `Viewed ${countOf}`,
  share: "Share",
  rename: "Rename",
  viewedBy: "Viewed by",
  createBoard: "Create board",
  couldntCreateTheBoard: "Couldn't create the board.",
  export: "Export",
  currentBranchMarkdown: "Current branch (Markdown)",
  markdown: "Markdown",
  entireChatJson: "Entire chat (JSON)",
  delete: "Delete",
  renameChat: "Rename chat",
  deleteThisChat: "Delete this chat?",
  description: "This deletes the chat and its links. Its charts are kept.",
  chatDeleted: "Chat deleted.",
  moreOptions: "More options",
};

export const noChat = {
  couldntLoadTheChat: "Couldn't load the chat.",
  chatNotFound: "Chat not found",
  itWasDeletedBelongsTo: "It was deleted, belongs to another user, or the URL is incomplete.",
  startANewChat: "Start a new chat",
  yourSessionHasEnded: "Your session has ended",
  signInAgainToPick: "Sign in again to pick up where you left off.",
  signIn: "Sign in",
};

export const chatSkeleton = {
  loadingChat: "Loading chat",
};

export const emptyChat = {
  couldntOpenTheSample: "Couldn't open the sample.",
  whatDoYouWantTo: "What do you want to know?",
  addATableWithThe:
    "Add a table with the button below or drop a file anywhere on this page, then ask a question about it.",
  orTryOneOfThese: "Or try one of these sample questions",
};

export const readyChat = {
  askAboutYourData: "Ask about your data…",
  newChat: "New chat",
  portolan: (title: string | number) => `${title} · Portolan`,
  followAnswer: "Follow answer",
  jumpToLatest: "Jump to latest",
};

export const shareDialog = {
  shareThisChat: "Share chat",
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

export const viewsDialog = {
  viewedBy: "Viewed by",
  description: "Administrators can open a chat to provide support. Each view and its reason is listed here.",
  loadingViews: "Loading views",
  couldntLoadTheList: "Couldn't load the list.",
  onlyYouHaveOpenedThis: "Only you have opened this chat.",
  administrator: "Administrator",
};
