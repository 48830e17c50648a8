import { createStore } from "../../util/store";

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
