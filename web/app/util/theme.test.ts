import { beforeEach, describe, expect, it } from "vitest";
import { followTheme, setThemeMode } from "./theme";
import { themeKey, themeScript } from "./theme-script";

const isDark = () => document.documentElement.classList.contains("dark");
const runThemeScript = () => new Function(themeScript())();

describe("theme", () => {
  beforeEach(() => {
    localStorage.clear();
    document.documentElement.className = "";
  });

  it("applies the selected theme immediately and on the next load", () => {
    setThemeMode("dark");
    expect(isDark()).toBe(true);
    document.documentElement.className = "";
    runThemeScript();
    expect(isDark()).toBe(true);
  });

  it("follows the system when no valid theme is stored", () => {
    localStorage.setItem("portolan-theme", "purple");
    runThemeScript();
    expect(isDark()).toBe(matchMedia("(prefers-color-scheme: dark)").matches);
  });

  it("follows the selection in another tab until unsubscribed", () => {
    const choose = (mode: string) => {
      localStorage.setItem(themeKey, mode);
      window.dispatchEvent(new StorageEvent("storage", { key: themeKey }));
    };
    const stop = followTheme();
    choose("dark");
    expect(isDark()).toBe(true);
    stop();
    choose("light");
    expect(isDark()).toBe(true);
  });

  it("forgets the selection when switched back to the system theme", () => {
    setThemeMode("light");
    setThemeMode("system");
    expect(localStorage.getItem("portolan-theme")).toBeNull();
  });
});
