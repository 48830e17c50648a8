/** Interface text of drafts: saving, conflicts, and leaving with unsaved changes. */
export const conflictDialog = {
  compare: "Compare",
  keepTheirs: "Keep theirs",
  keepMine: "Keep mine",
};

export const leaveGuard = {
  leaveWithoutSaving: "Leave without saving?",
  description: "Your changes aren't saved yet. This browser keeps them until you come back.",
  keepEditing: "Keep editing",
  leave: "Leave",
};

export const saveNote = {
  saving: "Saving…",
  saved: "Saved",
  unsavedChanges: "Unsaved changes",
  retrying: (reason: string) => `Couldn't save. ${reason} Retrying…`,
  tryNow: "Try now",
  failed: (reason: string) => `Couldn't save. ${reason}`,
  tryAgain: "Try again",
  conflict: "Couldn't save. This was changed elsewhere.",
  resolve: "Resolve",
  restored: "Unsaved changes restored.",
  discard: "Discard",
};
