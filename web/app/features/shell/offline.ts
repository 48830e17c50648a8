import { readSession } from "../../api/session";
import { loadToaster, notify } from "../../ui/toast";
import { preload } from "../../util/preload";
import { pageOf } from "./prefetcher";
import { offline as text } from "./strings";

/**
 * Keeps people on their page while there is no connection: the files of another page could not be loaded, and what they
 * see now would be lost. Answers with what ends it.
 */
export function holdOffline(): () => void {
  // Without a connection, what says so could not be loaded either.
  if (readSession() !== null) preload(loadToaster);
  const onClick = (event: MouseEvent) => {
    if (navigator.onLine || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (link === null || pageOf(link as HTMLAnchorElement) === null) return;
    event.preventDefault();
    event.stopPropagation();
    void notify({
      id: "offline",
      title: text.youreOffline,
      description: text.thisPageStillWorksOther,
      color: "amber",
    });
  };
  document.addEventListener("click", onClick, { capture: true });
  return () => document.removeEventListener("click", onClick, { capture: true });
}
