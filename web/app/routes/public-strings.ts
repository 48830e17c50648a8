// Interface text of the public pages. One object for each module that shows it.

export const aboutPage = {
  aboutPortolan: "About · Portolan",
  whyPortolanIsNamedAfter: "Why Portolan is named after nautical charts, and what it promises.",
  chartsForFindingYourWay: "Charts for finding your way",
  lead: "A portolan was a nautical chart of coasts and harbors, drawn from what sailors had measured.",
  portolanChartsShowedOnlyCoasts:
    "Portolan charts showed only coasts that sailors had actually passed. Everything else was left blank. Fine lines ran from one compass rose to the next, so that a navigator could read off a course and follow it.",
  weThinkAChartMade:
    "We think a chart made with AI owes its readers the same. A language model is good at understanding a question and choosing how to visualize the answer. It's bad at numbers and doesn't admit it. So in Portolan, the model never supplies them.",
  howItWorks: "How it works",
  youBringATableAnd:
    "You bring a table and a question. The assistant looks at the columns and writes a query. The query runs on your data in an isolated process. The chart is drawn from the rows it returns. The text is checked against those rows, too: a number that no query produced is flagged.",
  ourPrinciples: "Our principles",
  everyChartShowsItsQuery: "Every chart shows its query and sources. Running the query again gives the same rows.",
  eachPartOfAnAnswer: "Each part of an answer is stored before you see it, so nothing you've seen is lost.",
  everyChargeIsExplainedOur: "Every charge is explained. Our errors are never charged.",
  chartsAreAccessibleToColor: "Charts are accessible to color-blind readers and to readers who use a screen reader.",
  yourDataIsYoursExport: "Your data is yours. Export it at any time in open formats.",
  runItYourself: "Run it yourself",
  portolanIsASingleProgram:
    "Portolan is a single program that starts with one command. It needs no other services, works without an API key on its built-in model, and connects to any model with an OpenAI-compatible API. Questions?",
  contactUs: "Contact us",
};

export const contactPage = {
  contactPortolan: "Contact · Portolan",
  contactTheTeamBehindThis: "Contact the team behind this Portolan server.",
  contactUs: "Contact us",
  questionsBugsIdeasOrA:
    "Questions, bugs, ideas, or a larger plan: we read every message. If a chart is wrong, include its URL.",
};

export const discoverChartsPage = {
  exampleChartsPortolan: "Example charts · Portolan",
  publishedChartsWithTheirRows: "Published charts with their rows, queries, and sources.",
};

export const discoverPage = {
  discoverPortolan: "Discover · Portolan",
  chartsBoardsAndDocumentsPublished: "Charts, boards, and documents published with Portolan.",
};

export const extensionInstalledPage = {
  extensionInstalledPortolan: "Extension installed · Portolan",
  pinTheExtension: "Pin the extension",
  openTheExtensionsMenuIn: "Open the extensions menu in the toolbar and pin Portolan so its button is always visible.",
  openItOnAPage: "Open it on a page",
  thePanelShowsTheTables:
    "The panel shows the tables, captions, and selected text it found. Shortcut: Alt + Shift + P.",
  createABoardOrAsk: "Create a board or ask a question",
  youCanAlsoRightClick:
    "You can also right-click a page to create a board, or right-click selected text to chart it. Shortcut: Alt + Shift + B.",
  portolanHome: "Portolan home",
  extensionInstalled: "Extension installed",
  itReadsAPageOnly: "It reads a page only when you ask it to. Captured content goes only to your account.",
  openPortolan: "Open Portolan",
  yourBoards: "Your boards",
};

export const logoPage = {
  logoPortolan: "Logo · Portolan",
  downloadPortolansLogoWordmarkAnd: "Download Portolan's logo, wordmark, and colors.",
};

export const pricingPage = {
  pricingPortolan: "Pricing · Portolan",
  freeToStartFairAfter: "Free to start, fair after that: what Portolan costs, and what a credit buys.",
  whatIsACredit: "What is a credit?",
  creditsMeasureUsageAnAnswer:
    "Credits measure usage. An answer costs what it used: the text that the model read and wrote. The built-in model costs about one credit per answer. A question about a large table to a large model can cost twenty.",
  whenAmICharged: "When am I charged?",
  whenAnAnswerFinishesWhile:
    "When an answer finishes. While it runs, its maximum cost is reserved, so you never spend more than you have. If you stop early, you pay for the partial answer.",
  whatIfSomethingBreaks: "What if something breaks?",
  ourErrorsAreNeverCharged: "Our errors are never charged. Each entry in your usage shows which answer it was for.",
  whatHappensWhenIRun: "What happens when I run out?",
  yourChartsChatsDataAnd: "Your charts, chats, data, and drafts are kept. You get new credits every month.",
  payForAnswers: "Pay for answers",
  startFreeLargerPlansInclude: "Start free. Larger plans include more credits per month and more features.",
  creditsExplained: "Credits, explained",
};
