import type { View } from "vega";
import type { Cell } from "../draw-request.ts";
import type { AxisPlaces } from "../kinds/drawing.ts";
import { readTime } from "../rows.ts";

interface Scale {
  (value: unknown): number | undefined;
  domain(): unknown[];
  range(): number[];
  /** Only scales of names have it. */
  bandwidth?(): number;
}

/** Positions of values along the axes of a drawing that has one of each. */
export function axisPlaces(view: View, [left, top]: [number, number]): AxisPlaces | undefined {
  const scales = { x: scaleOf(view, "x"), y: scaleOf(view, "y") };
  if (!scales.x && !scales.y) return undefined;
  const [right, bottom] = [left + view.width(), top + view.height()];
  return {
    area: { left, top, right, bottom },
    place: (axis, value) => {
      const scale = scales[axis];
      const position = scale && positionOn(scale, value);
      return position === undefined ? undefined : position + (axis === "x" ? left : top);
    },
  };
}

/** Panels and several axes have scales of other names. */
function scaleOf(view: View, name: string): Scale | undefined {
  try {
    return view.scale(name) as Scale;
  } catch {
    return undefined;
  }
}

function positionOn(scale: Scale, value: Cell): number | undefined {
  const time = typeof value === "string" ? readTime(value) : null;
  if (scale.bandwidth) {
    const start = scale(value) ?? scale(time);
    return start === undefined ? undefined : start + scale.bandwidth() / 2;
  }
  const number = typeof value === "number" ? value : time;
  const ends = scale.domain().map(Number);
  const isInside = number !== null && number >= Math.min(...ends) && number <= Math.max(...ends);
  return isInside ? scale(number) : undefined;
}
