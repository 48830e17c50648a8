import { isExtensionMode } from "./extension-mode";
import { paths } from "./page-paths";
import { runs } from "./route-rules";

/** Returns whether a page requires sign-in. `path` has no query. */
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

/** State of the visitor that guards check; `isProfileComplete` is null until it is known. */
export interface Visitor {
  isSignedIn: boolean;
  isProfileComplete: boolean | null;
  isAdmin: boolean;
}

export type GuardResult =
  | { outcome: "pass" }
  /** `requiredStep` names the step that the requested path is remembered for. */
  | { outcome: "redirect"; to: string; requiredStep: "login" | "profile" | null };

/** Decides whether a page opens. `path` carries no query. */
export function guard(path: string, { isSignedIn, isProfileComplete, isAdmin }: Visitor): GuardResult {
  if (!isSignedIn) {
    return needsSession(path) ? { outcome: "redirect", to: paths.login(), requiredStep: "login" } : { outcome: "pass" };
  }
  if (runs("home", path)) return { outcome: "redirect", to: paths.start(), requiredStep: null };
  if (isProfileComplete === false && needsSession(path) && runs("profile", path)) {
    return { outcome: "redirect", to: paths.completeProfile(), requiredStep: "profile" };
  }
  // Nothing is remembered: anyone who is no administrator would be led back here again and again.
  if (runs("admin", path) && !isAdmin) return { outcome: "redirect", to: paths.login(), requiredStep: null };
  return { outcome: "pass" };
}
