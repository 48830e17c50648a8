import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
// @ts-expect-error a task of the build, without types
import { preloadRoutes } from "../../tasks/preload-routes.mjs";

describe("the page of all paths that have none of their own", () => {
  let client: string;

  beforeEach(() => {
    client = mkdtempSync(join(tmpdir(), "portolan-preload-"));
    mkdirSync(join(client, "assets"));
    mkdirSync(join(client, "about"));
    const put = (path: string, text: string) => writeFileSync(join(client, path), text);
    const routes = {
      root: { module: "/assets/root-1.js", path: "", imports: [], css: [] },
      frame: { parentId: "root", module: "/assets/frame-1.js", imports: [], css: [] },
      chat: {
        parentId: "frame",
        path: "chats/:chatId",
        module: "/assets/chat-1.js",
        imports: [],
        css: ["/assets/c-1.css"],
      },
      about: { parentId: "root", path: "about", module: "/assets/about-1.js", imports: [], css: [] },
    };
    put("assets/manifest-1.js", `window.__reactRouterManifest=${JSON.stringify({ routes })};`);
    put("assets/root-1.js", "");
    put("assets/frame-1.js", "");
    put("assets/chat-1.js", 'import "./answer-1.js";import("./later-1.js")');
    put("assets/answer-1.js", "");
    put("assets/later-1.js", "");
    put("assets/about-1.js", "");
    put("about/index.html", "");
    put(
      "__spa-fallback.html",
      '<head><script src="/assets/root-1.js"></script><link rel="stylesheet" href="/a.css"/></head>',
    );
    preloadRoutes(client);
  });

  afterEach(() => rmSync(client, { recursive: true, force: true }));

  /** Requests of the page at a path, calls first. */
  function asksFor(pathname: string, cookie: string): string[] {
    const page = readFileSync(join(client, "__spa-fallback.html"), "utf8");
    expect(page.indexOf("<script>(")).toBeLessThan(page.indexOf('rel="stylesheet"'));
    const [, script = ""] = page.match(/<script>(.*?)<\/script>/s) ?? [];
    const asked: string[] = [];
    const fetched = vi.fn(async (path: string) => {
      asked.push(path);
      return new Response("{}");
    });
    const head = { append: ({ rel, href }: { rel: string; href: string }) => asked.push(`${rel} ${href}`) };
    const run = new Function("location", "document", "window", "fetch", script);
    run({ pathname }, { cookie, head, createElement: () => ({}) }, {}, fetched);
    return asked;
  }

  it("asks ahead for the files of its route, with what they need, and for what it is about", () => {
    const id = "019b0000-0000-7000-8000-00000000000f";
    expect(asksFor(`/chats/${id}`, "portolan-auth-token=x")).toEqual([
      `/api/chats/${id}`,
      "/api/user/profile",
      "modulepreload /assets/chat-1.js",
      "modulepreload /assets/answer-1.js",
      "modulepreload /assets/frame-1.js",
      "preload /assets/c-1.css",
    ]);
    expect(asksFor("/chats/unknown", "")).not.toContain("/api/user/profile");
  });

  it("asks for nothing at a path that it does not know, or that has a page of its own", () => {
    expect(asksFor("/about", "portolan-auth-token.0=x")).toEqual([]);
    expect(asksFor("/nothing/here", "")).toEqual([]);
  });
});
