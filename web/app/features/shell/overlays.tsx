import { lazy, Suspense, useEffect } from "react";
import { useStore } from "../../util/store";
import { overlay } from "./shell-state";

const loadPalette = () => import("./command-palette");
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }));
const FeedbackModal = lazy(async () => ({ default: (await import("./feedback-modal")).FeedbackModal }));

/** What may lie over any page. Its code is loaded when it is first opened. */
export function Overlays() {
  const current = useStore(overlay);
  useEffect(() => {
    const openPalette = (event: KeyboardEvent) => {
      // Holding the first key of the shortcut is time enough to load what the second opens.
      if (event.key === "Meta" || event.key === "Control") void loadPalette().catch(() => {});
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      overlay.set(overlay.get() === "palette" ? "none" : "palette");
    };
    window.addEventListener("keydown", openPalette);
    return () => window.removeEventListener("keydown", openPalette);
  }, []);
  return (
    <Suspense fallback={null}>
      {current === "palette" && <CommandPalette />}
      {current === "feedback" && <FeedbackModal />}
    </Suspense>
  );
}
