import { describe, expect, it } from "vitest";
import { catchAllTarget } from "./catch-all";

const boardFor = (text: string) => `/boards/new?${new URLSearchParams({ q: text })}`;

describe("an address without a page", () => {
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
  ])("starts a board from %s", (address, text) => {
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
  ])("leads from %s to the start page", (text) => {
    expect(catchAllTarget(`/${text}`)).toBe("/start");
    expect(catchAllTarget(`/${encodeURIComponent(text)}`)).toBe("/start");
  });

  it.each([
    "/nothing",
    "/",
    "/%E0%A4%A",
    "/%",
    "/javascript:alert(1)",
    "/ https://x",
    "//evil.example",
    "/chromebook",
    "/\u0000",
  ])("has nothing for %j", (address) => {
    expect(catchAllTarget(address)).toBeNull();
  });

  it("never leaves this site", () => {
    for (const address of ["/https://evil.example", "/www.evil.example", "/data:x"]) {
      expect(catchAllTarget(address)).toMatch(/^\/(?:boards\/new\?q=|start$)/);
    }
  });
});
