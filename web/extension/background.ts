import { type CapturedPage, capturedKey, type PageAction, type PanelMessage } from "./captured-page.ts";
import { site } from "./site.ts";

/** The toolbar button looks at the page first; the menu and the other shortcut say at once what becomes of it. */
const menu: { id: PageAction; title: string; contexts: string[] }[] = [
  { id: "board", title: "Create a board from this page", contexts: ["page", "video", "link"] },
  { id: "chart", title: "Chart selected text", contexts: ["selection"] },
];

chrome.runtime.onInstalled.addListener(({ reason }) => {
  void chrome.sidePanel.setPanelBehavior({ openPanelOnActionClick: false });
  void chrome.contextMenus.removeAll().then(() => {
    for (const item of menu) chrome.contextMenus.create(item);
  });
  if (reason === "install") void chrome.tabs.create({ url: `${site}/extension-installed` });
});

chrome.action.onClicked.addListener((tab) => void look(tab, "look"));
chrome.contextMenus.onClicked.addListener(({ menuItemId }, tab) => {
  const action = menu.find(({ id }) => id === menuItemId)?.id;
  if (action && tab) void look(tab, action);
});
chrome.commands.onCommand.addListener((command, tab) => {
  if (command === "make-board" && tab) void look(tab, "board");
});

async function look({ id: tabId }: chrome.Tab, action: PageAction): Promise<void> {
  if (tabId === undefined) return;
  // The panel opens only within the click itself: nothing is waited for before.
  const opened = chrome.sidePanel
    .open({ tabId })
    .catch((error: unknown) => console.error("the panel stays shut", error));
  const page = await pageIn(tabId);
  const message: PanelMessage = { portolan: "page", number: Date.now(), action, page };
  await chrome.storage.session.set({ [capturedKey]: message });
  await opened;
}

/** Null if the browser lets no one look: its own pages, its shop. */
async function pageIn(tabId: number): Promise<CapturedPage | null> {
  try {
    const [frame] = await chrome.scripting.executeScript({ target: { tabId }, files: ["capture.js"] });
    return (frame?.result as CapturedPage | undefined) ?? null;
  } catch {
    return null;
  }
}
