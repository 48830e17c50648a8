export const contributedItems = {
  published: "Published by you",
  yourPublishedItems: "your published items",
  nothingPublished: "Nothing is public yet. Publish a chart, board or document to see how it does.",
  bookmarks: (count: number) => (count === 1 ? "1 bookmark" : `${count} bookmarks`),
  onDiscover: "On Discover",
  proposed: "Proposed",
  declined: "Declined",
  propose: "Propose to Discover",
  topicOf: (topic: string) => `Topic: ${topic}`,
};

export const proposeDialog = {
  title: (name: string) => `Propose “${name}” to Discover`,
  description: "An admin decides whether it's shown on the discover page.",
  topic: "Topic",
  topicHint: "Optional, such as Climate or Sports.",
  tooLong: "Use at most 60 characters.",
  cancel: "Cancel",
  propose: "Propose",
};
