// Interface text of the area start. One object for each module that shows it.

export const askBox = {
  yourQuestion: "Your question",
  placeholder: "Ask a question, paste a table or URL, or drop a file…",
  csvExcelJsonParquet: "CSV, Excel, JSON, Parquet",
  ask: "Ask",
};

export const recentItems = {
  recentCharts: "Recent charts",
  charts: "charts",
  recentBoards: "Recent boards",
  boards: "boards",
  untitledBoard: "Untitled board",
  recentChats: "Recent chats",
  newChat: "New chat",
  all: "All",
  ofYour: (ofWhat: string | number) => `of your ${ofWhat}`,
};

export const sampleGallery = {
  noDataAtHandTry: "No data at hand? Try these",
  loadingSamples: "Loading samples",
  askYourOwn: "Ask your own",
  questionAbout: (title: string | number) => `question about ${title}`,
};

export const startScreen = {
  whatDoYouWantTo: "What do you want to see?",
  askAboutYourDataEvery: "Ask about your data. Every number in the answer comes from a query you can read.",
};

export const welcome = {
  clickAQuestion: "Click a question",
  theSamplesBelowUseReal: "The samples below use real data. Click one to create your first chart.",
  checkTheAnswer: "Check the answer",
  eachNumberLinksToIts: "Each number links to its query and rows.",
  ownData: "Use your own data",
  dropAFileOrPaste: "Drop a file or paste a table into the box above, then ask a question.",
  gettingStarted: "Getting started",
  have30Seconds: "Have 30 seconds?",
  tellUsAboutYourWork: "Tell us about your work",
  dismiss: "Dismiss",
};

export const whatsNew = {
  newSinceYourLastVisit: "New since your last visit",
  inDiscover: "in Discover",
  untitled: "Untitled",
};
