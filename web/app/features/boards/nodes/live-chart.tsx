import { useQuery } from "@tanstack/react-query";
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { chartQuery } from "../../../api/charts";
import { steps } from "../../../charts/view/marks";
import { chartData, type ShownChart } from "../../../charts/view/shown-chart";
import { useBoard } from "../board-tools";

const ChartPicture = lazy(async () => ({
  default: (await import("../../../charts/view/chart-picture")).ChartPicture,
}));

const DataTable = lazy(async () => ({ default: (await import("../../../charts/view/data-table")).DataTable }));

export interface LiveChartProps {
  chartId: string;
  version?: number | undefined;
  /** Static fallback until the chart is interactive. */
  picture: ReactNode;
}

/** How long a chart stays in sight, and the sheet at rest, before it is loaded: who pans past loads nothing. */
const patience = 350;

/** A chart in its place: drawn here, its marks to be pointed at and walked through. */
export function LiveChart(props: LiveChartProps) {
  const { view } = useBoard();
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (isWanted) return;
    let forget = () => {};
    const begin = () => {
      forget();
      if (view.isMoving.get()) return;
      const timer = setTimeout(() => {
        forget = view.wait(() => setWanted(true));
      }, patience);
      forget = () => clearTimeout(timer);
    };
    begin();
    const stop = view.isMoving.subscribe(begin);
    return () => {
      stop();
      forget();
    };
  }, [isWanted, view]);
  return isWanted ? <LoadedChart {...props} /> : props.picture;
}

function LoadedChart({ chartId, version, picture }: LiveChartProps) {
  const { data: chart } = useQuery(chartQuery(chartId, version));
  if (!chart) return picture;
  if (chart.kind === "table") return <TableInPlace chart={chart} picture={picture} />;
  return (
    <Suspense fallback={picture}>
      {/* The middle of a mind map is its title. */}
      <Fitted title={chart.kind === "mindmap" ? "" : chart.title}>
        {(room) => <ChartPicture chart={chart} mostHeight={room} fillsHeight />}
      </Fitted>
    </Suspense>
  );
}

/** The rows of a table, which scroll in their card. */
function TableInPlace({ chart, picture }: { chart: ShownChart; picture: ReactNode }) {
  const data = chartData(chart);
  if (!data) return picture;
  return (
    <Suspense fallback={picture}>
      <div className="flex min-h-0 flex-1 flex-col gap-2 p-3" data-live-chart>
        <ChartTitle title={chart.title} />
        <div className="nowheel nodrag flex min-h-0 flex-1 flex-col [&>section]:max-h-full">
          <DataTable data={data} caption={chart.title} />
        </div>
      </div>
    </Suspense>
  );
}

function ChartTitle({ title }: { title: string }) {
  return (
    <p dir="auto" className="line-clamp-2 shrink-0 font-semibold text-sm leading-snug">
      {title}
    </p>
  );
}

/** Keys that lead through the marks do not move the node. */
function keepSteps(event: KeyboardEvent) {
  if (event.key in steps) event.stopPropagation();
}

interface FittedProps {
  title: string;
  /** Draws what is shown, for a frame of this height in pixels. */
  children: (room: number) => ReactNode;
}

/** As wide as its frame, and drawn for its height; what comes out higher than that is made smaller as a whole. */
function Fitted({ title, children }: FittedProps) {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const [outer, inner] = [frame.current, content.current];
    if (!outer || !inner) return;
    const measure = () => {
      setRoom(outer.clientHeight);
      setScale(Math.min(1, outer.clientHeight / Math.max(1, inner.offsetHeight)));
    };
    measure();
    const resize = new ResizeObserver(measure);
    resize.observe(outer);
    resize.observe(inner);
    return () => resize.disconnect();
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the chart inside has the keys, they only end here
    <div className="flex min-h-0 flex-1 flex-col gap-2 p-3" data-live-chart onKeyDown={keepSteps}>
      {title !== "" && <ChartTitle title={title} />}
      <div ref={frame} className="min-h-0 flex-1">
        <div ref={content} className="origin-top" style={{ transform: scale < 1 ? `scale(${scale})` : undefined }}>
          {room > 0 && children(room)}
        </div>
      </div>
    </div>
  );
}
