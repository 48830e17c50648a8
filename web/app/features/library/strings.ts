// Interface text of the area library. One object for each module that shows it.

export const changesView = {
  fromVersionTo: (from: string | number, to: string | number) => `From version ${from} to ${to}`,
  version: (from: string | number, to: string | number) => `Version ${from} → ${to}:`,
  noDifferences: "no differences.",
  changesFromVersionTo: (from: string | number, to: string | number) => `Changes from version ${from} to ${to}`,
  change: "Change",
  item: "Item",
  before: "Before",
  after: "After",
  changed: "Changed",
  added: "Added",
  removed: "Removed",
  specification: "Specification",
  showingThereAreMoreChanges: (countOf: string | number) => `Showing ${countOf}; there are more changes.`,
  changedCount: (countOf: string | number) => `${countOf} changed`,
  addedCount: (countOf: string | number) => `${countOf} added`,
  removedCount: (countOf: string | number) => `${countOf} removed`,
  inTheSpecification: (countOf: string | number) => `${countOf} in the specification`,
  unchanged: (countOf: string | number) => `${countOf} unchanged`,
  nothing: "nothing",
};

export const chartActions = {
  edit: "Edit",
  quickEdit: "Quick edit",
  continueInChat: "Continue in chat",
  noChanges: "No changes.",
  theQueryReturnedTheSame: "The query returned the same rows as before.",
  versionHas: (to: string | number, countOf: string | number) => `Version ${to} has ${countOf}.`,
  theyreHighlightedInTheChart: "They're highlighted in the chart and listed below it.",
  couldntRefreshTheChart: "Couldn't refresh the chart.",
  refresh: "Refresh",
  saved: "Saved",
  save: "Save",
};

export const chartByline = {
  by: "By",
  version: (version: number) => `Version ${version}`,
  versionOf: (version: number, versions: number) => `Version ${version} of ${versions}`,
  publishedVersion: (publishedVersion: string | number) => `Published: version ${publishedVersion}`,
  refreshedEvery: (every: string | number) => `Refreshed every ${every}`,
  theLastScheduledRefreshFailed: (scheduleError: string | number) =>
    `The last scheduled refresh failed: ${scheduleError}`,
};

export const chartGrid = {
  yourCharts: "Your charts",
  noChartsYet: "No charts yet",
  description: "Ask a question about your data. Charts from answers appear here.",
  askAQuestion: "Ask a question",
};

export const chartMoreMenu = {
  chartDuplicated: "Chart duplicated.",
  onlyYouCanSeeThe: "Only you can see the copy.",
  couldntDuplicateTheChart: "Couldn't duplicate the chart.",
  moreOptions: "More options",
  duplicate: "Duplicate",
  rename: "Rename",
  scheduledRefresh: "Scheduled refresh",
  delete: "Delete",
  renameChart: "Rename chart",
  deleteThisChart: "Delete this chart?",
  description: "This deletes the chart, its versions, and its links. The chat keeps its answer.",
  chartDeleted: "Chart deleted.",
};

export const chartScreen = {
  chartNotFound: "Chart not found",
  description: "It was deleted or is private. Ask the owner for access.",
  goToCharts: "Go to your charts",
  browsePublishedCharts: "Browse published charts",
  theChart: "the chart",
  portolan: (title: string | number) => `${title} · Portolan`,
  changes: "Changes",
  theChanges: "the changes",
  hideChanges: "Hide changes",
  aboutThisChart: "About this chart",
  source: "Source",
  table: "Table",
  versions: "Versions",
  askAboutYourOwnData: "Ask about your own data. Every number comes from a query you can read.",
  tryForFree: "Try for free",
  thisIsVersionOf: (version: string | number, versions: string | number) =>
    `This is version ${version} of ${versions}.`,
  restore: "Restore",
  goToLatest: "Go to latest",
  rowsOf: (title: string | number) => `Rows of ${title}`,
  theQueryReturnedMoreRows: "; the query returned more rows than a chart can hold",
};

export const embedDialog = {
  embedThisChart: "Embed this chart",
  viewersSeeThePublishedVersion:
    "Viewers see the published version. The embed adapts to its container's width and the viewer's theme.",
  embedCode: "Embed code",
  copyCode: "Copy code",
  close: "Close",
};

export const exportMenu = {
  png2: "PNG (2×)",
  tableCsv: "Table (CSV)",
  chartJson: "Chart (JSON)",
  imageCopied: "Image copied.",
  thisBrowserCantCopyImages: "This browser can't copy images.",
  theImageWasDownloadedInstead: "The image was downloaded instead.",
  export: "Export",
  image: "Image",
  copyAsImage: "Copy as image",
  data: "Data",
  print: "Print",
};

export const provenance = {
  question: "Question",
  openAnswer: "Open answer",
  designChoices: "Design choices",
  rows: "Rows",
  truncated: ", truncated",
  created: "Created",
  by: (username: string | number) => ` by ${username}`,
  updated: "Updated",
  version: "Version",
  of: (version: string | number, versions: string | number) => `${version} of ${versions}`,
  query: "Query",
  noneThisChartHasNo: "None. This chart has no data.",
  theQuery: "Query",
  returnedInMs: (countOf: string | number, tookMs: string | number) => `${countOf} in ${tookMs} ms`,
};

export const scheduleDialog = {
  never: "Never",
  onlyWhenYouClickRefresh: "Only when you click Refresh",
  everyHour: "Every hour",
  forDataThatChangesDuring: "For data that changes during the day",
  everyDay: "Every day",
  onceADayAtNight: "Once a day, at night",
  everyWeek: "Every week",
  onceAWeek: "Once a week",
  scheduledRefreshTurnedOff: "Scheduled refresh turned off.",
  theChartWillRefreshEvery: (every: string | number) => `The chart will refresh every ${every}.`,
  couldntSaveTheSchedule: "Couldn't save the schedule.",
  scheduledRefresh: "Scheduled refresh",
  description:
    "Runs the query again on the latest data. A new version is created only if the data changed; the published version stays the same.",
  frequency: "Frequency",
  cancel: "Cancel",
  save: "Save",
};

export const sourceList = {
  data: "Data",
  sha256: (contentHash: string | number) => `SHA-256 ${contentHash}`,
  sha256Short: (contentHash: string | number) => `SHA-256 ${contentHash}…`,
  refreshingFetchesItsUrlAgain: "Refreshing fetches its URL again.",
  wasUpdated: (name: string | number, detail: string | number) => `${name} was updated${detail}.`,
  refreshTheChartToUse: "Refresh the chart to use it.",
  wasntChanged: (name: string | number) => `${name} hasn't changed.`,
  newerFileFor: (name: string | number) => `New file for ${name}`,
  replaceFile: "Replace file",
};

export const useSaved = {
  couldntUpdateTheBookmark: "Couldn't update the bookmark.",
};

export const useRestore = {
  restoredVersionAsVersion: (version: string | number, newVersion: string | number) =>
    `Restored version ${version} as version ${newVersion}.`,
  couldntRestoreTheVersion: "Couldn't restore the version.",
};

export const versionsPanel = {
  changedInAChat: "Edited in a chat",
  edited: "Edited",
  refreshed: "Refreshed",
  restored: "Restored",
  copied: "Copied",
  theVersions: "the versions",
  viewing: "Viewing",
  published: "Published",
  by: (username: string | number) => `by ${username} `,
  view: "View",
  version: (version: string | number) => `version ${version}`,
  changes: "Changes",
  ofVersion: (version: string | number) => `of version ${version}`,
  restore: "Restore",
};

export const chartShare = {
  shareChart: "Share chart",
  versionIsPublishedLaterVersions: (publishedVersion: string | number) =>
    `Version ${publishedVersion} is published. Later versions stay private until you publish them.`,
  versionWillBePublishedLater: (versions: string | number) =>
    `Version ${versions} will be published. Later changes stay private until you publish them.`,
  publishVersion: (versions: string | number) => `Publish version ${versions}`,
  versionPublished: (version: string | number) => `Version ${version} published.`,
  couldntPublishTheVersion: "Couldn't publish the version.",
  embed: "Embed",
};
