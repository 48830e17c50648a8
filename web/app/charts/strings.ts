// Text that charts draw or that describes them. One object for each module that shows it.

export const chartView = {
  sourceOf: (source: string) => `Source: ${source}`,
  sourceNoun: "source",
  query: "Query",
  open: "Open",
  howThisWasMade: "How this was made",
  chartActions: "Chart actions",
  showData: "Show data",
  hideData: "Hide data",
  data2: (title: string | number) => `Data: ${title}`,
  theQueryReturnedTooMany: "The query returned too many rows for a chart. Showing the first rows.",
  download: "Download",
  imagePng: "Image (PNG)",
  imageSvg: "Image (SVG)",
  dataCsv: "Data (CSV)",
  chartJson: "Chart (JSON)",
};

export const asTable = {
  level: "Level",
  item: "Item",
  under: "Under",
  from: "From",
  because: "Because",
  to: "To",
  date: "Date",
  event: "Event",
  description: "Description",
};

export const flow = {
  nothingToDraw: "Nothing to draw",
  theFlowchartHasNoNodes: "The flow has no nodes.",
  end: ", end",
  leadsTo: (next: string | number) => `, leads to ${next}`,
};

export const metric = {
  noValue: "No value",
  theQueryReturnedNoValue: (field: string | number) => `The query gave no value of “${field}”.`,
  since: (since: string | number) => ` since ${since}`,
  since2: (since: string | number) => `since ${since}`,
  valueOf: (value: string | number, count: string | number) => `Value ${value} of ${count}`,
};

export const mindmap = {
  nothingToDraw: "Nothing to draw",
  theOutlineIsEmpty: "The outline has no items.",
  under: (label: string | number, label2: string | number) => `${label}, under ${label2}`,
};

export const plot = {
  nothingToDraw: "Nothing to draw",
  theQueryReturnedNoRows: "The query ran and gave no rows. Ask for a wider range or fewer conditions.",
  allRowsAreFilteredOut: "Every row is filtered out. Remove a filter.",
  everyValueOfIsMissing: (missing: string | number) => `Every value of “${missing}” is missing.`,
  ofRowsHaveNo: (count: string | number, count2: string | number, field: string | number) =>
    `${count} of ${count2} rows have no ${field}.`,
};

export const table = {
  noRows: "No rows to show",
  theQueryReturnedNoRows: "The query ran, and gave no rows.",
  moreRows: (rows: string | number, detail: string | number) => `${rows} more ${detail}`,
  moreColumns: (columns: string | number, detail: string | number) => `${columns} more ${detail}`,
  inTheData: (parts: string | number) => `${parts} in the data.`,
};

export const timeline = {
  nothingToDraw: "Nothing to draw",
  theTimelineHasNoEvents: "The timeline has no events.",
};

export const classes = {
  to: (low: string | number, high: string | number) => `${low} to ${high}`,
  below: (to: string | number) => `below ${to}`,
  orMore: (from: string | number) => `${from} or more`,
  to2: (from: string | number, to: string | number) => `${from} to ${to}`,
  others: (value: string | number) => `${value} others`,
};

export const drawMap = {
  nothingToDraw: "Nothing to draw",
  noRowContainsACountry: "None of the rows names a country or a point that the map knows.",
  andMore: (value: string | number) => ` and ${value} more`,
  notOnTheMap: (named: string | number, more: string | number) => `Not on the map: ${named}${more}.`,
  noData: "no data",
};

export const mapLegend = {
  noData: "no data",
};

export const mapPoints = {
  ofRowsCouldntBePlaced: (lost: string | number, count: string | number) =>
    `${lost} of ${count} rows have no place on the map.`,
  showingTheFirstOfPoints: (mostPoints: string | number, count: string | number) =>
    `The first ${mostPoints} of ${count} points are shown.`,
};

export const handles = {
  axis: (channel: string) => `${channel.toUpperCase()} axis`,
  axisCalled: (channel: string, title: string) => `${channel.toUpperCase()} axis: ${title}`,
  legend: "Legend",
};
