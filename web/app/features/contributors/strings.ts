export const contributedItems = {
  published: "Published by you",
  yourPublishedItems: "your published items",
  nothingPublished: "Nothing is public yet. Publish a chart, board, or document to see its views here.",
  viewsByDay: "Views by day, last 30 days",
  viewsMeasure: "Views",
  views: (count: string, recent: string) => `${count} views, ${recent} in the last 30 days`,
  publishToTopic: "Publish to topic",
  changeTopic: "Change topic",
  inTopic: (topic: string) => `In ${topic}`,
  bookmarks: (count: number) => (count === 1 ? "1 bookmark" : `${count} bookmarks`),
  onDiscover: "On Discover",
  proposed: "Proposed",
  declined: "Declined",
  propose: "Propose to Discover",
  proposedTopic: (topic: string) => `Proposed topic: ${topic}`,
};

export const proposeDialog = {
  title: (name: string) => `Propose “${name}” to Discover`,
  description: "An administrator reviews it before it appears on Discover.",
  topic: "Topic",
  topicHint: "Optional. For example, Climate or Sports.",
  tooLong: "Use at most 60 characters.",
  cancel: "Cancel",
  propose: "Propose",
};

export const topicDialog = {
  title: (name: string) => `Publish “${name}” to a topic`,
  description: "It appears under this topic on Discover immediately.",
  topic: "Topic",
  topicHint: "For example, Climate or Sports. Leave empty to remove the item from its topic.",
  tooLong: "Use at most 60 characters.",
  cancel: "Cancel",
  publish: "Publish",
};
