import { isExtensionMode } from "./extension-mode";
import { paths } from "./page-paths";
import { runs } from "./route-rules";

/** Whether a page wants somebody to be signed in. `path` carries no query. */
export function needsSession(path: string): boolean {
  return runs("session", path);
}

export function fetchesPlan(path: string): boolean {
  return runs("plan", path);
}

/** Within the extension some pages lead to its own one; null elsewhere. */
export function extensionTarget(path: string): string | null {
  return runs("extension", path) && isExtensionMode() ? paths.extension() : null;
}

/** What is known about whoever opens a page; `isProfileComplete` is null while nobody knows. */
export interface Visitor {
  isSignedIn: boolean;
  isProfileComplete: boolean | null;
  isAdmin: boolean;
}

export type GuardResult =
  | { verdict: "pass" }
  /** `detour` names what to remember the wanted path for. */
  | { verdict: "redirect"; to: string; detour: "login" | "profile" | null };

/** Decides whether a page opens. `path` carries no query. */
export function guard(path: string, { isSignedIn, isProfileComplete, isAdmin }: Visitor): GuardResult {
  if (!isSignedIn) {
    return needsSession(path) ? { verdict: "redirect", to: paths.login(), detour: "login" } : { verdict: "pass" };
  }
  if (runs("home", path)) return { verdict: "redirect", to: paths.start(), detour: null };
  if (isProfileComplete === false && needsSession(path) && runs("profile", path)) {
    return { verdict: "redirect", to: paths.completeProfile(), detour: "profile" };
  }
  // Nothing is remembered: whoever is no administrator would be led back here again and again.
  if (runs("admin", path) && !isAdmin) return { verdict: "redirect", to: paths.login(), detour: null };
  return { verdict: "pass" };
}
