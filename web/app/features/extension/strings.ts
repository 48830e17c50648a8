// Interface text of the area extension. One object for each module that shows it.

export const extensionScreen = {
  portolan: "Portolan",
  openPortolanInATab: "Open Portolan in a tab",
  checkingYourAccount: "Checking your account",
  cantReachPortolan: "Can't reach Portolan.",
  signInToGetStarted: "Sign in to get started",
  signInOpensInA: "Sign-in opens in a new tab. Come back here afterwards.",
  signIn: "Sign in",
  chartTheSelectedTextOn: "Chart the selected text on this page.",
  thisPageCantBeCaptured: "This page can't be captured",
  noPageCaptured: "No page captured",
  extensionsCantReadBrowserPages: "Extensions can't read browser pages. Go to another page and click the button again.",
  goToAPageAnd: "Go to a page and click the Portolan button in the toolbar.",
  chartTheTablesOnThis: "Chart the tables on this page.",
  thisPage: "This page",
  capturedContent: "Captured content",
  captions: "Captions",
  noCaptions: "No captions",
  selected: (selection: string | number) => `Selected: “${selection}”`,
  createBoard: "Create board",
  chartThis: "Chart this",
  aQuestionAboutThisPage: "A question about this page",
  placeholder: "Ask about this page…",
  ask: "Ask",
  askAboutThisPage: "Ask a question about this page.",
  back: "Back",
  openBoard: "Open board",
};

export const recentBoards = {
  recentBoards: "Recent boards",
  untitledBoard: "Untitled board",
};

export const usePageWork = {
  creatingABoardFrom: (url: string | number) => `Creating a board from ${url}`,
  reading: (url: string | number) => `Reading ${url}`,
};
