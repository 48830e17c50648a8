// Interface text of answers and their blocks. One object for each module that shows it.

export const answer = {
  drawingAChart: "Drawing a chart",
};

export const choiceChips = {
  choices: "Choices",
};

export const choiceMenu = {
  chooseSomethingElse: "Choose something else",
};

export const citation = {
  reference: (index: string | number, title: string | number) => `Reference ${index}: ${title}`,
};

export const errorView = {
  tryAgain: "Try again",
};

export const eventInspector = {
  events: "Events",
  showTextDeltas: "Show text deltas",
  noEventsYetEventsAppear: "No events yet. Events appear here as they happen.",
  credits: (credits: string | number) => `${credits} credits`,
};

export const fileDrop = {
  files: "Files",
  dropFilesHere: "Drop files here",
  csvExcelJsonNdjsonOr: "CSV, Excel, JSON, NDJSON, or Parquet",
};

export const documentMarkdown = {
  chart: "Chart",
  table: "Table",
};

export const inertImage = {
  imageWithoutAUrl: "Image without a URL",
  image: (text: string | number) => `Image: ${text}`,
  unnamedImage: "Image",
};

export const markdownPiece = {
  table: "Table",
};

export const taskBox = {
  done: "Done",
  toDo: "To do",
};

export const unverified = {
  noQueryProducedThisNumber: "No query produced this number",
};

export const messageBubble = {
  attachedData: "Attached data",
  deletedSource: "Deleted source",
  editWords: (source: string) => `Edit words of ${source}`,
};

export const messageWords = {
  means: (word: string | number, meaning: string | number) => `“${word}”: ${meaning}`,
  probably: (word: string | number, meaning: string | number) => `“${word}”: probably ${meaning}`,
  notUsed: (word: string | number) => `“${word}”: not used in the answer`,
  takeColumn: (column: string | number) => `Use ${column}`,
};

export const passageDialog = {
  reference: (index: string | number) => `Reference ${index}`,
  onlyTheAuthorCanSee: "Only the author can see the rows of this source.",
  on: (detail: string | number, host: string | number) => `${detail} on ${host}`,
  open: "Open",
  openAt: (startMs: string | number) => `Open at ${startMs}`,
};

export const passageRows = {
  theRows: "the rows",
  rows: "Rows",
  empty: "empty",
  showingTheFirstOf: (mostRows: string | number, countOf: string | number) =>
    `Showing the first ${mostRows} of ${countOf}.`,
};

export const place = {
  page: (page: string | number) => `page ${page}`,
  row: (start: string | number) => `row ${start}`,
  rows: (start: string | number, end: string | number) => `rows ${start}–${end}`,
};

export const readOnlyTurn = {
  question: (text: string | number) => `Question: ${text}`,
};

export const recordedAnswer = {
  working: "Working…",
  playAgain: "Play again",
};

export const referenceList = {
  references: "References",
};

export const sharedChart = {
  data: "Data",
  dataOf: (title: string | number) => `Data: ${title}`,
  source: "Source",
};

export const suggestionChips = {
  suggestions: "Suggestions",
};

export const thinkingView = {
  thinking: "Thinking…",
  reasoning: "Reasoning",
  thoughtFor: (durationMs: string | number) => `Thought for ${durationMs}`,
};

export const timestampLinks = {
  videoTimestamps: "Video timestamps",
  opens: (host: string | number) => `Opens ${host}`,
};

export const turnOutcome = {
  stoppedThePartialAnswerIs: "Stopped. The partial answer is saved.",
  stoppedBeforeTheAnswerStarted: "Stopped before the answer started.",
  youRanOutOfCredits:
    "You ran out of credits for this period. The partial answer is saved, and you were charged only for it.",
  seePlans: "See plans",
  couldntFinishTheAnswer: "Couldn't finish the answer.",
};

export const turnProgress = {
  working: "Working…",
  of: (done: string | number, total: string | number) => `${done} of ${total}`,
};

export const visibilities = {
  private: "Private",
  onlyYouCanView: "Only you can view",
  unlisted: "Unlisted",
  anyoneWithTheLinkCan: "Anyone with the link can view",
  public: "Public",
  anyoneCanFindIt: "Anyone can find it",
};

export const shareButton = {
  share: "Share",
  state: (visibility: string) => `(${visibility})`,
};

export const shareDialog = {
  everyoneElseGetsANot: "Everyone else gets a “not found” page.",
  hiddenFromListsAndSearch: "Hidden from lists and search.",
  shownOnYourProfileAnd: "Shown on your profile and in search. May be featured in Discover.",
  couldntChangeVisibility: "Couldn't change visibility.",
  visibility: "Visibility",
  copyLink: "Copy link",
  close: "Close",
  cancel: "Cancel",
  publish: "Publish",
  makePrivate: "Make private",
};
