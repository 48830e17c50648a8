// Interface text around a drawn chart. One object for each module that shows it.

export const chartOrigin = {
  fromInMsByThis: (
    rowCount: string | number,
    detail: string | number,
    detail2: string | number,
    tookMs: string | number,
  ) => `${rowCount} ${detail} from ${detail2}, in ${tookMs} ms, by this query:`,
  thisChartDoesntUseAny: "This chart doesn't use any source.",
  text1Source: "1 source",
  sources: (sources: string | number) => `${sources} sources`,
};

export const chartPicture = {
  drawingChart: "Drawing chart…",
  couldntDrawThisChart: "Couldn't draw this chart.",
  theDataIsComplete: (message: string | number) => `${message} The data is complete.`,
  tryAgain: "Try again",
  showMore: "Show more",
  loadingDataPoints: "Loading data points",
  thePageKeysJumpBy: ", the page keys jump by a tenth",
  arrowKeys: (detail: string | number, leap: string | number) =>
    `${detail}: use the arrow keys to move between them${leap}.`,
  manyDataPoints: "Many data points",
};

export const dataTable = {
  onlyYouSeeThis: (rows: string | number) => `${rows}. Only you see this arrangement.`,
  rowsOf: (shown: string | number, all: string | number) => `${shown} of ${all}`,
  resetTable: "Reset table",
  noRowsMatch: "No rows match these filters.",
  sortFilterOrRename: "Sort, filter, or rename",
};

export const drawClient = {
  couldntLoadTheChartRenderer: "Couldn't load the chart renderer. Reload the page.",
  drawingTookTooLong: "Drawing took too long.",
};

export const highlights = {
  changed: "changed",
  new: "new",
};

export const livePicture = {
  previewOf: (title: string | number) => `Preview of ${title}`,
};

export const markWalk = {
  of: (value: string | number, count: string | number, label: string | number) => `${value} of ${count}. ${label}`,
};

export const tablePopover = {
  valueOf: (column: string | number, value: string | number) => `${column}: ${value}`,
  filterToThis: "Filter to this",
  exclude: "Exclude",
  showAllRows: "Show all rows",
  columnName: "Column name",
  hideColumn: "Hide column",
  smallestFirst: "Smallest first",
  largestFirst: "Largest first",
  oldestFirst: "Oldest first",
  newestFirst: "Newest first",
  aToZ: "A to Z",
  zToA: "Z to A",
  show: "Show",
  allValues: "All values",
};
