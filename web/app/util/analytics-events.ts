/** Events that the shell emits for analytics. */
export type AnalyticsEvent =
  | { kind: "exception"; error: unknown; context: string; at: string }
  | { kind: "signed-out" };

/** Maximum number of events buffered before a listener subscribes; without a listener, later ones are dropped. */
const mostWaiting = 20;

let sink: ((event: AnalyticsEvent) => void) | null = null;
let waiting: AnalyticsEvent[] = [];

export function trackEvent(event: AnalyticsEvent): void {
  if (sink !== null) sink(event);
  else if (waiting.length < mostWaiting) waiting.push(event);
}

/** An error shown to a user; `context` says where it was caught. */
export function trackException(error: unknown, context: string): void {
  trackEvent({ kind: "exception", error, context, at: new Date().toISOString() });
}

/** Subscribes to events, including buffered ones. */
export function listenToAnalytics(listener: (event: AnalyticsEvent) => void): void {
  sink = listener;
  const told = waiting;
  waiting = [];
  for (const event of told) listener(event);
}
