import { useSyncExternalStore } from "react";
import { readCookie } from "../util/cookies";

/** The name that the auth client stores the session under; long ones are split into `.0`, `.1` and so on. */
export const sessionCookie = "portolan-auth-token";

/** Session claims from the cookie. The server may have ended the session. */
export interface SessionSummary {
  /** Unix seconds. */
  expiresAt: number;
  userId: string;
  email: string | null;
  phone: string | null;
  /** A guest has an account without an address: it lives in this browser until one is added. */
  isGuest: boolean;
  /** The account has a second factor whose code has not been given yet. */
  awaitsSecondFactor: boolean;
}

/** Whether a user is signed in here, by their cookies: no call, and no auth client, is needed for it. */
export function hasSession(): boolean {
  const session = readSession();
  return session !== null && !session.awaitsSecondFactor;
}

/** Whether the visitor tries the product without an account of their own. */
export function isGuest(): boolean {
  return readSession()?.isGuest ?? false;
}

export function readSession(cookies: string = document.cookie): SessionSummary | null {
  const value = joinChunks(cookies);
  if (value === null) return null;
  try {
    const session: unknown = JSON.parse(value.startsWith("base64-") ? decodeBase64Url(value.slice(7)) : value);
    return summarise(session);
  } catch {
    return null;
  }
}

function joinChunks(cookies: string): string | null {
  const whole = readCookie(sessionCookie, cookies);
  if (whole) return whole;
  const chunks: string[] = [];
  for (let index = 0; ; index += 1) {
    const chunk = readCookie(`${sessionCookie}.${index}`, cookies);
    if (!chunk) return chunks.length > 0 ? chunks.join("") : null;
    chunks.push(chunk);
  }
}

function decodeBase64Url(text: string): string {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}

function summarise(session: unknown): SessionSummary | null {
  if (typeof session !== "object" || session === null) return null;
  const { access_token, expires_at, user } = session as Record<string, unknown>;
  if (typeof access_token !== "string") return null;
  const { id, email, phone, factors, is_anonymous } = (user ?? {}) as Record<string, unknown>;
  const hasFactor = Array.isArray(factors) && factors.some((factor) => factor?.status === "verified");
  return {
    expiresAt: typeof expires_at === "number" ? expires_at : 0,
    userId: typeof id === "string" ? id : "",
    email: textOf(email),
    phone: textOf(phone),
    isGuest: is_anonymous === true,
    awaitsSecondFactor: hasFactor && assuranceOf(access_token) === "aal1",
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** The assurance level of the token; null if it has none. */
function assuranceOf(token: string): unknown {
  try {
    return JSON.parse(decodeBase64Url(token.split(".")[1] ?? "")).aal;
  } catch {
    return null;
  }
}

/** Whether a user is signed in; false while a page is prerendered. */
export function useHasSession(): boolean {
  return useSyncExternalStore(
    () => () => {},
    hasSession,
    () => false,
  );
}
