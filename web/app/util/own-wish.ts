/** Navigation type that the browser reports for this page. */
export interface Arrival {
  /** How many steps within this site lie behind this page. */
  steps: number;
  /** The browser's own `Sec-Fetch-Site` of the document, which the server repeats as a timing; undefined without it. */
  site: string | undefined;
}

/**
 * Tells a page that was asked for in this site, or typed into the address bar, from one that another site links to. In
 * doubt it is not an own wish: then a click is asked for.
 */
export function isOwnWish({ steps, site }: Arrival = arrival()): boolean {
  return steps > 0 || site === "none" || site === "same-origin";
}

function arrival(): Arrival {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const site = navigation?.serverTiming?.find(({ name }) => name === "site")?.description;
  const steps: unknown = history.state?.idx;
  return { steps: typeof steps === "number" ? steps : 0, site };
}
