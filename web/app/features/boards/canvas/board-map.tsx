import { useReactFlow, useStoreApi } from "@xyflow/react";
import { memo, type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { countOf } from "../../../util/format";
import { useBoard } from "../board-tools";
import { boardMap as text } from "../strings";
import { useBoardView } from "../use-board-view";
import {
  isCovering,
  isWholeInView,
  type MapShape,
  type MapSize,
  mapPlace,
  mapShapes,
  mapSize,
  sightOn,
} from "./map-places";

/** Milliseconds that the sheet is still before the map gives way. */
const restsAfterMs = 1_200;

/**
 * The whole board, small. Things are painted when the board changes; panning moves only the frame of what is seen. Where it
 * covers an item, and where all of the board is in view, it shows only while the view moves or a pointer is on it.
 */
export function BoardMap() {
  const { store } = useBoard();
  const { document } = useBoardView(store);
  const sheet = useStoreApi();
  const { setCenter, zoomTo } = useReactFlow();
  const sight = useRef<HTMLDivElement>(null);
  const map = useRef<HTMLDivElement>(null);
  const size = useMemo(() => mapSize(document.nodes.values()), [document.nodes]);
  const place = useMemo(() => mapPlace(document.nodes.values(), size), [document.nodes, size]);
  const shapes = useMemo(() => mapShapes(document.nodes.values()), [document.nodes]);

  useLayoutEffect(() => {
    let resting: ReturnType<typeof setTimeout> | undefined;
    const giveWay = () => {
      const { transform, width, height } = sheet.getState();
      const look = { transform, width, height };
      const nodes = [...document.nodes.values()];
      if (map.current) map.current.dataset.covers = String(isCovering(nodes, look, size) || isWholeInView(nodes, look));
    };
    const follow = () => {
      clearTimeout(resting);
      resting = setTimeout(giveWay, restsAfterMs);
      if (map.current) map.current.dataset.covers = "false";
      const { transform, width, height } = sheet.getState();
      const seen = sightOn(place, size, { transform, width, height });
      const style = sight.current?.style;
      if (!style) return;
      style.transform = `translate3d(${seen.x}px, ${seen.y}px, 0)`;
      style.width = `${seen.width}px`;
      style.height = `${seen.height}px`;
    };
    follow();
    // Before the first rest nothing is covered either.
    giveWay();
    const unsubscribe = sheet.subscribe((state, before) => {
      if (state.transform !== before.transform || state.width !== before.width || state.height !== before.height)
        follow();
    });
    return () => {
      clearTimeout(resting);
      unsubscribe();
    };
  }, [document.nodes, place, size, sheet]);

  useEffect(() => {
    const element = map.current;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      void zoomTo(sheet.getState().transform[2] * 2 ** (-event.deltaY / 400));
    };
    element?.addEventListener("wheel", turn, { passive: false });
    return () => element?.removeEventListener("wheel", turn);
  }, [sheet, zoomTo]);

  function look(event: PointerEvent<HTMLDivElement>) {
    if (event.buttons !== 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const rect = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - rect.x - event.currentTarget.clientLeft - place.x) / place.scale;
    const y = (event.clientY - rect.y - event.currentTarget.clientTop - place.y) / place.scale;
    void setCenter(x, y, { zoom: sheet.getState().transform[2] });
  }

  return (
    <div
      ref={map}
      role="img"
      aria-label={text.minimap(countOf(document.nodes.size, "item"))}
      data-board-map
      className="absolute right-3 bottom-17 touch-none overflow-hidden rounded-xl border border-line bg-raised shadow-raised transition-opacity duration-150 data-[covers=true]:[&:not(:hover)]:opacity-0 max-md:hidden"
      style={size}
      onPointerDown={look}
      onPointerMove={look}
    >
      <MapThings shapes={shapes} size={size} x={place.x} y={place.y} scale={place.scale} />
      <div
        ref={sight}
        className="absolute top-0 left-0 rounded-sm border-[1.5px] border-accent bg-accent/10 will-change-transform"
      />
    </div>
  );
}

interface MapThingsProps {
  shapes: readonly MapShape[];
  size: MapSize;
  x: number;
  y: number;
  scale: number;
}

const MapThings = memo(function MapThings({ shapes, size, x, y, scale }: MapThingsProps) {
  return (
    <svg aria-hidden width={size.width} height={size.height} className="block">
      <g transform={`translate(${x} ${y}) scale(${scale})`}>
        {shapes.map(({ color, isGroup, path }) => (
          <path
            key={`${color} ${isGroup}`}
            d={path}
            fill={isGroup ? "none" : color}
            stroke={isGroup ? color : "none"}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </g>
    </svg>
  );
});
