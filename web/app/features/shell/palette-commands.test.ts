import { describe, expect, it } from "vitest";
import { paletteCommands, shorten } from "./palette-commands";

const labels = (isSignedIn: boolean, themeMode: "light" | "dark" | "system") =>
  Object.fromEntries(
    paletteCommands({ isSignedIn, themeMode }).map(({ title, commands }) => [
      title,
      commands.map(({ label }) => label),
    ]),
  );

describe("the command palette", () => {
  it("offers a visitor the way in", () => {
    expect(labels(false, "system")).toEqual({
      Main: ["Try for Free", "Home", "Pricing", "Login"],
      Theme: ["Light", "Dark"],
    });
  });

  it("offers members their things, and hides the theme that is on", () => {
    expect(labels(true, "dark")).toEqual({
      Main: ["New", "Charts", "Pricing"],
      Account: ["Settings"],
      Auth: ["Log out"],
      Theme: ["Light", "System"],
    });
  });

  it("has a distinct id for each command", () => {
    const ids = paletteCommands({ isSignedIn: false, themeMode: "light" }).flatMap(({ commands }) =>
      commands.map(({ id }) => id),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("shortens labels at 60 characters", () => {
    expect(shorten("a".repeat(60))).toHaveLength(60);
    expect(shorten("a".repeat(61))).toBe(`${"a".repeat(59)}…`);
  });
});
