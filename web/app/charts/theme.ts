import type { ChartTheme, JsonObject } from "./draw-request.ts";
import { categorical, diverging, sequential } from "./palette.ts";
import { fontFamily } from "./svg.ts";

/** The colours around the marks. */
export interface Tokens {
  background: string;
  /** Titles and values. */
  ink: string;
  /** Axis labels, subtitles, legends. */
  muted: string;
  /** Sources and notes. */
  faint: string;
  /** Hairlines of the grid. */
  grid: string;
  /** The zero line and rules. */
  rule: string;
  accent: string;
}

export const tokens: Record<ChartTheme, Tokens> = {
  light: {
    background: "#ffffff",
    ink: "#16191d",
    muted: "#5a646e",
    faint: "#6b757f",
    grid: "#e6e9ec",
    rule: "#9aa4ad",
    accent: "#018555",
  },
  dark: {
    background: "#181a1f",
    ink: "#eceff1",
    muted: "#a5aeb6",
    faint: "#8b959e",
    grid: "#2c3036",
    rule: "#59626a",
    accent: "#1da56c",
  },
};

/** Sizes of type, in pixels. */
export const type = { title: 17, subtitle: 13, label: 12, note: 11 };

/** Vega-Lite's configuration: what every plot looks like unless its own polish says more. */
export function plotConfig(theme: ChartTheme): JsonObject {
  const colors = tokens[theme];
  return {
    background: null,
    padding: 0,
    font: fontFamily,
    customFormatTypes: true,
    numberFormatType: "portolanNumber",
    normalizedNumberFormatType: "portolanPercent",
    view: { stroke: null },
    mark: { color: colors.accent },
    axis: {
      domain: false,
      gridColor: colors.grid,
      gridWidth: 1,
      labelColor: colors.muted,
      labelFontSize: type.label,
      labelFontWeight: "normal",
      labelLimit: 180,
      labelOverlap: "greedy",
      labelSeparation: 8,
      labelPadding: 6,
      tickColor: colors.rule,
      ticks: false,
      titleColor: colors.muted,
      titleFontSize: type.label,
      titleFontWeight: "normal",
      titlePadding: 10,
    },
    axisX: { grid: false, labelAngle: 0, labelFlush: false, titleAnchor: "end" },
    axisTop: { grid: true },
    axisY: {
      titleAngle: 0,
      titleAlign: "left",
      titleBaseline: "bottom",
      titlePadding: 0,
      titleY: -12,
    },
    axisQuantitative: { tickCount: 5, zindex: 0 },
    legend: {
      orient: "top",
      direction: "horizontal",
      labelColor: colors.muted,
      labelFontSize: type.label,
      labelLimit: 160,
      titleColor: colors.muted,
      titleFontSize: type.label,
      titleFontWeight: "normal",
      symbolSize: 100,
      symbolStrokeWidth: 2,
      rowPadding: 4,
      columnPadding: 16,
      offset: 12,
      gradientLength: 160,
      gradientThickness: 10,
    },
    header: {
      labelColor: colors.ink,
      labelFontSize: type.label,
      labelFontWeight: 600,
      titleColor: colors.muted,
      titleFontSize: type.label,
      titleFontWeight: "normal",
      labelAnchor: "start",
    },
    title: { color: colors.ink, fontSize: 13, fontWeight: 600, anchor: "start", offset: 8 },
    range: {
      category: categorical[theme],
      ordinal: sequential[theme],
      ramp: sequential[theme],
      heatmap: sequential[theme],
      diverging: diverging[theme],
    },
    arc: { stroke: colors.background, strokeWidth: 1.5 },
    area: { opacity: 0.85, line: false },
    bar: { cornerRadiusEnd: 2 },
    boxplot: { size: 30, box: { color: colors.accent }, median: { color: colors.background }, ticks: false },
    circle: { size: 40, opacity: 0.65 },
    geoshape: { stroke: colors.background, strokeWidth: 0.5 },
    line: { strokeWidth: 2, strokeJoin: "round", strokeCap: "round" },
    point: { size: 40, filled: true, opacity: 0.75 },
    rect: {},
    rule: { color: colors.rule, strokeWidth: 1 },
    square: { size: 40, opacity: 0.75 },
    text: { color: colors.ink, fontSize: type.label },
    tick: { thickness: 1.5, opacity: 0.7 },
    trail: { color: colors.accent },
    scale: { bandPaddingInner: 0.2, bandPaddingOuter: 0.1 },
  };
}
