// Interface text of the front page on the first load. It is apart from the other text, which loads later.

export const demonstration = {
  exampleQuestionAndAnswer: "Example question and answer",
  loadingExample: "Loading example",
};

export const hero = {
  askYourDataAQuestion: "Ask your data a question. Get a chart you can trust.",
  dropAFileAndAsk:
    "Drop a file and ask in your own words. The answer streams in as a chart, with the query and the rows it was drawn from.",
  tryASample: "Try a sample",
  chooseAFile: "Choose a file",
  orDropAFile: "Or drop a file anywhere on this page.",
};

export const home = {
  portolanAnAiPoweredCharting: "Portolan: an AI-powered charting engine",
  anAiPoweredChartingEngine: "An AI-powered charting engine. Ask your data a question; get a chart you can trust.",
};
