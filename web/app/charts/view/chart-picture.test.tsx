import { act } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { render } from "../../../tests/unit/render";
import { ChartPicture } from "./chart-picture";
import type { ShownChart } from "./shown-chart";

vi.mock("./draw-client", () => ({ draw: () => Promise.reject(new Error("Drawing took too long.")) }));

const chart: ShownChart = {
  chartId: "c1",
  version: 1,
  kind: "plot",
  title: "Skye is the wettest",
  description: "",
  spec: {},
  data: null,
  query: null,
  encodingNotes: [],
};

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(600);
  return () => vi.restoreAllMocks();
});

it("shows the server's picture where the chart cannot be drawn here", async () => {
  const place = await render(<ChartPicture chart={chart} serverPicture="/api/charts/c1.png" />);
  await vi.waitFor(() => expect(place.querySelector("img")?.alt).toBe("Skye is the wettest."));
  expect(place.querySelector("img")?.getAttribute("src")).toBe("/api/charts/c1.png");
  expect(place.querySelector('[role="alert"]')).toBeNull();
});

it("says that it could not be drawn where the server has no picture either", async () => {
  const place = await render(<ChartPicture chart={chart} serverPicture="/api/charts/c1.png" />);
  await vi.waitFor(() => expect(place.querySelector("img")).not.toBeNull());
  await act(async () => place.querySelector("img")?.dispatchEvent(new Event("error")));
  await vi.waitFor(() => expect(place.querySelector('[role="alert"]')?.textContent).toContain("Try again"));
  expect(place.querySelector("img")).toBeNull();
});
