// Interface text of the area person. One object for each module that shows it.

export const personScreen = {
  userNotFound: "User not found",
  description: "The username may have changed, or the account was deleted.",
  browsePublishedItems: "Browse published items",
  couldntLoadThePage: "Couldn't load the page.",
  portolan: (fullName: string | number) => `${fullName} · Portolan`,
  nothingPublishedYet: "Nothing published yet",
  publicItemsAppearHere: "Public items appear here.",
  loadingPage: "Loading page",
};
