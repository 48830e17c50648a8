/** Navigation type that the browser reports for this page. */
export interface Arrival {
  /** How many steps within this site lie behind this page. */
  steps: number;
  /** The browser's own `Sec-Fetch-Site` of the document, which the server repeats as a timing; undefined without it. */
  site: string | undefined;
}

/**
 * Returns whether a page was opened from this site or the address bar, and not by a link on another site. In
 * doubt it returns false, and a click is required.
 */
export function isOwnNavigation({ steps, site }: Arrival = arrival()): boolean {
  return steps > 0 || site === "none" || site === "same-origin";
}

function arrival(): Arrival {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const site = navigation?.serverTiming?.find(({ name }) => name === "site")?.description;
  const steps: unknown = history.state?.idx;
  return { steps: typeof steps === "number" ? steps : 0, site };
}
