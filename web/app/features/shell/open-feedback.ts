import { feedbackOpened } from "../../util/feedback-prompt";
import { overlay } from "./shell-state";

/** Opens the feedback window, after a delay where one is given. */
export function openFeedback(delayMs = 0): void {
  const open = () => {
    feedbackOpened();
    overlay.set("feedback");
  };
  if (delayMs > 0) setTimeout(open, delayMs);
  else open();
}
