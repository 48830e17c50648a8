import type { KeyboardEvent } from "react";

/** Calls `act` for the enter key alone: with shift it begins a line, and while a word is composed it belongs to that. */
export function onEnter(act: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };
}
