// Interface text of the area admin. One object for each module that shows it.

export const adminFrame = {
  overview: "Overview",
  latestChats: "Latest chats",
  chatViewer: "Chat viewer",
  userUsage: "User usage",
  userFeedback: "User feedback",
  mail: "Mail",
  apiKeys: "API keys",
  portolanAdministration: "Portolan administration",
  admin: "Admin",
  exit: "Exit",
  administration: "Administration",
  backToPortolan: "Back to Portolan",
};

export const adminPage = {
  placeholder: "Search...",
  couldntLoad: (what: string | number) => `Couldn't load ${what}.`,
  loading: (what: string | number) => `Loading ${what}`,
  weCouldntFindAnyItems: "We couldn't find any items.",
  weCouldntFindAnyItems2: "We couldn't find any items with that term. Please try again.",
};

export const apiKeysScreen = {
  apiKeys: "API keys",
  filterApiKeys: "Filter API keys",
  name: "Name",
  prefix: "Prefix",
  owner: "Owner",
  fullAccess: "Full access",
  created: "Created",
  lastUsed: "Last used",
  never: "Never",
  none: "None",
};

export const chatViewerScreen = {
  chatViewer: "Chat viewer",
  browseLatestChats: "Browse latest chats",
  enterAReasonForViewing: "Enter a reason for viewing this chat.",
  thisIsAnotherUsersChat:
    "This is another user's chat. Your name, the time, and this reason are logged and visible to the owner.",
  reasonForViewingThisChat: "Reason for viewing this chat",
  placeholder: "The user reported a wrong total",
  reason: "Reason",
  cancel: "Cancel",
  viewChat: "View chat",
  enterAChatIdOr: "Enter a chat ID or URL.",
  chat: "Chat",
  hint: "Chat ID or URL.",
  continue: "Continue",
};

export const latestChatsScreen = {
  latestChats: "Latest chats",
  filterChats: "Filter chats",
  theLatestChats: "the latest chats",
  state: "State",
  newChat: "New chat",
  user: "User",
  model: "Model",
  updated: "Updated",
  running: "Running",
  completed: "Completed",
  stopped: "Stopped",
  outOfCredits: "Out of credits",
  failed: "Failed",
  waiting: "Waiting",
};

export const liveBadge = {
  connecting: "Connecting",
  live: "Live",
  reconnecting: "Reconnecting",
  sessionEnded: "Session ended",
  offline: "Offline",
};

export const mailScreen = {
  mail: "Mail",
  theMessages: "the messages",
  filterByStatus: "Filter by status",
  filterMessages: "Filter messages",
  stuck: "Stuck",
  queued: "Queued",
  sent: "Sent",
  all: "All",
  failed: "Failed",
  retrying: "Retrying",
  noStuckMessages: "No stuck messages.",
  noQueuedMessages: "No queued messages.",
  status: "Status",
  recipient: "Recipient",
  message: "Message",
  email: "Email",
  textMessage: "Text message",
  attempts: "Attempts",
  nextAttempt: "Next attempt",
  lastError: "Last error",
  created: "Created",
  actions: "Actions",
  expired: "Expired",
  now: "Now",
  withinAMinute: "Within a minute",
  retry: "Retry",
  retryTo: (recipient: string) => `Retry the message to ${recipient}`,
  sendingAgain: (recipient: string) => `Sending again to ${recipient}.`,
  couldntRetry: "Couldn't retry the message.",
};

export const overviewScreen = {
  overview: "Overview",
  latestChats: "Latest chats",
  running: (running: string | number) => `${running} running`,
  theLatestChats: "the latest chats",
  emptyText: "No chats yet.",
  newChat: "New chat",
  userFeedback: "User feedback",
  new: (count: string | number) => `${count} new`,
  theFeedback: "the feedback",
  noNewFeedback: "No new feedback.",
  orMore: " or more",
  userUsage: "User usage",
  creditsIn30Days: (credits: string | number, more: string | number) => `${credits} credits${more} in 30 days`,
  usage: "usage",
  noUsersYet: "No users yet.",
};

export const userFeedbackScreen = {
  new: "New",
  reviewed: "Reviewed",
  done: "Done",
  userFeedback: "User feedback",
  filterByStatus: "Filter by status",
  all: "All",
  filterFeedback: "Filter feedback",
  theFeedback: "the feedback",
  status: "Status",
  feedback: "Feedback",
  from: "From",
  page: "Page",
  when: "When",
  signedOutVisitor: "Signed-out visitor",
  couldntChangeTheStatus: "Couldn't change the status.",
  statusOf: (text: string | number) => `Status of “${text}”`,
  on: (route: string | number) => `, on ${route}`,
};

export const userUsageScreen = {
  userUsage: "User usage",
  searchUsers: "Search users",
  usage: "usage",
  user: "User",
  plan: "Plan",
  creditsLeft: "Credits left",
  used30Days: "Used, 30 days",
  messages30Days: "Messages, 30 days",
  lastActive: "Last active",
  never: "Never",
};

export const watchedChat = {
  chatViewer: "Chat viewer",
  loadingChat: "Loading chat",
  chatNotFound: "Chat not found",
  description: "It was deleted, or the ID is incomplete.",
  back: "Back",
  couldntLoadTheChat: "Couldn't load the chat.",
  yourSessionHasEndedSign: "Your session has ended. Sign in again.",
  newChat: "New chat",
  exit: "Exit",
  readOnlyReason: (reason: string | number) => `Read-only. Reason: ${reason}`,
  loadEarlierMessages: "Load earlier messages",
  noMessagesYet: "No messages yet.",
};
