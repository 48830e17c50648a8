import { readCookie, writeCookie } from "./cookies";
import { paths } from "./page-paths";

/** Requested path before a required step: signing in, or completing the profile. */
export type RequiredStep = "login" | "profile";

const cookieNames: Record<RequiredStep, string> = {
  login: "portolan-return-path",
  profile: "portolan-profile-return-path",
};

const lifetimeSeconds = 60 * 60;
const longestPath = 2_000;

export function rememberPath(requiredStep: RequiredStep, path: string): void {
  if (isPathOfThisSite(path)) writeCookie(cookieNames[requiredStep], path, lifetimeSeconds);
}

/** The remembered path, once; the start page if there is none that can be trusted. */
export function takeRememberedPath(requiredStep: RequiredStep): string {
  const path = readCookie(cookieNames[requiredStep]);
  if (path === null) return paths.start();
  writeCookie(cookieNames[requiredStep], "", 0);
  return isPathOfThisSite(path) ? path : paths.start();
}

/**
 * Whether a path stays on this site when a browser follows it. Anyone who can write a cookie or a link could otherwise send
 * people elsewhere after they have signed in. The pages of signing in and out are no place to return to.
 */
export function isPathOfThisSite(path: string): boolean {
  if (!path.startsWith("/") || path.length > longestPath) return false;
  // Browsers read `//host` and `/\host` as another host, and drop tabs and line breaks before they look.
  if (/^\/[/\\]/.test(path) || hasControlCharacter(path) || path.includes("\\")) return false;
  const base = "https://this-site.invalid";
  if (!URL.canParse(path, base)) return false;
  const url = new URL(path, base);
  // Dots in the path may leave two slashes at its beginning, which a router would read as a host.
  if (url.origin !== base || url.pathname.startsWith("//")) return false;
  return url.pathname !== "/login" && url.pathname !== "/logout";
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < " " || character === "\u007f");
}
