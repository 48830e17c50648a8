/** What the shell tells of, for whoever counts it. */
export type AnalyticsEvent =
  | { kind: "exception"; error: unknown; context: string; at: string }
  | { kind: "signed-out" };

/** What is told before anybody listens is kept up to this many; where nobody ever does, no more than this is. */
const mostWaiting = 20;

let sink: ((event: AnalyticsEvent) => void) | null = null;
let waiting: AnalyticsEvent[] = [];

export function tellAnalytics(event: AnalyticsEvent): void {
  if (sink !== null) sink(event);
  else if (waiting.length < mostWaiting) waiting.push(event);
}

/** An error that a person saw; `context` says where it was caught. */
export function tellException(error: unknown, context: string): void {
  tellAnalytics({ kind: "exception", error, context, at: new Date().toISOString() });
}

/** Hands over what is told, and what was told before. */
export function listenToAnalytics(listener: (event: AnalyticsEvent) => void): void {
  sink = listener;
  const told = waiting;
  waiting = [];
  for (const event of told) listener(event);
}
