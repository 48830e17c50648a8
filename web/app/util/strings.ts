// Interface text of formats and page titles. One object for each module that shows it.

export const format = {
  justNow: "just now",
};

export const pageMeta = {
  portolan: "Portolan",
  portolanAnAiPoweredCharting: "Portolan: an AI-powered charting engine",
};

export const itemKinds = {
  chart: "Chart",
  charts: "Charts",
  board: "Board",
  boards: "Boards",
  document: "Document",
  documents: "Documents",
  chats: "Chats",
};

export const logo = {
  portolan: "Portolan",
};
