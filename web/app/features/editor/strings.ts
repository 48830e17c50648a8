// Interface text of the area editor. One object for each module that shows it.

export const annotationFields = {
  annotations: "Annotations",
  add: "Add",
  thisChartHasNoData: "This chart has no data points to annotate.",
  at: "At",
  text: "Text",
  removeAnnotation: (value: string | number) => `Remove annotation ${value}`,
};

export const channelFields = {
  none: "None",
  total: "Total",
  average: "Average",
  median: "Median",
  minimum: "Minimum",
  maximum: "Maximum",
  numberOfRows: "Number of rows",
  distinctValues: "Distinct values",
  byYear: "By year",
  byQuarter: "By quarter",
  byMonth: "By month",
  byWeek: "By week",
  byDay: "By day",
  monthOfYear: "Month of year",
  dayOfWeek: "Day of week",
  hourOfDay: "Hour of day",
  automatic: "Automatic",
  largestFirst: "Largest first",
  smallestFirst: "Smallest first",
  nameAZ: "Name (A–Z)",
  nameZA: "Name (Z–A)",
  rowOrder: "Row order",
  oneDecimal: "One decimal (1,234.5)",
  twoDecimals: "Two decimals (1,234.50)",
  abbreviated: "Abbreviated (1.23k)",
  wholeNumber1234: "Whole number (1,234)",
  percent12: "Percent (12%)",
  percent123: "Percent (12.3%)",
  dollars1234: "Dollars ($1,234)",
  dollars123450: "Dollars ($1,234.50)",
  linear: "Linear",
  logarithmic: "Logarithmic",
  squareRoot: "Square root",
  customOrder: "Custom order",
  dateGrouping: "Date grouping",
  aggregate: "Aggregate",
  moreOptions: "More options",
  axisTitle: "Axis title",
  axisStart: "Axis starts at",
  axisEnd: "Axis ends at",
  title: "Title",
  numberFormat: "Number format",
  sort: "Sort",
  scale: "Scale",
  groupIntoBins: "Group into bins",
};

export const chartConflict = {
  aNewerVersionExists: "A newer version exists",
  description: (version: number, title: string, savedAgo: string) =>
    `Version ${version}, “${title}”, was saved ${savedAgo} in another tab or by a refresh. If you keep yours, it becomes version ${version + 1}. Version history keeps both.`,
  yours: "Yours",
  theirs: "Theirs",
};

export const editorHeader = {
  backToCharts: "Back to charts",
  backToChart: "Back to chart",
  newChart: "New chart",
  undo: "Undo",
  redo: "Redo",
  save: "Save",
};

export const editorScreen = {
  chartNotFound: "Chart not found",
  description: "It was deleted or is private. Ask the owner for access.",
  theChart: "the chart",
  thisChartBelongsToAnother: "This chart belongs to another user",
  duplicateItFromItsPage: "Duplicate it from its page to edit your own copy.",
  openChart: "Open chart",
  loadingChart: "Loading chart",
};

export const editor = {
  invalidJson: "Invalid JSON.",
  fixTheMarkedErrorsThen: "Fix the marked errors, then save.",
  chartSaved: "Chart saved.",
  editorPortolan: (title: string | number) => `${title} · Editor · Portolan`,
  newChart: "New chart",
  editChart: "Edit chart",
  editingMode: "Editing mode",
  form: "Form",
  query: "Query",
};

export const flowFields = {
  steps: "Steps",
  step: (value: string | number) => `Step ${value}`,
  removeStep: (value: string | number) => `Remove step ${value}`,
  newStep: "New step",
  addStep: "Add step",
  arrows: "Arrows",
  from: "From",
  to: "To",
  text: "Text",
  removeArrow: (value: string | number) => `Remove arrow ${value}`,
  addArrow: "Add arrow",
};

export const formPanel = {
  text: "Text",
  title: "Title",
  descriptionAltText: "Description (alt text)",
  type: "Type",
};

export const jsonEditor = {
  errors: "Errors",
  specificationAsJson: "Specification as JSON",
  pressCtrlSpaceForSuggestions: "Press Ctrl+Space for suggestions. Press Escape, then Tab, to leave the editor.",
  line: (lineOf: string | number) => `Line ${lineOf}:`,
};

export const jsonPanel = {
  loadingEditor: "Loading editor",
};

export const jsonProblems = {
  theSpecificationMustBeAn: "The specification must be an object. Start with {.",
};

export const jsonSchemas = {
  columnWithTheValues: "Column with the values.",
  columnWithDatesTheLast: "Column with dates. The last row is the current value; all rows form the trend line.",
  labelOfTheMetric: "Label of the metric.",
  unitForExampleOrKg: "Unit, for example € or kg.",
  comparisonValue: "Comparison value.",
  whichDirectionIsAnImprovement: "Which direction is an improvement.",
  markdownHeadingsAndNestedLists: "Markdown headings and nested lists. The first heading is the root.",
  stepsOfTheFlow: "Steps of the flow.",
  arrowsBetweenSteps: "Arrows between steps.",
  yyyyYyyyMmYyyyMm: "YYYY, YYYY-MM, YYYY-MM-DD, or with THH:MM.",
  endDateOfTheEvent: "End date of the event.",
  titleOfTheEvent: "Title of the event.",
};

export const metricFields = {
  previousValue: "Previous value",
  firstValue: "First value",
  none: "None",
  neither: "Neither",
  higher: "Higher",
  lower: "Lower",
  metric: "Metric",
  column: "Column",
  dateColumn: "Date column",
  label: "Label",
  unit: "Unit",
  compareWith: "Compare with",
  betterDirection: "Better direction",
};

export const outlineFields = {
  outline: "Outline",
  hint: "The first heading is the root. Indent list items to nest them.",
};

export const plotFields = {
  bars: "Bars",
  line: "Line",
  area: "Area",
  points: "Points",
  bubbles: "Bubbles",
  pie: "Pie",
  heatMap: "Heat map",
  strips: "Strips",
  boxPlot: "Box plot",
  mapOfCountries: "Map of countries",
  stacked: "Stacked",
  sideBySide: "Side by side",
  stacked100: "100% stacked",
  overlaid: "Overlaid",
  xAxis: "X axis",
  yAxis: "Y axis",
  sliceSize: "Slice size",
  places: "Places",
  color: "Color",
  size: "Size",
  facets: "Facets",
  thisChartHasMultipleViews: "This chart has multiple views. Edit it as JSON.",
  chartType: "Chart type",
  mark: "Mark",
  stacking: "Stacking",
  subtitle: "Subtitle",
};

export const previewPanel = {
  preview: "Preview",
  theQueryReturnedNoRows: "The query returned no rows.",
  runningTheQuery: "Running the query…",
  invalidJsonShowingTheLast: "Invalid JSON. Showing the last valid version.",
  validationErrors: "Validation errors",
  chartRows: "Chart rows",
  selectAPart: "Select a part of the chart to edit it.",
};

export const queryPanel = {
  sql: "SQL",
  runningTheQuery: "Running the query…",
  inMs: (countOf: string | number, tookMs: string | number) => `${countOf} in ${tookMs} ms`,
  run: "Run",
  theQueryReturnsTooMany: "The query returns too many rows for a chart. Aggregate with GROUP BY or add a LIMIT.",
  columns: "Columns",
};

export const savedDocument = {
  untitledChart: "Untitled chart",
};

export const sentenceBox = {
  describeAChange: "Describe a change",
  placeholder: "as a line, only since 2020, largest first…",
  editChart: "Edit chart",
  doneUseUndoToRevert: "Done. Use Undo to revert.",
};

export const startPanel = {
  containsNoTableChooseA: (name: string | number) => `${name} contains no table. Choose a file with rows and columns.`,
  backToCharts: "Back to charts",
  newChart: "New chart",
  chooseDataForYourChart: "Choose data for your chart. You can change everything later.",
  thatDidntWork: "That didn't work.",
  yourTables: "Your tables",
  chooseAFile: "Choose a file",
  uploadFile: "Upload file",
  connectDatabase: "Connect database",
  reading: (busy: string | number) => `Reading ${busy}…`,
  yourTablesNoun: "your tables",
  noTablesYetUploadA: (detail: string | number) => `No tables yet. Upload a CSV or Excel file${detail}.`,
  orStartWithASample: ", or start with a sample below",
  samples: "Samples",
  withoutData: "Without data",
};

export const timelineFields = {
  events: "Events",
  date: "Date",
  event: "Event",
  endDate: "End date",
  description: "Description",
  removeEvent: (value: string | number) => `Remove event ${value}`,
  newEvent: "New event",
  addEvent: "Add event",
};

export const chartDraft = {
  savedAsVersion: (version: number) => `Saved as version ${version}.`,
};

export const editablePicture = {
  editableChart: "editable chart",
  part: "part",
  howToEdit: (title: string, parts: string) =>
    `Edit ${title}. ${parts}: use the arrow keys to move between them and Enter to edit. Shift and the arrow keys move an annotation.`,
  partOf: (index: number, count: number, label: string) => `${index} of ${count}. ${label}. Press Enter to edit.`,
};

export const partPopover = {
  edit: (part: string) => `Edit ${part}`,
};

export const subjectEditor = {
  appliesTo: "Applies to",
  color: "Color",
  highlight: "Highlight",
  removeHighlight: "Remove highlight",
  showAll: "Show all",
  filterToThis: "Filter to this",
  exclude: "Exclude",
  name: "Name",
  annotation: "Annotation",
  annotate: "Annotate",
};

export const swatches = {
  customColor: "Custom color",
  automatic: "Automatic",
};

/** The colors of the palette, in its order, and gray. */
export const swatchNames = ["Green", "Blue", "Brown", "Purple", "Red", "Teal", "Olive", "Indigo", "Plum", "Gray"];

export const axisEditor = {
  editAsJson: "Edit this axis as JSON.",
  axisTitle: "Axis title",
  axisStart: "Axis starts at",
  axisEnd: "Axis ends at",
  numberFormat: "Number format",
  scale: "Scale",
  dateFormat: "Date format",
  ticks: "Ticks",
  sort: "Sort",
  automatic: "Automatic",
};

export const legendEditor = {
  editAsJson: "Edit this legend as JSON.",
  title: "Title",
  automatic: "Automatic",
};

export const annotationEditor = {
  text: "Text",
  moveLeft: "Move left",
  moveUp: "Move up",
  moveDown: "Move down",
  moveRight: "Move right",
  placeAutomatically: "Place automatically",
  remove: "Remove annotation",
};

export const editableTitle = {
  untitled: "Untitled",
  editTitle: "Edit title",
  chartTitle: "Chart title",
};

export const optionsFields = {
  automatic: "Automatic",
  on: "On",
  off: "Off",
  fullWidth: "Full width",
  column: "Column (340 px)",
  textWidth: "Text (680 px)",
  wide: "Wide (960 px)",
  valueLabels: "Value labels",
  width: "Width",
  connectPoints: "Connect points of a row",
  filters: "Filters",
  only: (column: string, values: string) => `${column}: only ${values}`,
  without: (column: string, values: string) => `${column}: without ${values}`,
  removeFilter: (filter: string) => `Remove filter ${filter}`,
  colorSteps: "Color steps",
  stepsExample: "10, 20, 50",
};

export const inPlaceEditor = {
  editChart: "Edit chart",
  done: "Done",
  selectAPart: "Select a part of the chart to edit it. Every change becomes a version.",
};
