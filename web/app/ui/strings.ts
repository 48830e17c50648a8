// Interface text of the basic components. One object for each module that shows it.

export const attachmentChip = {
  uploading: (name: string | number) => `Uploading ${name}`,
  reading: (name: string | number) => `Reading ${name}…`,
  remove: (name: string | number) => `Remove ${name}`,
};

export const confirmDialog = {
  cancel: "Cancel",
};

export const copyButton = {
  copy: "Copy",
  couldntCopyToTheClipboard: "Couldn't copy to the clipboard.",
  selectTheTextAndCopy: "Select the text and copy it manually.",
  copied: "Copied",
};

export const creditBalance = {
  outOfCredits: "Out of credits",
  creditsLeft: "Credits left",
  ofCreditsLeft: (total: string | number) => `of ${total} credits left`,
};

export const dialog = {
  close: "Close",
};

export const endlessGrid = {
  couldntLoadThisList: "Couldn't load this list.",
  loading: (label: string | number) => `Loading ${label}`,
  showMore: "Show more",
};

export const formFailures = {
  errorsToFix: "Errors to fix",
};

export const modelMenu = {
  model: "Model",
  modelLabel: "Model:",
  modelForTheNextAnswer: "Model for the next answer",
  priceUnknown: "Price unknown",
  atLeast1CreditPer: "At least 1 credit per answer",
  creditsPerMillionInputTokens: (inputPrice: string | number, outputPrice: string | number) =>
    `${inputPrice} credits per million input tokens, ${outputPrice} per million output tokens`,
};

export const renameDialog = {
  enterA: (label: string | number) => `Enter a ${label}.`,
  title: "Title",
  cancel: "Cancel",
  rename: "Rename",
};

export const searchHit = {
  newChat: "New chat",
};

export const states = {
  tryAgain: "Try again",
};

export const themeSwitch = {
  light: "Light",
  dark: "Dark",
  system: "System",
  theme: "Theme",
};
