import { lazy, Suspense, useEffect, useState } from "react";
import { isTyping } from "../../util/is-typing";
import { preload } from "../../util/preload";
import { useStore } from "../../util/store";
import { overlay } from "./shell-state";

const loadPalette = () => import("./command-palette");
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }));
const AfterIdle = lazy(async () => ({ default: (await import("./after-idle")).AfterIdle }));
const FeedbackModal = lazy(async () => ({ default: (await import("./feedback-modal")).FeedbackModal }));
const ShortcutSheet = lazy(async () => ({ default: (await import("./shortcut-sheet")).ShortcutSheet }));

/** On a page that never rests, what waits for rest begins after this long. */
const longestWaitMs = 2_000;

/** Overlays of any page. Their code is loaded on first use. */
export function Overlays() {
  const current = useStore(overlay);
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const begin = () => setIdle(true);
    if (window.requestIdleCallback) window.requestIdleCallback(begin, { timeout: longestWaitMs });
    else setTimeout(begin, longestWaitMs);
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <Suspense fallback={null}>
      {isIdle && (
        <Suspense fallback={null}>
          <AfterIdle />
        </Suspense>
      )}
      {current === "palette" && <CommandPalette />}
      {current === "feedback" && <FeedbackModal />}
      {current === "shortcuts" && <ShortcutSheet />}
    </Suspense>
  );
}

function onKeyDown(event: KeyboardEvent): void {
  // Holding the first key of the shortcut is time enough to load what the second opens.
  if (event.key === "Meta" || event.key === "Control") preload(loadPalette);
  const isHeld = event.metaKey || event.ctrlKey;
  if (event.key.toLowerCase() === "k" && isHeld && !event.altKey && !event.shiftKey) {
    event.preventDefault();
    overlay.set(overlay.get() === "palette" ? "none" : "palette");
  } else if (event.key === "?" && !isHeld && overlay.get() === "none" && !isTyping(event.target)) {
    event.preventDefault();
    overlay.set("shortcuts");
  }
}
