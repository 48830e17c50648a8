import { type RefObject, useEffect, useState } from "react";

/** The width of a place, which it follows. */
export function useWidth(place: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>();
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const resize = new ResizeObserver(() => {
      const measured = Math.floor(element.getBoundingClientRect().width);
      if (measured > 0) setWidth(measured);
    });
    resize.observe(element);
    return () => resize.disconnect();
  }, [place]);
  return width;
}
