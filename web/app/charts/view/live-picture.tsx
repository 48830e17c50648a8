import { useEffect, useMemo, useRef, useState } from "react";
import { Skeleton } from "../../ui/skeleton";
import { classNames } from "../../util/class-names";
import { useTheme } from "../../util/theme";
import type { DrawRequest } from "../draw-request";
import { draw, Superseded } from "./draw-client";
import type { Walkable } from "./mark-walk";
import { marksOf, readTargets, type ShownMark } from "./marks";
import { showDrawing } from "./show-drawing";
import { requestFor, type ShownChart } from "./shown-chart";
import { livePicture as text } from "./strings";
import { useWidth } from "./use-width";

export interface LivePictureProps {
  chart: ShownChart;
  onMarks: (marks: readonly ShownMark[]) => void;
  /** Is given the parts that can be edited, with the marks; asks the drawing for them. */
  onParts?: ((parts: Walkable) => void) | undefined;
}

/**
 * A drawing that follows what is being edited: of several changes only the newest is drawn, and the last drawing stays
 * while there is none.
 */
export function LivePicture({ chart, onMarks, onParts }: LivePictureProps) {
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const width = useWidth(place);
  const [failure, setFailure] = useState<string | null>(null);
  const [drawn, setDrawn] = useState<DrawRequest | null>(null);
  const hasHandles = onParts !== undefined;
  const request = useMemo(
    () => (width === undefined ? null : requestFor(chart, { theme, width, hasHandles })),
    [chart, theme, width, hasHandles],
  );
  useEffect(() => {
    if (request === null) return;
    let isCurrent = true;
    const started = performance.now();
    draw(request, { lane: "live" }).then(
      (drawing) => {
        const svg = isCurrent && place.current ? showDrawing(place.current, drawing) : undefined;
        if (!svg) return;
        performance.measure("portolan.live-picture", { start: started, end: performance.now() });
        const marks = marksOf(svg, drawing);
        const size = (side: "width" | "height") => Number(svg.getAttribute(side)) || 1;
        onMarks(marks);
        onParts?.({ marks: [...readTargets(svg), ...marks], width: size("width"), height: size("height") });
        setFailure(null);
        setDrawn(request);
      },
      (error: Error) => {
        if (isCurrent && !(error instanceof Superseded)) setFailure(error.message);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [request, onMarks, onParts]);
  return (
    <div data-picture={failure === null && drawn !== request ? "waiting" : "drawn"}>
      {drawn === null && failure === null && <Skeleton className="aspect-[16/9] w-full" />}
      <div
        ref={place}
        role="img"
        aria-label={text.previewOf(chart.title)}
        className={classNames("transition-opacity duration-100", failure !== null && "opacity-35")}
      />
      <p role="alert" className="mt-3 text-danger text-sm empty:hidden">
        {failure}
      </p>
    </div>
  );
}
