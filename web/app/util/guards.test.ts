import { describe, expect, it } from "vitest";
import { fetchesPlan, guard, needsSession } from "./guards";

const nobody = { isSignedIn: false, isProfileComplete: null, isAdmin: false };
const newcomer = { isSignedIn: true, isProfileComplete: false, isAdmin: false };
const member = { isSignedIn: true, isProfileComplete: true, isAdmin: false };
const admin = { ...member, isAdmin: true };

describe("route guards", () => {
  it.each([
    "/start",
    "/settings",
    "/charts",
    "/charts/",
    "/boards",
    "/boards/new",
    "/portolans/new",
    "/chats/1",
    "/saved",
    "/admin",
    "/nothing",
  ])("send a visitor of %s to the login and remember the path", (path) => {
    expect(guard(path, nobody)).toEqual({ outcome: "redirect", to: "/login", requiredStep: "login" });
  });

  it.each([
    "/",
    "/about",
    "/contact",
    "/pricing",
    "/discover-charts",
    "/legal/terms",
    "/login",
    "/logout",
    "/charts/1",
    "/boards/1",
    "/portolans/1",
    "/logo",
    "/plans",
    "/discover",
    "/legal/privacy",
    "/confirm",
    "/extension",
    "/extension-installed",
    "/embed/charts/1",
    "/u/ada",
    "/shared/x",
  ])("leave %s open without sign-in", (path) => {
    expect(guard(path, nobody)).toEqual({ outcome: "pass" });
  });

  it("send a user without both names to the profile form, once", () => {
    expect(guard("/start", newcomer)).toEqual({
      outcome: "redirect",
      to: "/complete-profile",
      requiredStep: "profile",
    });
    expect(guard("/complete-profile", newcomer)).toEqual({ outcome: "pass" });
    expect(guard("/pricing", newcomer)).toEqual({ outcome: "pass" });
    expect(guard("/professional-info", newcomer)).toMatchObject({ requiredStep: "profile" });
  });

  it("let a user in while the profile is unknown", () => {
    expect(guard("/start", member)).toEqual({ outcome: "pass" });
    expect(guard("/start", { ...member, isProfileComplete: null })).toEqual({ outcome: "pass" });
  });

  it.each(["/admin", "/admin/latest-chats", "/admin/nothing"])("open %s to administrators only", (path) => {
    expect(guard(path, admin)).toEqual({ outcome: "pass" });
    expect(guard(path, member)).toEqual({ outcome: "redirect", to: "/login", requiredStep: null });
    expect(guard(path, nobody)).toEqual({ outcome: "redirect", to: "/login", requiredStep: "login" });
  });

  it("redirect a signed-in visitor from the front page to the start page", () => {
    expect(guard("/", member)).toEqual({ outcome: "redirect", to: "/start", requiredStep: null });
  });

  it("don't treat a longer path as an open path", () => {
    expect(needsSession("/about-us")).toBe(true);
    expect(needsSession("/loginx")).toBe(true);
  });
});

describe("the plan", () => {
  it("is loaded only where it is shown", () => {
    expect(
      ["/start", "/settings", "/chats/1", "/charts", "/boards/new", "/complete-profile"].filter(
        (path) => !fetchesPlan(path),
      ),
    ).toEqual([]);
    expect(
      [
        "/",
        "/login",
        "/about",
        "/contact",
        "/charts/1",
        "/boards/1",
        "/portolans/1",
        "/legal/terms",
        "/legal/privacy",
        "/pricing",
        "/discover",
        "/discover-charts",
        "/extension",
        "/extension-installed",
        "/u/ada",
      ].filter(fetchesPlan),
    ).toEqual([]);
  });
});
