import { capturedKey } from "./captured-page.ts";
import { site } from "./site.ts";

/** The frame that shows the site, and hands it the page that a user wants to work with. */
const frame = document.createElement("iframe");
frame.title = "Portolan";
frame.src = `${site}/extension?embedded_by=extension`;
frame.allow = "clipboard-write";
document.body.append(frame);

let isReady = false;

window.addEventListener("message", (event) => {
  const isOwn = event.source === frame.contentWindow && event.origin === new URL(site).origin;
  if (!isOwn || (event.data as { portolan?: unknown } | null)?.portolan !== "ready") return;
  isReady = true;
  void chrome.storage.session.get(capturedKey).then((stored) => tell(stored[capturedKey]));
});

chrome.storage.session.onChanged.addListener((changes) => {
  if (isReady) tell(changes[capturedKey]?.newValue);
});

function tell(message: unknown) {
  if (message !== undefined) frame.contentWindow?.postMessage(message, site);
}
