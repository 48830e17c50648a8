// Interface text of the area shell. One object for each module that shows it.

export const accountMenu = {
  yourAccount: "Your account",
  accountMenuFor: (name: string | number) => `Account menu for ${name}`,
  accountMenuLabel: "Account menu for",
  yourProfile: "Your profile",
  settings: "Settings",
  plans: "Plans",
  admin: "Admin",
  feedback: "Feedback",
  keyboardShortcuts: "Keyboard shortcuts",
  theme: "Theme",
  logOut: "Log out",
  guest: "Guest",
  createAccount: "Create account",
  logOutAsGuest: "Log out and discard guest work",
};

export const guestNotice = {
  youreAGuest: "You're trying Portolan as a guest. Create an account to keep your work.",
  createAccount: "Create account",
};

export const appFrame = {
  openMenu: "Open menu",
  portolanStartPage: "Portolan start page",
  menu: "Menu",
};

export const commandPalette = {
  commandPalette: "Command palette",
  placeholder: "Search...",
  esc: "esc",
  searching: "Searching…",
  noOptions: "No options.",
  noResultsFor: (query: string | number) => `No results for "${query}".`,
  chats: "Chats",
  charts: "Charts",
  boards: "Boards",
  documents: "Documents",
  newChat: "New chat",
  ask: (query: string) => `Ask: ${query}`,
};

export const errorPage = {
  oopsNothingToSeeHere: "Oops! Nothing to see here.",
  goBackHome: "Go back home",
  somethingWentWrongOnThis: "Something went wrong on this page. Reload it. If it keeps happening, contact us.",
};

export const feedbackModal = {
  letUsKnowWhatYou: "Let us know what you think!",
  thankYouForSharing: "Thank you for sharing!",
  weAppreciateYouTakingThe: "We appreciate you taking the time. We'll be in touch!",
  couldntSendYourFeedback: "Couldn't send your feedback.",
  placeholder: "How ? How can we improve your experience?",
  illDoItLater: "I'll do it later",
  submit: "Submit",
};

export const footer = {
  product: "Product",
  discover: "Discover",
  charts: "Charts",
  pricing: "Pricing",
  tryForFree: "Try for free",
  company: "Company",
  about: "About",
  contact: "Contact",
  logo: "Logo",
  legal: "Legal",
  terms: "Terms",
  privacy: "Privacy",
  chartsYouCanTraceBack: "Charts you can trace back to their data.",
  footer: "Footer",
};

export const guardMiddleware = {
  pageNotFound: (path: string | number) => `Page Not Found: ${path}`,
};

export const offline = {
  youreOffline: "You're offline.",
  thisPageStillWorksOther: "This page still works. Other pages will load when you're back online.",
};

export const paletteCommands = {
  auth: "Auth",
  main: "Main",
  theme: "Theme",
  tryForFree: "Try for Free",
  pricing: "Pricing",
  login: "Login",
  new: "New",
  boards: "Boards",
  charters: "Charters",
  charts: "Charts",
  profile: "Profile",
  account: "Account",
  settings: "Settings",
  admin: "Admin",
  logOut: "Log out",
  light: "Light",
  dark: "Dark",
  system: "System",
};

export const planMeter = {
  yourCreditsRenewOn: (end: string | number) => `Your credits renew on ${end}`,
  seePlansOrWaitUntil: (end: string | number) => `See plans, or wait until ${end}.`,
};

export const recentChats = {
  chats: "Chats",
  searchYourChats: "Search your chats",
  matchingChats: "Matching chats",
  noResultsFor: (query: string | number) => `No results for "${query}".`,
  couldntLoadYourChats: "Couldn't load your chats.",
  tryAgain: "Try again",
  recent: "Recent",
  yourChatsAppearHere: "Your chats appear here.",
  newChat: "New chat",
  showMore: "Show more",
};

export const sessionWatch = {
  yourSessionHasEnded: "Your session has ended.",
  signInToPickUp: "Sign in to pick up where you left off.",
};

export const shortcutKeys = {
  newChat: "New chat",
  goToCharts: "Go to charts",
  goToBoards: "Go to boards",
  goToDocuments: "Go to documents",
  goToSavedItems: "Go to saved items",
  goToSettings: "Go to settings",
};

export const shortcutSheet = {
  openCommandPalette: "Open command palette",
  closeDialogOrMenu: "Close dialog or menu",
  showKeyboardShortcuts: "Show keyboard shortcuts",
  sendMessage: "Send message",
  newLine: "New line",
  cancelEditing: "Cancel editing",
  keyboardShortcuts: "Keyboard shortcuts",
  description: "Without a ⌘ key, use Ctrl to open the palette.",
  global: "Global",
  navigation: "Navigation",
  chat: "Chat",
};

export const shortcuts = {
  debugModeIsOn: "Debug mode is on.",
  debugModeIsOff: "Debug mode is off.",
};

export const sidebar = {
  portolanStartPage: "Portolan start page",
  main: "Main",
  new: "New",
  boards: "Boards",
  charts: "Charts",
  documents: "Documents",
  charters: "Charters",
  saved: "Saved",
  search: "Search",
  expandSidebar: "Expand sidebar",
  collapseSidebar: "Collapse sidebar",
};

export const userEventsWatch = {
  dismiss: "Dismiss",
  seeUsage: "See usage",
  seePlans: "See plans",
};
