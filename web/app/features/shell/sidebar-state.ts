import { createStore } from "../../util/store";
import { readStored, writeStored } from "../../util/stored";

const collapsedKey = "portolan-sidebar";

/** Whether the sidebar is narrow on wide screens; kept in the browser. */
export const sidebarCollapsed = createStore(readStored(collapsedKey) === "collapsed");

export function setSidebarCollapsed(isCollapsed: boolean): void {
  sidebarCollapsed.set(isCollapsed);
  writeStored(collapsedKey, isCollapsed ? "collapsed" : "open");
}
