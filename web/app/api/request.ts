import { renewSession } from "./auth";
import { forgetSession } from "./forget-session";
import { type RequestOptions, send } from "./http";
import { ApiProblem } from "./problem";
import { readSession } from "./session";

/** A token that ends this soon is renewed before it is used. */
const freshSeconds = 30;

const listeners = new Set<() => void>();

/** Notifies listeners when the server no longer knows the session of a request. */
export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Calls the API as the user who is signed in, or as no one. The session's cookies travel by themselves; an access token
 * that has run out is renewed, and a call that was refused for it is made again.
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  await keepSessionFresh();
  try {
    return await send<T>(path, options);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 401 || readSession() === null) throw error;
    if (await renew()) return retryRenewed<T>(path, options);
    endSession();
    throw error;
  }
}

/** A session that was renewed and is refused again is one that the server does not know. */
async function retryRenewed<T>(path: string, options: RequestOptions): Promise<T> {
  try {
    return await send<T>(path, options);
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) endSession();
    throw error;
  }
}

function endSession(): void {
  forgetSession();
  for (const listener of listeners) listener();
}

/** For calls that this module does not make itself, such as uploads and event streams: call it first. */
export async function keepSessionFresh(): Promise<void> {
  const session = readSession();
  if (session !== null && session.expiresAt * 1_000 < Date.now() + freshSeconds * 1_000) await renew();
}

let renewing: Promise<boolean> | null = null;

/** Calls that find out at the same time share one renewal. */
function renew(): Promise<boolean> {
  renewing ??= renewSession().finally(() => {
    renewing = null;
  });
  return renewing;
}
