import { feedbackOpened } from "../../util/feedback-prompt";
import { overlay } from "./shell-state";

/** Opens the feedback dialog, optionally after a delay. */
export function openFeedback(delayMs = 0): void {
  const open = () => {
    feedbackOpened();
    overlay.set("feedback");
  };
  if (delayMs > 0) setTimeout(open, delayMs);
  else open();
}
