// Interface text of the area user. One object for each module that shows it.

export const userScreen = {
  interests: (topics: string) => `Interests: ${topics}`,
  userNotFound: "User not found",
  description: "The username may have changed, or the account was deleted.",
  browsePublishedItems: "Browse published items",
  thePage: "the page",
  portolan: (fullName: string | number) => `${fullName} · Portolan`,
  nothingPublishedYet: "Nothing published yet",
  publicItemsAppearHere: "Public items appear here.",
};
