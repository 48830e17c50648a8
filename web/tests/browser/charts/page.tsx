import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { ChartView } from "../../../app/charts/chart-view";
import type { DrawRequest } from "../../../app/charts/draw-request";
import { draw } from "../../../app/charts/view/draw-client";
import { showDrawing } from "../../../app/charts/view/show-drawing";
import type { ShownChart } from "../../../app/charts/view/shown-chart";
import { setThemeMode } from "../../../app/util/theme";
import "../../../app/app.css";

/** Test API of the page: the client's own components and drawing worker, without a server. */
const place = document.getElementById("place") as HTMLElement;

declare global {
  interface Window {
    showCharts: (charts: ShownChart[]) => void;
    drawInto: (request: string) => Promise<"drawn" | "refused">;
    setTheme: (theme: "light" | "dark") => void;
  }
}

window.showCharts = (charts) => {
  const element = charts.map((chart) => <ChartView key={chart.chartId} chart={chart} className="m-4 max-w-2xl" />);
  createRoot(place).render(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
};

window.setTheme = setThemeMode;

window.drawInto = async (request) => {
  try {
    const svg = showDrawing(place, await draw(JSON.parse(request) as DrawRequest, { limit: 1_500 }));
    return svg ? "drawn" : "refused";
  } catch {
    return "refused";
  }
};
