import { type BenchCase, pageCases, scatterCase } from "./cases";
import { type Engine, engines, until } from "./engines";

/** Cost of one render, in milliseconds. */
export interface Timing {
  /** Until the charts on the screen are painted. */
  toPaint: number;
  /** How long the page's own thread was busy for more than 50 ms at a time. */
  blocked: number;
  elements: number;
}

declare global {
  interface Window {
    timeScatter: (engine: Engine, points: number) => Promise<Timing>;
    timePage: (engine: Engine, charts: number) => Promise<Timing>;
    /** Scrolls through a page of our charts until each was drawn. */
    timeScroll: (charts: number) => Promise<number>;
  }
}

const place = document.getElementById("place") as HTMLElement;

window.timeScatter = (engine, points) => time(engine, [scatterCase(points)]);
window.timePage = (engine, charts) => time(engine, pageCases(charts));

window.timeScroll = async (count) => {
  const leave = await engines.portolan(place, pageCases(count));
  const started = performance.now();
  const charts = [...place.querySelectorAll("[data-chart]")];
  for (const chart of charts) {
    chart.scrollIntoView();
    await until(() => chart.querySelector("svg") !== null);
  }
  const took = performance.now() - started;
  leave();
  window.scrollTo(0, 0);
  return took;
};

async function time(engine: Engine, cases: readonly BenchCase[]): Promise<Timing> {
  let blocked = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) blocked += entry.duration;
  });
  observer.observe({ type: "longtask" });
  const inner = place.appendChild(document.createElement("div"));
  const started = performance.now();
  const leave = await engines[engine](inner, cases);
  await painted();
  const toPaint = performance.now() - started;
  // Long tasks are told of after they are over.
  await new Promise((next) => setTimeout(next, 200));
  observer.disconnect();
  const elements = inner.querySelectorAll("*").length;
  leave();
  inner.remove();
  return { toPaint, blocked, elements };
}

/** The frame after the next is on the screen. */
function painted(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
}
