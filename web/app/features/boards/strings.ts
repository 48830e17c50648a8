// Interface text of the area boards. One object for each module that shows it.

export const actions = {
  nothingToUndo: "Nothing to undo.",
  undid: (label: string | number) => `Undid: ${label}.`,
  nothingToRedo: "Nothing to redo.",
  redid: (label: string | number) => `Redid: ${label}.`,
  aligned: "Aligned",
  distributed: "Distributed",
  selectTwoItemsToConnect: "Select two items to connect them.",
  connected: "Connected",
  arranged: "Arranged",
  couldntArrangeTheBoard: "Couldn't arrange the board.",
  pasted: "Pasted",
};

export const addSources = {
  adding: (url: string | number) => `Adding ${url}…`,
  couldntReadThePage: "Couldn't read the page.",
  thisIsntAJsonCanvas: "This isn't a JSON Canvas file.",
  couldntOpen: (name: string | number) => `Couldn't open ${name}.`,
  couldntAddTheFile: "Couldn't add the file.",
  refreshing: (title: string | number) => `Refreshing ${title}…`,
  refreshSource: "Refresh source",
  wasRefreshed: (title: string | number) => `${title} was refreshed.`,
  couldntRefresh: (title: string | number) => `Couldn't refresh ${title}.`,
};

export const boardGrid = {
  yourBoards: "your boards",
  noBoardsYet: "No boards yet",
  description: "Start from the URL of a page, paper, or video. Its content is added to a board.",
  startFromAPage: "Start from a page",
  showMore: "Show more",
  untitledBoard: "Untitled board",
  public: "Public",
  unlisted: "Unlisted",
  rename: "Rename",
  delete: "Delete",
  renameBoard: "Rename board",
  deleteThisBoard: "Delete this board?",
  thisDeletesTheBoardAnd: "This deletes the board and its links. Its charts and chat are kept.",
  boardDeleted: "Board deleted.",
  moreOptionsFor: (title: string | number) => `More options for ${title}`,
  thisBoard: "this board",
  thisIsntAJsonCanvas: "This isn't a JSON Canvas file.",
  chooseAJsonCanvasFile: "Choose a JSON Canvas file",
  couldntOpenTheFile: "Couldn't open the file.",
  importCanvasFile: "Import .canvas file",
  couldntCreateTheBoard: "Couldn't create the board.",
  emptyBoard: "Empty board",
  newFromPage: "New from page",
};

export const boardHeader = {
  showCanvas: "Show canvas",
  showList: "Show list",
  portolan: (title: string | number) => `${title} · Portolan`,
  board: "Board",
  chat: "Chat",
  boardTitle: "Board title",
  placeholder: "Untitled board",
  allChangesSaved: "All changes saved.",
  saving: "Saving…",
  youreOfflineYourEditsWill: "You're offline. Your edits will be saved when you reconnect.",
  notSaved: (message: string | number) => `Not saved: ${message}`,
  couldntCreateTheImage: "Couldn't create the image.",
  export: "Export",
  imagePng: "Image (PNG)",
  imageSvg: "Image (SVG)",
  jsonCanvas: "JSON Canvas",
  shareBoard: "Share board",
  deleteThisBoard: "Delete this board?",
  description: "This deletes the board and its links. Its charts and chat are kept.",
  delete: "Delete",
  boardDeleted: "Board deleted.",
  moreOptions: "More options",
};

export const boardList = {
  cards: "Cards of the board",
  openChart: "Open chart",
  openChart2: (title: string | number) => `Open chart: ${title}`,
  openPassageOn: (host: string | number) => `Open passage on ${host}`,
  open: "Open",
  source: "Source",
};

export const boardScreen = {
  boardNotFound: "Board not found",
  description: "It was deleted or is private. Ask the owner for access.",
  yourBoards: "Your boards",
  theBoard: "the board",
  board: "Board",
  loadingBoard: "Loading board",
};

export const boardCanvas = {
  boardCanvas: "Board canvas",
};

export const boardEdge = {
  connectionLabel: "Connection label",
};

export const boardMap = {
  minimap: (countOf: string | number) => `Minimap: ${countOf}`,
};

export const boardSearch = {
  findOnBoard: "Find on board",
  closeSearch: "Close search",
  noResultsFor: (query: string | number) => `No results for "${query}".`,
};

export const flow = {
  connection: (label: string | number) => `Connection: ${label}`,
  connection2: "Connection",
};

export const landed = {
  outOfView: (countOf: string | number) => `${countOf} out of view`,
  newItem: "new item",
};

export const selectionBar = {
  selection: "Selection",
  ask: "Ask",
  theAssistantAboutTheSelection: "the assistant about the selection",
  editTextEnter: "Edit text (Enter)",
  connectJ: "Connect (J)",
  groupG: "Group (⌘G)",
  ungroupG: "Ungroup (⇧⌘G)",
  deleteDel: "Delete (Del)",
  color: "Color",
  noColor: "No color",
  alignLeft: "Align left",
  alignCenter: "Align center",
  alignRight: "Align right",
  alignTop: "Align top",
  alignMiddle: "Align middle",
  alignBottom: "Align bottom",
  distributeHorizontally: "Distribute horizontally",
  distributeVertically: "Distribute vertically",
  alignAndDistribute: "Align and distribute",
};

export const toolbar = {
  boardTools: "Board tools",
  addNoteT: "Add note (T)",
  chooseFilesForTheBoard: "Choose files for the board",
  addFiles: "Add files",
  addDatabaseTables: "Add database tables",
  insertChartDocumentOrChat: "Insert chart, document, or chat",
  arrangeBoardL: "Arrange board (L)",
  undoZ: "Undo (⌘Z)",
  redoZ: "Redo (⇧⌘Z)",
  selectByDraggingOrHold: "Select by dragging (or hold Shift)",
  findOnBoard: "Find on board (/)",
  zoomOut: "Zoom out (−)",
  zoomIn: "Zoom in (+)",
  zoomToFit1: "Zoom to fit (1)",
  reactFlow: "React Flow",
  keyboardShortcuts: "Keyboard shortcuts",
};

export const useClipboard = {
  copied: "Copied.",
};

export const useFlow = {
  connected: "Connected",
};

export const useKeys = {
  addNote: "Add note",
  editSelectionOrOpenChart: "Edit selection or open chart",
  connectTwoSelectedItems: "Connect two selected items",
  askAboutSelection: "Ask about selection",
  arrangeBoardOrSelection: "Arrange board or selection",
  findOnBoard: "Find on board",
  zoomToFitZoomTo: "Zoom to fit · zoom to selection",
  zoom: "Zoom",
  arrows: "Arrows",
  moveSelectionOrView: "Move selection or view",
  undoRedo: "Undo · redo",
  copyCutPasteAlsoBetween: "Copy · cut · paste, also between boards",
  duplicate: "Duplicate",
  groupUngroup: "Group · ungroup",
  selectAll: "Select all",
  deleteSelection: "Delete selection",
};

export const useLongPress = {
  selected: (countOf: string | number) => `Selected: ${countOf}.`,
};

export const boardChat = {
  chat: "Chat",
  openChatInFullPage: "Open chat in full page",
  closeChat: "Close chat",
  askAboutThisBoardNew:
    "Ask about this board. New charts are added to it, and you can drag any part of an answer onto it.",
};

export const boardComposer = {
  about: (countOf: string | number) => `About ${countOf}`,
  selectedItem: "selected item",
  askAboutTheWholeBoard: "Ask about the whole board instead",
  askAboutThisBoard: "Ask about this board…",
};

export const boardStream = {
  loadingChat: "Loading chat",
};

export const chatPanel = {
  boardChat: "Board chat",
};

export const draggable = {
  dragOntoTheBoard: "Drag onto the board",
  addToBoard: "Add to board",
};

export const colors = {
  red: "Red",
  orange: "Orange",
  yellow: "Yellow",
  green: "Green",
  cyan: "Cyan",
  purple: "Purple",
};

export const commands = {
  added: "Added",
  removed: (count: string | number) => `Removed ${count}`,
  moved: "Moved",
  resized: "Resized",
  changedColor: "Changed color",
  edited: "Edited",
  renamedBoard: "Renamed board",
  editedConnection: "Edited connection",
  groupedNothing: "Grouped nothing",
  group: "Group",
  grouped: (count: string | number) => `Grouped ${count}`,
  ungrouped: (countOf: string | number) => `Ungrouped ${countOf}`,
};

export const words = {
  chart: "Chart",
  note: "Note",
  source: "Source",
  reference: "Reference",
  document: "Document",
  image: "Image",
  suggestion: "Suggestion",
  group: "Group",
  emptyNote: "Empty note",
  aboutThisSelectionOnThe: (lines: string | number) => `About this selection on the board:\n${lines}`,
};

export const emptyHint = {
  emptyBoard: "Empty board",
  dropFilesPasteALink: "Drop files, paste a link or note, insert a chart, double-click to write, or start from a page.",
  pageUrl: "Page URL",
  placeholder: "https://…",
  addPage: "Add page",
  addNote: "Add note",
  askAQuestion: "Ask a question",
};

export const newBoardScreen = {
  createABoardFrom: (host: string | number) => `Create a board from ${host}?`,
  createABoard: "Create a board",
  startFromAPagePaper:
    "Start from a page, paper, table, or video. Its outline, charts, and key passages are added to a board while you watch.",
  urlOrQuestion: "URL or question",
  placeholder: "https://… or a question",
  seePlans: "See plans",
  createBoard: "Create board",
  tryAgain: "Try again",
  creatingBoard: "Creating board…",
  creatingABoardFor: (host: string | number) => `Creating a board for ${host}`,
  creatingABoard: "Creating a board",
};

export const chartNode = {
  chart: "Chart",
  wasDeletedOrIsPrivate: (detail: string | number) => `${detail} was deleted or is private.`,
  thisChart: "This chart",
  openChart: "Open chart",
  openChart2: (name: string | number) => `Open chart: ${name}`,
};

export const linkNodes = {
  chat: "Chat",
  document: "Document",
  open: "Open",
};

export const noteNode = {
  emptyNote: "Empty note",
  noteInMarkdown: "Note in Markdown",
  placeholder: "Write in Markdown",
};

export const referenceNode = {
  openPassageOn: (host: string | number) => `Open passage on ${host}`,
  open: "Open",
};

export const smallNodes = {
  thisImageIsNoLonger: "This image is no longer available.",
  groupName: "Group name",
};

export const sourceSize = {
  row: "row",
  column: "column",
  rowsAndColumns: (rows: string, columns: string) => `${rows} · ${columns}`,
};

export const sourceNode = {
  reading: "Reading…",
  read: "Read",
  partiallyRead: "Partially read",
  couldntRead: "Couldn't read",
  empty: "Empty",
  source: "Source",
  refresh: "Refresh",
  refresh2: (title: string | number) => `Refresh: ${title}`,
};

export const openedChart = {
  chart: "Chart",
  theChart: "the chart",
};

export const itemPicker = {
  addedToTheBoard: (title: string | number) => `Added to the board: ${title}.`,
  insertAnExistingItem: "Insert an existing item",
  searchYourChartsDocumentsAnd: "Search your charts, documents, and chats",
  placeholder: "Search...",
  loadingYourItems: "Loading your items",
  nothingHereYetYourCharts: "Nothing here yet. Your charts, documents, and chats appear here.",
  noResultsFor: (query: string | number) => `No results for "${query}".`,
  untitled: "Untitled",
};
