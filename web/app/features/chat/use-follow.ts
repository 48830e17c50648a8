import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** How far from the end still counts as being there. */
const NEAR_PX = 48;

export interface Follow {
  isFollowing: boolean;
  /** Goes to the end and stays there. */
  follow: () => void;
  /** Stays where the page is. */
  stay: () => void;
}

/**
 * Keeps the end of a growing page in sight until the reader scrolls up; reaching the end again goes on with it. The page
 * itself scrolls, so that the keyboard, a touch and find-in-page work as everywhere.
 */
export function useFollow(content: RefObject<HTMLElement | null>): Follow {
  const [isFollowing, setFollowing] = useState(true);
  const following = useRef(true);
  const lastTop = useRef(0);

  const change = useCallback((next: boolean) => {
    following.current = next;
    setFollowing(next);
  }, []);

  useLayoutEffect(() => {
    if (content.current === null) return;
    const stayAtEnd = () => {
      if (!following.current) return;
      toEnd();
      // A page that has become shorter has moved up by itself: that was not the reader.
      lastTop.current = window.scrollY;
    };
    const observer = new ResizeObserver(stayAtEnd);
    observer.observe(content.current);
    // The composer shrinks when its text is sent.
    observer.observe(document.body);
    stayAtEnd();
    return () => observer.disconnect();
  }, [content]);

  useEffect(() => {
    lastTop.current = window.scrollY;
    const onScroll = () => {
      const { scrollHeight, clientHeight } = document.documentElement;
      const top = window.scrollY;
      const isUpwards = top < lastTop.current;
      lastTop.current = top;
      if (scrollHeight - clientHeight - top <= NEAR_PX) change(true);
      else if (isUpwards) change(false);
    };
    // A wheel or key upwards stops before the page has moved: otherwise new text would pull it back.
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY < 0 && window.scrollY > 0) change(false);
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    window.addEventListener("wheel", onWheel, { passive: true });
    return () => {
      window.removeEventListener("scroll", onScroll);
      window.removeEventListener("wheel", onWheel);
    };
  }, [change]);

  const stay = useCallback(() => change(false), [change]);

  return {
    isFollowing,
    stay,
    follow: () => {
      change(true);
      toEnd();
    },
  };
}

function toEnd() {
  window.scrollTo({ top: document.documentElement.scrollHeight });
}
