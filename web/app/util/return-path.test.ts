import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { writeCookie } from "./cookies";
import { isPathOfThisSite, rememberPath, takeRememberedPath } from "./return-path";

describe("return path", () => {
  beforeEach(() => {
    writeCookie("portolan-return-path", "", 0);
    writeCookie("portolan-profile-return-path", "", 0);
  });

  it("sends users back once, with query and fragment", () => {
    rememberPath("login", "/chats/1?x=a%20b#end");
    expect(takeRememberedPath("login")).toBe("/chats/1?x=a%20b#end");
    expect(takeRememberedPath("login")).toBe("/start");
  });

  it("keeps the two redirects separate", () => {
    rememberPath("profile", "/charts");
    expect(takeRememberedPath("login")).toBe("/start");
    expect(takeRememberedPath("profile")).toBe("/charts");
  });

  it.each([
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/a\\b",
    "/..//evil.example",
    "/.//evil.example",
    "/%2e//evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "evil.example",
    "",
    "/login",
    "/login?mode=sign-up",
    "/logout",
    `/${"a".repeat(3000)}`,
  ])("refuses %j", (path) => {
    expect(isPathOfThisSite(path)).toBe(false);
  });

  it("ignores a forged cookie", () => {
    writeCookie("portolan-return-path", "//evil.example", 60);
    expect(takeRememberedPath("login")).toBe("/start");
  });

  it("stays on this site for any path", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "%2e",
      "%2f",
      "%5c",
      ":",
      "@",
      "?",
      "#",
      "\t",
      "\n",
      " ",
      "evil.example",
      "http",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = `/${pieces.join("")}`;
        if (isPathOfThisSite(path)) expect(new URL(path, "https://portolan.test").host).toBe("portolan.test");
      }),
      { numRuns: 2_000 },
    );
  });
});
