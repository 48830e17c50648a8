// Interface text of the pages. One object for each module that shows it.

export const adminApiKeysPage = {
  apiKeysPortolan: "API keys · Portolan",
};

export const adminAuditLogPage = {
  title: "Audit log · Portolan",
};

export const adminChartsPage = {
  title: "Charts · Portolan",
};

export const adminChatViewerPage = {
  chatViewerPortolan: "Chat viewer · Portolan",
};

export const adminContributorsPage = {
  title: "Charters · Administration · Portolan",
};

export const adminDiscoverPage = {
  title: "Discover · Portolan",
};

export const adminDomainStatsPage = {
  title: "Domain stats · Portolan",
};

export const adminLatestChatsPage = {
  latestChatsPortolan: "Latest chats · Portolan",
};

export const adminLayout = {
  administrationPortolan: "Administration · Portolan",
};

export const adminMailPage = {
  mailPortolan: "Mail · Portolan",
};

export const adminModelsPage = {
  modelsPortolan: "Models · Portolan",
};

export const adminOverviewPage = {
  administrationPortolan: "Administration · Portolan",
};

export const adminPortolansPage = {
  title: "Documents · Portolan",
};

export const adminReplaysPage = {
  replaysPortolan: "Replays · Portolan",
};

export const adminUserFeedbackPage = {
  userFeedbackPortolan: "User feedback · Portolan",
};

export const adminUserUsagePage = {
  userUsagePortolan: "User usage · Portolan",
};

export const boardPage = {
  boardPortolan: "Board · Portolan",
};

export const boardsPage = {
  boardsPortolan: "Boards · Portolan",
  boards: "Boards",
};

export const catchAllPage = {
  pageNotFoundPortolan: "Page not found · Portolan",
  pageNotFound: (pathname: string | number) => `Page not found: ${pathname}`,
};

export const chartEditPage = {
  editChartPortolan: "Edit chart · Portolan",
};

export const chartEditorPage = {
  chartEditorPortolan: "Chart editor · Portolan",
};

export const chartPage = {
  chartPortolan: "Chart · Portolan",
};

export const chartsPage = {
  chartsPortolan: "Charts · Portolan",
  charts: "Charts",
  newChart: "New chart",
  askForAChart: "Ask for a chart",
};

export const chatPage = {
  chatPortolan: "Chat · Portolan",
};

export const checkoutSuccessPage = {
  yourNewPlanPortolan: "Your new plan · Portolan",
  yourPlan: "your plan",
  thankYou: "Thank you",
  waitingForPayment: "Waiting for your payment",
  paymentIsLate: "We haven't received your payment yet. Your plan changes when it arrives. You can close this page.",
  youreOnThe: "You're on the",
  planWith: "plan, with",
  creditsUntil: (end: string) => `credits until ${end}.`,
  askAQuestion: "Ask a question",
  viewPlanAndUsage: "View plan and usage",
};

export const completeProfilePage = {
  completeYourProfilePortolan: "Complete your profile · Portolan",
  whatShouldWeCallYou: "What should we call you?",
  chooseYourNameAndUsername: "Choose your name and username to finish.",
  continue: "Continue",
  yourProfile: "your profile",
};

export const confirmPage = {
  confirmingPortolan: "Confirming · Portolan",
  oneMoment: "One moment",
  checkingYourLink: "Checking your link…",
  oneMoreStep: "One more step",
  yourAccountRequiresASecond: "Your account requires a second factor.",
  newPassword: "New password",
  chooseAPasswordYouDont: "Choose a password you don't use anywhere else.",
  thisLinkDidntWork: "This link didn't work",
  nothingWasChanged: "Nothing was changed.",
  confirming: "Confirming",
  changePassword: "Change password",
  backToSignIn: "Back to sign-in",
};

export const editorLayout = {
  loadingEditor: "Loading editor",
};

export const extensionPage = {
  portolanSidePanel: "Portolan side panel",
};

export const loginPage = {
  signInPortolan: "Sign in · Portolan",
  signInToPortolanOr: "Sign in to Portolan or create an account.",
  welcomeBack: "Welcome back",
  signInToPickUp: "Sign in to pick up where you left off.",
  signInWithACode: "Sign in with a code",
  wellSendYouACode: "We'll send you a code. No password needed.",
  newPassword: "New password",
  wellSendYouALink: "We'll send you a link and a code.",
  singleSignOnSso: "Single sign-on (SSO)",
  enterYourWorkEmailDomain: "Enter your work email domain.",
  enterTheCode: "Enter the code",
  itsValidForAFew: "It expires in a few minutes.",
  oneMoreStep: "One more step",
  yourAccountRequiresASecond: "Your account requires a second factor.",
  chooseAPasswordYouDont: "Choose a password you don't use anywhere else.",
  createAccount: "Create account",
  yourFirstChartIsA: "Your first chart is a minute away.",
  yourWorkMovesTo: "Your chats, charts, and files move to your new account.",
  yourGuestWorkStays: "Signing in to another account leaves your guest work behind. To keep it, create an account.",
  alreadyHaveAnAccount: "Already have an account? ",
  noAccountYet: "No account yet? ",
  signIn: "Sign in",
  createOne: "Create one",
  byCreatingAnAccountYou: "By creating an account, you agree to the",
  terms: "terms",
  andThe: "and the",
  privacyNotice: "privacy notice",
};

export const logoutPage = {
  signedOutPortolan: "Signed out · Portolan",
  youreSignedOut: "You're signed out",
  signingOut: "Signing out…",
  seeYouSoon: "See you soon.",
  oneMoment: "One moment.",
  signInAgain: "Sign in again",
  goToHomePage: "Go to home page",
};

export const newBoardPage = {
  newBoardPortolan: "New board · Portolan",
};

export const newPortolanPage = {
  newDocumentPortolan: "New document · Portolan",
  newDocument: "New document",
};

export const oauthConsentPage = {
  authorizeAppPortolan: "Authorize app · Portolan",
  thisUrlIsMissingA: "This URL is missing a request ID. Go back to the app.",
  oneMoment: "One moment",
  loadingTheRequest: "Loading the request…",
  redirecting: "Redirecting…",
  authorizeThisApp: "Authorize this app?",
  itWantsToSignYou: "It wants to sign you in with your Portolan account.",
  nothingToAuthorize: "Nothing to authorize",
  noAccessWasGranted: "No access was granted.",
  loadingRequest: "Loading request",
  goToPortolan: "Go to Portolan",
};

export const userPage = {
  portolan: (username: string | number) => `${username} · Portolan`,
  chartsBoardsAndDocumentsThat: (username: string | number) =>
    `Charts, boards, and documents published by ${username}.`,
};

export const portolanPage = {
  documentPortolan: "Document · Portolan",
  aDocumentWithChartsThat: "A document whose charts link to their queries.",
};

export const portolansPage = {
  documentsPortolan: "Documents · Portolan",
  documents: "Documents",
  newDocument: "New document",
};

export const professionalInfoPage = {
  aboutYourWorkPortolan: "About your work · Portolan",
  whatDoYouWorkOn: "What do you work on?",
  thisHelpsUsDecideWhat:
    "This helps us decide what to build next. All fields are optional. You can change them in settings.",
  continue: "Continue",
  yourProfile: "your profile",
};

export const savedPage = {
  savedPortolan: "Saved · Portolan",
};

export const settingsPage = {
  settingsPortolan: "Settings · Portolan",
  sectionPortolan: (section: string) => `${section} · Settings · Portolan`,
  sections: "Settings sections",
  profile: "Profile",
  planAndUsage: "Plan and usage",
  signInAndSecurity: "Sign-in and security",
  appsAndApiKeys: "Apps and API keys",
  webhooks: "Webhooks",
  yourData: "Your data",
  settings: "Settings",
};

export const sharedPage = {
  sharedChatPortolan: "Shared chat · Portolan",
};

export const tryPage = {
  tryPortolan: "Try Portolan",
  openingTheExample: "Opening the example…",
};

export const startPage = {
  startPortolan: "Start · Portolan",
};
