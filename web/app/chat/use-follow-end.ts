import { type RefObject, useEffect, useRef } from "react";

/** How close to its end a scroller counts as being there, in pixels. */
const NEAR_PX = 48;

/** Follows the end of growing content until the user scrolls up; a new turn started here resumes following. */
export function useFollowEnd(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  beginCount: number,
): void {
  const follows = useRef(true);
  useEffect(() => {
    if (beginCount === 0) return;
    follows.current = true;
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior: "instant" });
  }, [scroller, beginCount]);

  useEffect(() => {
    const [frame, inner] = [scroller.current, content.current];
    if (!frame || !inner) return;
    let lastTop = frame.scrollTop;
    const toEnd = () => {
      if (follows.current) frame.scrollTop = frame.scrollHeight;
    };
    const onScroll = () => {
      const isNearEnd = frame.scrollHeight - frame.clientHeight - frame.scrollTop < NEAR_PX;
      // Content that has grown since the last frame moves the end away, but nothing up: only a reader does that.
      if (isNearEnd) follows.current = true;
      else if (frame.scrollTop < lastTop) follows.current = false;
      lastTop = frame.scrollTop;
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
