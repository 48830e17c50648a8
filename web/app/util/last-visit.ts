import { readStoredJson, writeStored } from "./stored";

const visitKey = "portolan-visit";
const capturedKey = "portolan-last-seen";

/** Away for longer than this, coming back is another visit. */
const pauseMs = 30 * 60_000;

/** The time between two visits, in milliseconds since 1970. */
export interface Absence {
  from: number;
  to: number;
}

/** Returns the absence that came before this visit; null on the first visit. To be called whenever the page is shown. */
export function beginVisit(now: number): Absence | null {
  const lastSeen = numberOrNull(readStoredJson(capturedKey));
  const known = absenceOrNull(readStoredJson(visitKey, "session"));
  const isReturn = lastSeen !== null && now - lastSeen > pauseMs;
  const absence = isReturn ? { from: lastSeen, to: now } : known;
  if (isReturn) writeStored(visitKey, JSON.stringify(absence), "session");
  recordVisit(now);
  return absence;
}

/** Remembers that the user was here. To be called when the page is hidden. */
export function recordVisit(now: number): void {
  writeStored(capturedKey, String(now));
}

/** Returns whether an RFC 3339 time is within the absence. */
export function isDuring({ from, to }: Absence, time: string): boolean {
  const moment = Date.parse(time);
  return moment > from && moment <= to;
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function absenceOrNull(value: unknown): Absence | null {
  if (typeof value !== "object" || value === null || !("from" in value) || !("to" in value)) return null;
  const [from, to] = [numberOrNull(value.from), numberOrNull(value.to)];
  return from === null || to === null ? null : { from, to };
}
