import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { ChartSkeleton } from "../../ui/chart-skeleton";
import { Skeleton } from "../../ui/skeleton";
import { classNames } from "../../util/class-names";
import { countOf } from "../../util/format";
import { useTheme } from "../../util/theme";
import type { DrawRequest } from "../draw-request";
import { draw } from "./draw-client";
import { type Highlight, HighlightFrames, HighlightLegend } from "./highlights";
import { MarkPointer, useMarkWalk, type Walkable } from "./mark-walk";
import { marksOf } from "./marks";
import { showDrawing } from "./show-drawing";
import { requestFor, type ShownChart } from "./shown-chart";
import { chartPicture as strings } from "./strings";

/** Charts this many pixels off the screen are drawn before they are scrolled to. */
const ahead = 600;

type Picture =
  | { state: "waiting" }
  | { state: "drawn"; request: DrawRequest }
  | { state: "failed"; request: DrawRequest; message: string };

/** The height that the place of a picture has room for, or what measures it there; charts of many rows try to keep it. */
export type MostHeight = number | ((picture: HTMLElement) => number);

export interface ChartPictureProps {
  chart: ShownChart;
  maxHeight?: number;
  mostHeight?: MostHeight | undefined;
  /** True where plots are as high as that. */
  fillsHeight?: boolean | undefined;
  /** Address of the server's drawing, which stands in while this one is made, and where it can't be. */
  serverPicture?: string | undefined;
  /** Marks that are drawn attention to. */
  highlights?: readonly Highlight[];
}

const none: readonly Highlight[] = [];

/** The drawing itself, as wide as its place. What is shown stays until its successor is there. */
export function ChartPicture({
  chart,
  maxHeight,
  mostHeight,
  fillsHeight,
  serverPicture,
  highlights = none,
}: ChartPictureProps) {
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const { width, room } = useSizeOnceVisible(place, mostHeight);
  const [picture, setPicture] = useState<Picture>({ state: "waiting" });
  const [walkable, setWalkable] = useState<Walkable>(nothing);
  const { current, announcement, handlers } = useMarkWalk(place, walkable);
  const [isWalked, setWalked] = useState(false);
  const [omitted, setOmitted] = useState<string | null>(null);
  const [isWhole, setWhole] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [brokenPicture, setBrokenPicture] = useState<string>();
  const standIn = serverPicture === brokenPicture ? undefined : serverPicture;
  const areMarksToCome = picture.state === "drawn" && !picture.request.hasMarks;
  // A thumbnail leads to its chart; there the marks are.
  const canWalk = maxHeight === undefined && (walkable.marks.length > 0 || areMarksToCome);
  const request = useMemo(
    () =>
      width === undefined
        ? undefined
        : requestFor(chart, {
            theme,
            width,
            height: maxHeight,
            mostHeight: isWhole ? undefined : room,
            fillsHeight,
            isWalked,
          }),
    [chart, theme, width, maxHeight, room, fillsHeight, isWhole, isWalked],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt draws the same again
  useEffect(() => {
    if (!request) return;
    let isCurrent = true;
    draw(request).then(
      (drawing) => {
        const svg = isCurrent && place.current ? showDrawing(place.current, drawing) : undefined;
        if (!svg) return;
        const size = (side: "width" | "height") => Number(svg.getAttribute(side)) || 1;
        setWalkable({ marks: marksOf(svg, drawing), width: size("width"), height: size("height") });
        setOmitted(svg.getAttribute("data-omitted"));
        setPicture({ state: "drawn", request });
      },
      (error: Error) => isCurrent && setPicture({ state: "failed", request, message: error.message }),
    );
    return () => {
      isCurrent = false;
    };
  }, [request, attempt]);

  return (
    <div
      className="relative"
      data-picture={settledState(picture, request)}
      data-first-drawing={request && picture.state === "waiting" ? "" : undefined}
    >
      {picture.state !== "drawn" && standIn !== undefined && (
        <img
          src={standIn}
          alt={picture.state === "failed" ? describe(chart) : ""}
          className="aspect-[16/10] w-full object-contain"
          onError={() => setBrokenPicture(standIn)}
        />
      )}
      {picture.state === "waiting" && <Waiting hasPlaceholder={standIn === undefined} maxHeight={maxHeight} />}
      {picture.state === "failed" && standIn === undefined && (
        <p role="alert" className="rounded-lg border border-line border-dashed px-4 py-6 text-sm text-soft">
          <strong className="block font-medium text-ink">{strings.couldntDrawThisChart}</strong>
          {strings.theDataIsComplete(picture.message)}{" "}
          <button
            type="button"
            onClick={() => {
              setPicture({ state: "waiting" });
              setAttempt(attempt + 1);
            }}
            className="font-medium text-accent-strong underline underline-offset-2"
          >
            {strings.tryAgain}
          </button>
        </p>
      )}
      <div
        // Below what stands in, a place that cuts off what is too high for it would never see the picture come near.
        className={picture.state === "waiting" ? "absolute inset-x-0 top-0" : "relative"}
        hidden={picture.state === "failed"}
      >
        <div
          ref={place}
          {...(canWalk
            ? {
                ...walkProps(chart, areMarksToCome ? undefined : walkable.marks.length),
                ...handlers,
                ...(areMarksToCome && { onFocus: () => setWalked(true), onPointerEnter: () => setWalked(true) }),
              }
            : { role: "img", "aria-label": describe(chart) })}
          className={classNames(
            "rounded-sm",
            picture.state === "waiting" ? "absolute inset-x-0 top-0" : "animate-appear",
          )}
        />
        {canWalk && highlights.length > 0 && <HighlightFrames highlights={highlights} walkable={walkable} />}
        {canWalk && current && <MarkPointer mark={current} size={walkable} />}
      </div>
      {omitted !== null && picture.state === "drawn" && (
        <p className="flex items-center gap-x-2 pt-2 text-faint text-xs" data-numeric>
          {omitted}
          <button
            type="button"
            onClick={() => setWhole(true)}
            className="rounded font-medium text-soft underline decoration-line-strong underline-offset-2 hover:text-ink"
          >
            {strings.showMore}
          </button>
        </p>
      )}
      {canWalk && <HighlightLegend highlights={highlights} walkable={walkable} />}
      {canWalk && (
        <span role="status" className="sr-only">
          {areMarksToCome && isWalked ? strings.loadingDataPoints : announcement}
        </span>
      )}
    </div>
  );
}

/** Stands in for a picture that has none yet, and says that it is being drawn. */
function Waiting({ hasPlaceholder, maxHeight }: { hasPlaceholder: boolean; maxHeight: number | undefined }) {
  return (
    <>
      {hasPlaceholder &&
        (maxHeight === undefined ? (
          <ChartSkeleton />
        ) : (
          <div style={{ height: maxHeight }}>
            <Skeleton className="h-full w-full" />
          </div>
        ))}
      <span className="sr-only" role="status">
        {strings.drawingChart}
      </span>
    </>
  );
}

/** Whether what is shown is what is wanted now; a picture far from the screen is wanted later. */
function settledState(picture: Picture, request: DrawRequest | undefined) {
  if (!request) return "far";
  return picture.state === "waiting" || picture.request !== request ? "waiting" : picture.state;
}

const nothing: Walkable = { marks: [], width: 1, height: 1 };

/** The keys go to the chart, not to a screen reader's own commands. Without a count it is not known yet. */
function walkProps(chart: ShownChart, count: number | undefined) {
  const leap = count === undefined || count > 50 ? strings.thePageKeysJumpBy : "";
  const how = strings.arrowKeys(count === undefined ? strings.manyDataPoints : countOf(count, "data point"), leap);
  return {
    role: "application",
    "aria-roledescription": "chart",
    "aria-label": `${describe(chart)} ${how}`,
    tabIndex: 0,
  };
}

function describe(chart: ShownChart): string {
  const texts = [chart.title, chart.description].filter((text) => text !== "");
  return texts.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`)).join(" ");
}

/** The size of a place, known when it is near the screen; it follows the place's width from then on. */
function useSizeOnceVisible(
  place: React.RefObject<HTMLElement | null>,
  mostHeight: MostHeight | undefined,
): { width?: number; room?: number | undefined } {
  const [size, setSize] = useState<{ width?: number; room?: number | undefined }>({});
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    let width = 0;
    const measure = () => {
      // In its own pixels, whatever the sheet that it lies on is zoomed to.
      // A keyboard on the screen makes the page lower, not narrower: the picture stays as it is.
      if (element.clientWidth === 0 || element.clientWidth === width) return;
      width = element.clientWidth;
      setSize({ width, room: typeof mostHeight === "function" ? mostHeight(element) : mostHeight });
    };
    const resize = new ResizeObserver(measure);
    const begin = () => {
      visibility.disconnect();
      resize.observe(element);
    };
    const visibility = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) begin();
      },
      { rootMargin: `${ahead}px` },
    );
    const { top, bottom } = element.getBoundingClientRect();
    // Visible charts draw without waiting for a frame.
    if (bottom > -ahead && top < window.innerHeight + ahead) {
      measure();
      begin();
    } else visibility.observe(element);
    return () => {
      visibility.disconnect();
      resize.disconnect();
    };
  }, [place, mostHeight]);
  return size;
}
