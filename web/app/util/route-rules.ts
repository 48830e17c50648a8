import bundledRules from "./route-rules.json";

/** Requirements of a page for its visitor, and the redirect if they are unmet. */
export type Middleware = "session" | "profile" | "plan" | "home" | "extension" | "admin";

/**
 * A rule for the pages that a pattern names; `*` at its end stands for anything. Where several rules fit, a later one wins
 * over an earlier one, toggle by toggle.
 */
export interface RouteRule {
  pattern: string;
  /** Redirect target; an absolute URL leaves the site. */
  redirect?: string;
  middleware?: Readonly<Record<string, boolean | undefined>>;
}

const names: readonly string[] = ["session", "profile", "plan", "home", "extension", "admin"] satisfies Middleware[];

let rules: readonly RouteRule[] = bundledRules;

/** Takes the rules of a build's manifest in place of those that this build came with. */
export function setRouteRules(manifestRules: readonly RouteRule[]): void {
  rules = manifestRules;
}

/** Whether a page runs one of the guards. `path` carries no query. */
export function runs(middleware: Middleware, path: string): boolean {
  return toggles(path)[middleware] ?? false;
}

/** Returns the target of a rule for `path`, or null. */
export function ruledRedirect(path: string): string | null {
  return rulesFor(path).findLast(({ redirect }) => redirect !== undefined)?.redirect ?? null;
}

function toggles(path: string): Partial<Record<Middleware, boolean>> {
  const all = Object.assign({}, ...rulesFor(path).map(({ middleware }) => middleware));
  const unknown = Object.keys(all).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`Unknown route middleware: ${unknown}`);
  return all;
}

function rulesFor(path: string): readonly RouteRule[] {
  const normalized = normalize(path.length > 1 ? path.replace(/\/+$/, "") : path);
  return rules.filter((rule) => {
    const pattern = rule.pattern.toLowerCase();
    return pattern.endsWith("*") ? normalized.startsWith(pattern.slice(0, -1)) : normalized === pattern;
  });
}

/** The router reads "/Admin" and "/%61dmin" as "/admin": its guards do too. */
function normalize(path: string): string {
  return path.split("/").map(decodeSegment).join("/").toLowerCase();
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
