import { describe, expect, it } from "vitest";
import { paths } from "./page-paths";
import { apiPaths } from "./paths";

describe("paths", () => {
  it("encode user input", () => {
    expect(paths.start("a&b=c #1")).toBe("/start?q=a%26b%3Dc+%231");
  });

  it("keep an id inside its segment", () => {
    expect(paths.chart("../admin")).toBe("/charts/..%2Fadmin");
    expect(apiPaths.chatMessages("a/b?c")).toBe("/api/chats/a%2Fb%3Fc/messages");
  });

  it("omit an empty query", () => {
    expect(paths.start()).toBe("/start");
    expect(paths.login()).toBe("/login");
    expect(apiPaths.charts({ cursor: undefined })).toBe("/api/charts");
  });

  it("name a chart's export with its theme", () => {
    expect(apiPaths.chartExport("c1", "svg", { theme: "dark", version: 2 })).toBe(
      "/api/charts/c1.svg?theme=dark&version=2",
    );
  });
});
