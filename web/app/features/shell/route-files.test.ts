import { describe, expect, it } from "vitest";
import { type RouteList, scriptsOf } from "./route-files";

const routes: RouteList = {
  root: { id: "root", path: "", module: "root.js" },
  layout: { id: "layout", parentId: "root", module: "layout.js" },
  home: { id: "home", parentId: "layout", index: true, module: "home.js", clientMiddlewareModule: "home-guard.js" },
  about: { id: "about", parentId: "layout", path: "about", module: "about.js" },
  chart: { id: "chart", parentId: "layout", path: "charts/:chartId", module: "chart.js" },
};

const imports = { root: ["react.js"], about: ["react.js", "article.js"] };

describe("the scripts of a page", () => {
  it("are those of its route and of the routes around it, each once", () => {
    expect(scriptsOf("/about", routes, imports)).toEqual([
      "root.js",
      "react.js",
      "layout.js",
      "about.js",
      "article.js",
    ]);
    expect(scriptsOf("/", routes, imports)).toEqual(["root.js", "react.js", "layout.js", "home.js", "home-guard.js"]);
    expect(scriptsOf("/charts/c1", routes, imports)).toContain("chart.js");
  });

  it("are the routes' own files until their imports are known", () => {
    expect(scriptsOf("/about", routes, {})).toEqual(["root.js", "layout.js", "about.js"]);
  });

  it("are none for an address without a page", () => {
    expect(scriptsOf("/nothing", routes, imports)).toEqual([]);
  });
});
