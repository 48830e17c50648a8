import * as echarts from "echarts";
import { useMemo } from "react";
import { createRoot } from "react-dom/client";
import embed from "vega-embed";
import type { TopLevelSpec } from "vega-lite";
import { ChartPicture } from "../app/charts/view/chart-picture";
import type { ShownChart } from "../app/charts/view/shown-chart";
import type { BenchCase } from "./cases";

/** The others with both of their renderers. */
export type Engine = "portolan" | "echarts canvas" | "echarts svg" | "vega-embed canvas" | "vega-embed svg";

type Show = (place: HTMLElement, cases: readonly BenchCase[]) => Promise<() => void>;
type Renderer = "canvas" | "svg";

/** Puts charts below each other, and answers when those that will be drawn now are. */
export const engines: Record<Engine, Show> = {
  portolan: showOurs,
  "echarts canvas": showECharts("canvas"),
  "echarts svg": showECharts("svg"),
  "vega-embed canvas": showVegaEmbed("canvas"),
  "vega-embed svg": showVegaEmbed("svg"),
};

const [width, height] = [640, 360];

function specOf({ mark, columns }: BenchCase) {
  const type = (at: number) => (columns[at]?.type === "string" ? "nominal" : "quantitative");
  return { mark, encoding: { x: { field: "x", type: type(0) }, y: { field: "y", type: type(1) } } };
}

async function showOurs(place: HTMLElement, cases: readonly BenchCase[]): Promise<() => void> {
  const root = createRoot(place);
  root.render(<Ours cases={cases} />);
  await until(() => {
    const near = [...place.querySelectorAll("[data-chart]")].filter(isOnScreen);
    return near.length > 0 && near.every((each) => each.querySelector("svg"));
  });
  return () => root.unmount();
}

function Ours({ cases }: { cases: readonly BenchCase[] }) {
  const charts = useMemo(() => cases.map(shown), [cases]);
  return charts.map((chart) => (
    <div key={chart.chartId} data-chart style={{ width, minHeight: height }}>
      <ChartPicture chart={chart} />
    </div>
  ));
}

/** Drawings are remembered by what they show: no two are the same here. */
let shownCount = 0;

function shown(each: BenchCase, index: number): ShownChart {
  shownCount += 1;
  return {
    chartId: String(index),
    version: 1,
    kind: "plot",
    title: `Chart ${shownCount}`,
    description: "",
    spec: specOf(each),
    data: { columns: each.columns, rows: each.rows, truncated: false },
    query: null,
    encodingNotes: [],
  };
}

function showECharts(renderer: Renderer): Show {
  return async (place, cases) => {
    const charts = cases.map((each) => showEChart(place, each, renderer));
    return () => {
      for (const chart of charts) chart.dispose();
    };
  };
}

function showEChart(place: HTMLElement, { mark, columns, rows }: BenchCase, renderer: Renderer) {
  const element = place.appendChild(document.createElement("div"));
  element.style.cssText = `width:${width}px;height:${height}px`;
  const chart = echarts.init(element, null, { renderer });
  const isNamed = columns[0]?.type === "string";
  chart.setOption({
    animation: false,
    xAxis: isNamed ? { type: "category", data: rows.map(([name]) => String(name)) } : { type: "value" },
    yAxis: { type: "value" },
    series: [
      {
        type: mark === "point" ? "scatter" : mark,
        symbolSize: 6,
        data: isNamed ? rows.map(([, value]) => Number(value)) : rows.map((row) => row.map(Number)),
      },
    ],
  });
  return chart;
}

function showVegaEmbed(renderer: Renderer): Show {
  return async (place, cases) => {
    const views = await Promise.all(
      cases.map((each) => {
        const element = place.appendChild(document.createElement("div"));
        const values = each.rows.map(([x, y]) => ({ x, y }));
        const spec = { ...specOf(each), data: { values }, width: width - 60, height: height - 60 } as TopLevelSpec;
        return embed(element, spec, { actions: false, renderer });
      }),
    );
    return () => {
      for (const view of views) view.finalize();
    };
  };
}

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

export async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((next) => requestAnimationFrame(next));
}
