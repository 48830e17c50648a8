import { describe, expect, it } from "vitest";
import { catchAllTarget } from "./catch-all";

const boardFor = (text: string) => `/boards/new?${new URLSearchParams({ q: text })}`;

describe("an unknown path", () => {
  it.each([
    ["/https://example.org/a?b=c&d=e", "https://example.org/a?b=c&d=e"],
    ["/http://example.org", "http://example.org"],
    ["/HTTPS://example.org", "HTTPS://example.org"],
    ["/https:/example.org", "https:/example.org"],
    ["/www.example.org/x", "www.example.org/x"],
    ["/https%3A%2F%2Fexample.org%2F%3Fq%3D1%2526", "https://example.org/?q=1%26"],
    ["/https://example.org/#/route", "https://example.org/#/route"],
    ["/https://user:word@evil.example//", "https://user:word@evil.example//"],
    ["/https://例え.jp/道", "https://例え.jp/道"],
    ["/https://shop.example/50%-off?a=%E0%A4%A", "https://shop.example/50%-off?a=%E0%A4%A"],
    ["/https:/example.org//a///b/?c=1#d", "https:/example.org//a///b/?c=1#d"],
    [
      "/https://example.org/?next=https%3A%2F%2Fb.example%2F%3Fx%3D1%26y",
      "https://example.org/?next=https://b.example/?x=1&y",
    ],
    ["/https://example.org/a%20b+c", "https://example.org/a b+c"],
    ["/https://example.org/%2e%2e/start", "https://example.org/../start"],
    ["/WWW.example.org", "WWW.example.org"],
    ["/httpfoo", "httpfoo"],
    ["/https", "https"],
  ])("creates a board from %s", (address, text) => {
    expect(catchAllTarget(address)).toBe(boardFor(text));
  });

  it.each([
    "chrome://settings",
    "file:///etc/passwd",
    "edge:x",
    "brave:x",
    "about:blank",
    "data:text/html,<b>",
    "ftp://x",
    "mailto:a@b",
    "Data:x",
    "CHROME://settings/?q=https://example.org",
    "edge://flags",
    "brave://rewards",
    "about:srcdoc",
  ])("redirects %s to the start page", (text) => {
    expect(catchAllTarget(`/${text}`)).toBe("/start");
    expect(catchAllTarget(`/${encodeURIComponent(text)}`)).toBe("/start");
  });

  it.each([
    "/nothing",
    "/",
    "/%E0%A4%A",
    "/%",
    "/javascript:alert(1)",
    "/JavaScript:alert(1)//https://example.org",
    "/view-source:https://example.org",
    "/blob:https://example.org/1",
    "/chrome-extension://abc/x",
    "/ws://example.org",
    "/%20https://example.org",
    "/\\evil.example",
    "/.https://example.org",
    "/ https://x",
    "//evil.example",
    "/chromebook",
    "/\u0000",
  ])("has nothing for %j", (address) => {
    expect(catchAllTarget(address)).toBeNull();
  });

  it("never redirects to another site", () => {
    for (const address of ["/https://evil.example", "/www.evil.example", "/data:x"]) {
      expect(catchAllTarget(address)).toMatch(/^\/(?:boards\/new\?q=|start$)/);
    }
  });
});
