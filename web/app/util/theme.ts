import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "./stored";
import { prefersDark, themeKey } from "./theme-script";

export type ThemeMode = "light" | "dark" | "system";
export type Theme = "light" | "dark";

const listeners = new Set<() => void>();

/** The chosen mode and the resulting theme. Both are stable words: safe for useSyncExternalStore. */
export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(subscribe, readMode, () => "system");
}

/** The theme that is shown now. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => "light");
}

/** Follows the system and other tabs also on a page where nothing else asks for the theme; answers with what ends that. */
export function followTheme(): () => void {
  return subscribe(() => {});
}

export function setThemeMode(mode: ThemeMode): void {
  writeStored(themeKey, mode === "system" ? null : mode);
  applyTheme(mode);
}

function readMode(): ThemeMode {
  const stored = readStored(themeKey);
  return stored === "light" || stored === "dark" ? stored : "system";
}

function readTheme(): Theme {
  return document.documentElement.classList.contains("dark") ? "dark" : "light";
}

function applyTheme(mode: ThemeMode): void {
  const isDark = mode === "dark" || (mode === "system" && matchMedia(prefersDark).matches);
  document.documentElement.classList.toggle("dark", isDark);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    matchMedia(prefersDark).addEventListener("change", followSystem);
    window.addEventListener("storage", followOtherTab);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    matchMedia(prefersDark).removeEventListener("change", followSystem);
    window.removeEventListener("storage", followOtherTab);
  };
}

function followSystem(): void {
  applyTheme(readMode());
}

function followOtherTab(event: StorageEvent): void {
  if (event.key === themeKey || event.key === null) applyTheme(readMode());
}
