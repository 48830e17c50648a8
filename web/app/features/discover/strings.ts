// Interface text of the area discover. One object for each module that shows it.

export const discoverScreen = {
  all: "All",
  charts: "Charts",
  boards: "Boards",
  documents: "Documents",
  discover: "Discover",
  lead: "Published charts, boards, and documents. Every number links to the query behind it.",
  exampleCharts: "Example charts",
  openAChartToSee: "Open a chart to see its rows, query, and sources.",
  filterByType: "Filter by type",
  showBoardsAndDocuments: "Show boards and documents",
  searchByTitleOrName: "Search by title or name",
  placeholder: "Search...",
  publishedItems: "Published items",
  by: (username: string | number) => `by ${username}`,
  nothingPublishedYet: "Nothing published yet",
  description: "Create and publish a chart to see it here.",
  askAQuestion: "Ask a question",
  weCouldntFindAnyItems: "We couldn't find any items.",
  weCouldntFindAnyItems2: "We couldn't find any items with that term. Please try again.",
};
