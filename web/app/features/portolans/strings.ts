// Interface text of the area portolans. One object for each module that shows it.

export const assistantPanel = {
  assistant: "Assistant",
  writeWithTheAssistant: "Write with the assistant",
  closeAssistant: "Close assistant",
  askForAParagraphA:
    "Ask for a paragraph, a chart, or a whole section about your data. Nothing is added until you insert it.",
  insertIntoDocument: "Insert into document",
  openChat: "Open chat",
  whatShouldTheAssistantWrite: "What should the assistant write?",
  placeholder: "A chart of sales by month and what stands out…",
  document: "Document",
};

export const chartPicker = {
  insertChart: "Insert chart",
  searchYourCharts: "Search your charts",
  placeholder: "Search...",
  loadingYourCharts: "Loading your charts",
  yourCharts: "your charts",
  noChartsYetAskThe: "No charts yet. Ask the assistant to create one.",
  noResultsFor: (query: string | number) => `No results for "${query}".`,
  showMore: "Show more",
};

export const fromAnswer = {
  page: (page: string | number) => `page ${page}`,
  rowsTo: (start: string | number, end: string | number) => `rows ${start} to ${end}`,
  second: (math: string | number) => `second ${math}`,
};

export const inlineChart = {
  chart: "Chart",
  loadingChart: (shownTitle: string | number) => `Loading chart ${shownTitle}`,
  source: "Source",
  thisChartWasDeletedOr: "This chart was deleted or is private.",
};

export const newPortolan = {
  enterATitle: "Enter a title.",
  atMost300Characters: "Use at most 300 characters.",
  blankPage: "Blank page",
  startFromScratch: "Start from scratch.",
  findings: "Findings",
  questionFindingsAndNextSteps: "Question, findings, and next steps.",
  findingsMarkdown:
    "# Question\n\nWhat do you want to find out, and why now?\n\n# Findings\n\nState each finding in one sentence. Add the chart that shows it.\n\n# Next steps\n\n- What to do\n- What to monitor\n\n# Source\n\nWhich data you used, when it was collected, and what's missing.\n",
  comparison: "Comparison",
  twoOrMoreItemsSide: "Two or more items side by side.",
  comparisonMarkdown:
    "# Comparison\n\nWhat you're comparing, and by which measure.\n\n| Measure | First option | Second option |\n|---|---|---|\n| | | |\n\n# Differences\n\n# Similarities\n\n# Recommendation\n",
  title: "Title",
  placeholder: "Rain on the islands",
  template: "Template",
  createDocument: "Create document",
};

export const portolanActions = {
  save: "Save",
  export: "Export",
  markdown: "Markdown",
  printOrSaveAsPdf: "Print or save as PDF",
  moreOptions: "More options",
  shareDocument: "Share document",
  delete: "Delete",
  deleteThisDocument: "Delete this document?",
  description: "This deletes the document and its links. Its charts are kept.",
  untitled: "Untitled",
  saved: (title: string | number) => `“${title}” saved.`,
  couldntSave: "Couldn't save.",
};

export const portolanEditor = {
  untitled: "Untitled",
  portolan: (title: string | number) => `${title} · Portolan`,
  view: "View",
  write: "Write",
  read: "Read",
  chart: "Chart",
  reference: "Reference",
  writeWithTheAssistant: "Write with the assistant",
  assistant: "Assistant",
  title: "Title",
  text: "Text",
  startWritingUseForHeadings:
    "Start writing. Use # for headings, **bold**, - for lists.\n\nPut each chart on its own line; references are footnotes.",
  preview: "Preview",
  yourTextAndChartsAppear: "Your text and charts appear here.",
};

export const portolanList = {
  yourDocuments: "Your documents",
  noDocumentsYet: "No documents yet",
  description: "A document combines text with live charts. Write it yourself or let the assistant start it.",
  newDocument: "New document",
  untitled: "Untitled",
  emptyDocument: "Empty document.",
};

export const portolanScreen = {
  documentNotFound: "Document not found",
  description: "It was deleted or is private. Ask the owner for access.",
  theDocument: "the document",
  portolan: (title: string | number) => `${title} · Portolan`,
  untitled: "Untitled",
  loadingDocument: "Loading document",
};

export const portolanConflict = {
  thisDocumentWasChangedElsewhere: "This document was changed elsewhere",
  description: "Another tab or device saved a change after you opened it. Compare both, then choose the one to keep.",
  yours: "Yours",
  theirs: "Theirs",
};
