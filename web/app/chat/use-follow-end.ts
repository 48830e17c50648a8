import { type RefObject, useEffect } from "react";

/** How close to its end a scroller counts as being there, in pixels. */
const NEAR_PX = 48;

/** Stays at the end of what grows until a user scrolls up. */
export function useFollowEnd(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [frame, inner] = [scroller.current, content.current];
    if (!frame || !inner) return;
    let isAtEnd = true;
    const toEnd = () => {
      if (isAtEnd) frame.scrollTop = frame.scrollHeight;
    };
    const onScroll = () => {
      isAtEnd = frame.scrollHeight - frame.clientHeight - frame.scrollTop < NEAR_PX;
    };
    const observer = new ResizeObserver(toEnd);
    observer.observe(inner);
    observer.observe(frame);
    frame.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      frame.removeEventListener("scroll", onScroll);
    };
  }, [scroller, content]);
}
