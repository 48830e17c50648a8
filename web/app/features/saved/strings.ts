// Interface text of the area saved. One object for each module that shows it.

export const savedScreen = {
  all: "All",
  saved: "Saved",
  filterByType: "Filter by type",
  savedItems: "Saved items",
  noItems: "We couldn't find any items.",
  by: (username: string | number) => `by ${username}`,
  savedAgo: (savedAt: string | number) => `saved ${savedAt}`,
  removeFromSavedItems: (title: string | number) => `Remove ${title} from saved items`,
  removedFromSavedItems: (title: string | number) => `Removed “${title}” from saved items.`,
  undo: "Undo",
  couldntUpdateSavedItems: "Couldn't update saved items.",
  nothingSavedYet: "Nothing saved yet",
  description: "Save a chart, board, or document from its page to find it here.",
  exploreDiscover: "Explore Discover",
};
