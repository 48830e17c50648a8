import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { profileQuery } from "../../api/profile";
import { notify } from "../../ui/toast";
import { debugMode } from "../../util/debug-mode";
import { isTyping } from "../../util/is-typing";
import { overlay } from "./shell-state";
import { advanceChain, type ChainProgress } from "./shortcut-keys";
import { shortcuts as text } from "./strings";

/** Keyboard shortcuts of signed-in users: navigation sequences, and debug mode for admins. */
export function Shortcuts() {
  const navigate = useNavigate();
  const isAdmin = useQuery(profileQuery()).data?.isAdmin ?? false;
  const progress = useRef<ChainProgress | null>(null);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (isAdmin && key === "d" && event.metaKey && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        debugMode.set(!debugMode.get());
        void notify({ id: "debug-mode", title: debugMode.get() ? text.debugModeIsOn : text.debugModeIsOff });
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || overlay.get() !== "none") return;
      const next = advanceChain(progress.current, key, event.timeStamp);
      progress.current = next.progress;
      if (next.chain === null) return;
      event.preventDefault();
      void navigate(next.chain.to);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [isAdmin, navigate]);

  return null;
}
