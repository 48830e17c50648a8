import { feedbackOpened } from "../../util/feedback-prompt";
import { createStore } from "../../util/store";

/** What lies over the page; at most one thing does. */
export type Overlay = "none" | "palette" | "feedback" | "shortcuts";

export const overlay = createStore<Overlay>("none");

/** Opens the feedback window, after a delay where one is given. */
export function openFeedback(delayMs = 0): void {
  const open = () => {
    feedbackOpened();
    overlay.set("feedback");
  };
  if (delayMs > 0) setTimeout(open, delayMs);
  else open();
}

const collapsedKey = "portolan-sidebar";

/** Whether the sidebar is narrow on wide screens; kept in the browser. */
export const sidebarCollapsed = createStore(readCollapsed());

export function setSidebarCollapsed(isCollapsed: boolean): void {
  sidebarCollapsed.set(isCollapsed);
  try {
    localStorage.setItem(collapsedKey, isCollapsed ? "collapsed" : "open");
  } catch {
    // Storage can be forbidden; the choice then lasts as long as the page.
  }
}

function readCollapsed(): boolean {
  try {
    return localStorage.getItem(collapsedKey) === "collapsed";
  } catch {
    return false;
  }
}
