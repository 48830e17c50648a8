import type { ChartTheme } from "./draw-request.ts";

/** Colours for categories, in the order in which they are given out; the green leads. */
export const categorical: Record<ChartTheme, string[]> = {
  light: ["#0f8a5f", "#3b6fd4", "#c9711a", "#8a4fc7", "#c23b5a", "#0f8ea3", "#85803a", "#5c6b7a"],
  dark: ["#3fb98a", "#6f9bf0", "#e39a4c", "#b488ea", "#ec7a94", "#4bbfd2", "#b5ae5c", "#97a6b5"],
};

/** Ramps from few to many. */
export const sequential: Record<ChartTheme, string[]> = {
  light: ["#e3f2ea", "#0b5c40"],
  dark: ["#12352a", "#8be0bb"],
};

/** From below, over the middle, to above. */
export const diverging: Record<ChartTheme, string[]> = {
  light: ["#a8501a", "#f2f2f0", "#0b6b4a"],
  dark: ["#e39a4c", "#2b2f33", "#4cc796"],
};
