import { useStoreApi } from "@xyflow/react";
import { useLayoutEffect, useRef } from "react";

/** From dot to dot on the sheet; on the screen it is doubled until the dots are at least `least` apart. */
const gap = 28;
const least = 18;

/** The dots of the sheet: a tile that is painted when the zoom changes and only moved while a user pans. */
export function Dots() {
  const sheet = useStoreApi();
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    let painted = 0;
    const follow = () => {
      const [x, y, zoom] = sheet.getState().transform;
      const style = layer.current?.style;
      if (!style) return;
      const step = dotGap(zoom);
      if (zoom !== painted) style.setProperty("--step", `${step}px`);
      painted = zoom;
      // In whole pixels: by a part of one it would be painted anew.
      style.transform = `translate3d(${Math.round(phase(x, step))}px, ${Math.round(phase(y, step))}px, 0)`;
    };
    follow();
    return sheet.subscribe(follow);
  }, [sheet]);
  return <div ref={layer} aria-hidden className="board-dots" />;
}

/** Pixels of the screen from dot to dot. */
export function dotGap(zoom: number): number {
  let step = gap * zoom;
  while (step < least) step *= 2;
  return step;
}

/** How far into a step an offset is, never negative. */
function phase(offset: number, step: number): number {
  return ((offset % step) + step) % step;
}
