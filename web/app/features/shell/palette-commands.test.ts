import { describe, expect, it } from "vitest";
import { type PaletteVisitor, paletteCommands, shorten } from "./palette-commands";

const visitor: PaletteVisitor = {
  isSignedIn: false,
  username: null,
  isContributor: false,
  isAdmin: false,
  themeMode: "system",
};
const member: PaletteVisitor = { ...visitor, isSignedIn: true, username: "ada", themeMode: "dark" };

const labels = (who: PaletteVisitor) =>
  paletteCommands(who).map(({ title, commands }) => [title, ...commands.map(({ label }) => label)]);

const ways = (who: PaletteVisitor) =>
  Object.fromEntries(
    paletteCommands(who).flatMap(({ commands }) =>
      commands.flatMap(({ label, action }) => (action.kind === "go" ? [[label, action.to]] : [])),
    ),
  );

describe("the command palette", () => {
  it("offers login and sign-up to visitors", () => {
    expect(labels(visitor)).toEqual([
      ["Main", "Try for Free", "Home", "Pricing", "Login"],
      ["Theme", "Light", "Dark"],
    ]);
    expect(ways(visitor)).toMatchObject({ "Try for Free": "/login?mode=sign-up", Home: "/", Login: "/login" });
  });

  it("offers users their items and hides the current theme", () => {
    expect(labels(member)).toEqual([
      ["Main", "New", "Boards", "Charts", "Profile", "Pricing"],
      ["Account", "Settings"],
      ["Auth", "Log out"],
      ["Theme", "Light", "System"],
    ]);
    expect(ways(member)).toEqual({
      New: "/start",
      Boards: "/boards",
      Charts: "/charts",
      Profile: "/u/ada",
      Pricing: "/pricing",
      Settings: "/settings",
    });
  });

  it("offers Charters to contributors, and Admin to administrators", () => {
    expect(labels({ ...member, isContributor: true })[0]).toEqual([
      "Main",
      "New",
      "Boards",
      "Charters",
      "Charts",
      "Profile",
      "Pricing",
    ]);
    expect(ways({ ...member, isContributor: true }).Charters).toBe("/portolans");
    const groups = labels({ ...member, isAdmin: true });
    expect(groups.map(([title]) => title)).toEqual(["Main", "Account", "Admin", "Auth", "Theme"]);
    expect(groups[2]).toEqual(["Admin", "Admin"]);
    expect(ways({ ...member, isAdmin: true }).Admin).toBe("/admin");
  });

  it("has a distinct id for each command", () => {
    const ids = paletteCommands({ ...member, isAdmin: true, isContributor: true }).flatMap(({ commands }) =>
      commands.map(({ id }) => id),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("shortens labels at 60 characters", () => {
    expect(shorten("a".repeat(60))).toHaveLength(60);
    expect(shorten("a".repeat(61))).toBe(`${"a".repeat(59)}…`);
  });
});
