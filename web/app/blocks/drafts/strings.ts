// Interface text of drafts, their conflicts and their saving. One object for each module that shows it.

export const conflictDialog = {
  compare: "Compare",
  keepTheirs: "Keep theirs",
  keepMine: "Keep mine",
};

export const leaveGuard = {
  leaveWithoutSaving: "Leave without saving?",
  description: "Your changes aren't saved yet. They stay in this browser until you come back.",
  keepEditing: "Keep editing",
  leave: "Leave",
};

export const saveNote = {
  saving: "Saving…",
  notSavedRetrying: (message: string) => `Not saved: ${message} Retrying…`,
  tryNow: "Retry now",
  notSavedBecause: (message: string) => `Not saved: ${message}`,
  tryAgain: "Try again",
  changedElsewhere: "Not saved: changed elsewhere.",
  resolve: "Resolve",
  unsavedChangesRestored: "Unsaved changes restored.",
  discard: "Discard",
  notSaved: "Not saved",
  saved: "Saved",
};
