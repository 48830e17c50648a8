import type { ReactNode } from "react";
import { chatPanel as text } from "../strings";
import "../../../blocks/turn.css";

/** The place of the chat beside the sheet: over it on small screens; a note of one line where it is closed. */
export function ChatPanel({ isNote = false, children }: { isNote?: boolean; children: ReactNode }) {
  if (isNote) {
    return (
      <div
        role="status"
        className="absolute bottom-17 left-3 z-10 max-w-[calc(100%-1.5rem)] animate-appear rounded-xl border border-line bg-raised px-3.5 py-1.5 shadow-raised sm:max-w-72"
      >
        {children}
      </div>
    );
  }
  return (
    <aside
      aria-label={text.boardChat}
      data-board-panel
      className="z-20 flex flex-col border-line bg-paper max-md:absolute max-md:inset-0 md:w-104 md:shrink-0 md:border-l"
    >
      {children}
    </aside>
  );
}
