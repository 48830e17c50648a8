// Interface text of the area public. One object for each module that shows it.

export const contactForm = {
  enterAnEmailAddressSo: "Enter an email address so we can reply.",
  enterAMessage: "Enter a message.",
  thanksForYourMessage: "Thanks for your message.",
  weReadEveryMessageAnd: "We read every message and reply by email.",
  yourEmail: "Your email",
  placeholder: "you@example.org",
  message: "Message",
  send: "Send",
};

export const differences = {
  everyChartMakesAClaim: "Every chart makes a claim. Here you can check it.",
  numbersComeFromQueriesNever: "Numbers come from queries, never from the model",
  theAssistantCantTypeNumbers:
    "The assistant can't type numbers into a chart. It writes a query, the query runs on your table in a sandbox, and the chart is drawn from the rows it returns. Open any chart to read its query. Run it again and get the same rows.",
  answersThatDontGetLost: "Answers that don't get lost",
  eachPartOfAnAnswer:
    "Each part of an answer is stored before you see it. Close your laptop, reload, open a second tab, or switch to your phone: the answer continues where it was. If a server crashes, it resumes the work when it restarts.",
  readyToPublishAccessibleTo: "Ready to publish, accessible to all",
  colorsThatColorBlindReaders:
    "Colors that color-blind readers can tell apart, titles that state the finding, and a description and a table for readers who can't see the chart. Export exactly what you see as SVG, PNG, CSV, or JSON, in light or dark.",
  select: "SELECT",
  item: "item,",
  sum: "sum",
  amount: "(amount)",
  from: "FROM",
  sales: "sales",
  groupBy: "GROUP BY",
  item2: "item",
  read12430Rows: "Read 12,430 rows",
  chartTeaLeadsInEvery: "Chart: tea leads in every month",
  connectionLost: "Connection lost",
  summaryOfWhatChanged: "Summary of what changed",
};

export const tour = {
  fromAnswerToStory: "From an answer to a story you can share",
  edit: "Edit every detail",
  changeColorsAxes:
    "Change colors, axes, and labels in a form, in a sentence, or as Vega-Lite JSON. Each change is a version.",
  collect: "Collect on boards",
  arrangeChartsNotes: "Arrange charts, notes, and sources on a canvas. Paste a URL, and the page becomes a board.",
  write: "Write documents",
  writeAroundCharts: "Write around your charts. When the data changes, refresh the document to update every chart.",
  browse: "Chart the web",
  turnTheTable: "The browser extension charts the table you're looking at and keeps the page as a source.",
  screen: (title: string) => `${title}: Portolan screenshot`,
};

export const examples = {
  madeWithPortolan: "Made with Portolan",
  discoverMore: "Discover more",
  by: (username: string | number) => `by ${username}`,
};

export const logoScreen = {
  mark: "Mark",
  svgForLightBackgrounds: "SVG for light backgrounds",
  markDark: "Mark, dark",
  svgForDarkBackgrounds: "SVG for dark backgrounds",
  icon: "Icon",
  svgFollowsTheSystemTheme: "SVG, follows the system theme",
  ink: "Ink",
  paper: "Paper",
  northGreen: "North green",
  line: "Line",
  portolan: "← Portolan",
  logo: "Logo",
  aCompassRoseWithA:
    "A compass rose with a green north point, on its rhumb lines. Keep clear space of one point of the rose on every side. Don't stretch, rotate, or recolor it.",
  files: "Files",
  download: "Download",
  colors: "Colors",
  use: "Use",
  light: "Light",
  dark: "Dark",
};

export const planTable = {
  thePlans: "the plans",
  loadingPlans: "Loading plans",
  perMonth: "per month",
  perYear: "per year",
  billing: "Billing",
  monthly: "Monthly",
  yearly: "Yearly",
  plansAreGiven: "Plans aren't sold on this server. Ask the administrator for one.",
  choose: (name: string) => `Choose ${name}`,
  couldntOpenCheckout: "Couldn't open the checkout.",
  startFree: "Start free",
  contactUsAbout: (name: string | number) => `Contact us about ${name}`,
};

export const pricingTeaser = {
  freeToStartFairAfter: "Free to start, fair after that",
  youGetNewCreditsEvery:
    "You get new credits every month. An answer costs what it used, each charge is explained, and our errors are never charged.",
  createAccount: "Create account",
  seePlans: "See plans",
};
