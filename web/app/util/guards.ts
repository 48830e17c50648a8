import { paths } from "./page-paths";

/** What anybody may open, as patterns of the specification; private things there answer as not found. */
const openPatterns = [
  "/",
  "/logo",
  "/about",
  "/contact",
  "/pricing",
  "/plans",
  "/discover*",
  "/legal/*",
  "/login",
  "/logout",
  "/confirm",
  "/extension*",
  "/embed/*",
  "/shared/*",
  "/u/*",
  "/charts/*",
  "/boards/*",
  "/portolans/*",
];
const closedPatterns = ["/boards/new", "/portolans/new"];

/** Pages that do not ask for the plan. */
const planlessPatterns = [
  "/",
  "/login",
  "/about",
  "/contact",
  "/charts/*",
  "/boards/*",
  "/portolans/*",
  "/legal/terms",
  "/legal/privacy",
  "/pricing",
  "/discover",
  "/discover-charts",
  "/extension",
  "/extension-installed",
  "/u/*",
];

/** Whether a page wants somebody to be signed in. `path` carries no query. */
export function needsSession(path: string): boolean {
  return matchesAny(path, closedPatterns) || !matchesAny(path, openPatterns);
}

export function fetchesPlan(path: string): boolean {
  return matchesAny(path, closedPatterns) || !matchesAny(path, planlessPatterns);
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
  if (path === paths.home()) return { verdict: "redirect", to: paths.start(), detour: null };
  if (isProfileComplete === false && path !== paths.completeProfile() && needsSession(path)) {
    return { verdict: "redirect", to: paths.completeProfile(), detour: "profile" };
  }
  // Nothing is remembered: whoever is no administrator would be led back here again and again.
  if (isAdminPath(path) && !isAdmin) return { verdict: "redirect", to: paths.login(), detour: null };
  return { verdict: "pass" };
}

function isAdminPath(path: string): boolean {
  return path === paths.admin() || path.startsWith(`${paths.admin()}/`);
}

function matchesAny(path: string, patterns: readonly string[]): boolean {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, "") : path;
  return patterns.some((pattern) =>
    pattern.endsWith("*") ? trimmed.startsWith(pattern.slice(0, -1)) : trimmed === pattern,
  );
}
