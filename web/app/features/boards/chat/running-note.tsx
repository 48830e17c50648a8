import { TurnProgress } from "../../../blocks/turn-progress";
import { useLive } from "../../../chat/use-chat";
import type { ChatStore } from "../../../stream/chat-store";
import { ChatPanel } from "./chat-panel";

/** Current step of the assistant, if the panel doesn't show it. */
export function RunningNote({ store }: { store: ChatStore }) {
  const live = useLive(store);
  if (!live) return null;
  return (
    <ChatPanel isNote>
      <TurnProgress live={live.progress ? { ...live, open: null } : live} />
    </ChatPanel>
  );
}
