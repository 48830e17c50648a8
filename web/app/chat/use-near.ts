import { type RefObject, useEffect, useState } from "react";

/** About three screens: what is drawn before it is scrolled to. */
const MARGIN = "2000px 0px";

/** Whether an element has come near the screen; once it has, it stays so. */
export function useNear(element: RefObject<HTMLElement | null>, isNearFromStart: boolean): boolean {
  const [isNear, setNear] = useState(isNearFromStart);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}
