import { afterEach, describe, expect, it } from "vitest";
import { ruledRedirect, runs, setRouteRules } from "./route-rules";
import bundledRules from "./route-rules.json";

describe("route rules", () => {
  afterEach(() => setRouteRules(bundledRules));

  it("let a later rule override each toggle", () => {
    setRouteRules([
      { pattern: "/*", middleware: { session: true, plan: true } },
      { pattern: "/a/*", middleware: { session: false } },
      { pattern: "/a/new", middleware: { session: true } },
    ]);
    expect(["/a/new", "/a/1", "/a", "/b"].map((path) => runs("session", path))).toEqual([true, false, true, true]);
    expect(runs("plan", "/a/1")).toBe(true);
    expect(runs("admin", "/a/1")).toBe(false);
  });

  it("ignore trailing slashes in a path", () => {
    expect(runs("session", "/about///")).toBe(false);
    expect(runs("session", "/charts/")).toBe(true);
  });

  it("apply to every spelling that the router takes for a page", () => {
    expect(["/Admin", "/ADMIN/charts", "/%61dmin", "/administrator", "/a%"].map((path) => runs("admin", path))).toEqual(
      [true, true, true, true, false],
    );
  });

  it("redirect to pages and to other sites", () => {
    expect(ruledRedirect("/plans")).toBe("/pricing");
    expect(ruledRedirect("/start")).toBeNull();
    setRouteRules([{ pattern: "/help/*", redirect: "https://help.example.org" }]);
    expect(ruledRedirect("/help/me")).toBe("https://help.example.org");
  });

  it("reject an unknown middleware", () => {
    setRouteRules([{ pattern: "/start", middleware: { weather: true } }]);
    expect(() => runs("session", "/start")).toThrow("Unknown route middleware: weather");
  });
});
