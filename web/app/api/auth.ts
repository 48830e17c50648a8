import type { SupabaseClient } from "@supabase/supabase-js";
import { paths } from "../util/page-paths";
import { type AuthRefusal, refusal } from "./auth-failure";
import { fetchConfig } from "./config";
import { isGuest, readSession, sessionCookie } from "./session";

let client: Promise<SupabaseClient> | null = null;

/** The auth client, loaded when it is first needed; from then on it keeps the session fresh by itself. */
export function loadAuthClient(): Promise<SupabaseClient> {
  client ??= createClient().catch((error: unknown) => {
    client = null;
    throw error;
  });
  return client;
}

async function createClient(): Promise<SupabaseClient> {
  const [{ createBrowserClient }, { auth }] = await Promise.all([import("@supabase/ssr"), fetchConfig()]);
  const { url, publicKey } = auth;
  return createBrowserClient(url ?? location.origin, publicKey, {
    cookieOptions: { name: sessionCookie },
    auth: { experimental: { recoveryCodes: true } },
  });
}

/** How an attempt to get in ended. */
export type SignInResult =
  | { outcome: "signed-in" }
  /** The account requires a code of its second factor. */
  | { outcome: "second-factor" }
  /** The address must be confirmed by a link or a code that was sent to it. */
  | { outcome: "confirm-email" }
  | AuthRefusal;

/** `address` is an email address, or a phone number. */
export async function signIn(address: string, password: string): Promise<SignInResult> {
  const { auth } = await loadAuthClient();
  const { error } = await auth.signInWithPassword({ ...addressOf(address), password });
  return error ? refusal(error) : enteredWith();
}

/** Creates an account. Where addresses are confirmed first, no one is signed in yet. A guest keeps what they have. */
export async function signUp(address: string, password: string): Promise<SignInResult> {
  const { auth } = await loadAuthClient();
  if (isGuest()) {
    const { data, error } = await auth.updateUser(
      { ...addressOf(address), password },
      { emailRedirectTo: confirmUrl() },
    );
    if (error) return refusal(error);
    if (data.user.is_anonymous) return { outcome: "confirm-email" };
    // The next access token marks the user as no longer a guest.
    await auth.refreshSession();
    return { outcome: "signed-in" };
  }
  const { data, error } = await auth.signUp(
    isPhone(address)
      ? { ...addressOf(address), password }
      : { email: address, password, options: { emailRedirectTo: confirmUrl() } },
  );
  if (error) return refusal(error);
  return data.session ? { outcome: "signed-in" } : { outcome: "confirm-email" };
}

/** Whether there is a session now, and whether it is whole. */
export function enteredWith(): SignInResult {
  return { outcome: readSession()?.awaitsSecondFactor ? "second-factor" : "signed-in" };
}

/** Returns whether an address is a phone number. */
export function isPhone(address: string): boolean {
  return /^\+?[\d\s()./-]{6,24}$/.test(address.trim());
}

/** The address as the auth client wants it; phone numbers lose what only people read. */
export function addressOf(address: string): { email: string } | { phone: string } {
  return isPhone(address) ? { phone: `+${address.replace(/\D/g, "")}` } : { email: address };
}

/** Redirect target of email links and OAuth providers. */
export function confirmUrl(): string {
  return location.origin + paths.confirm();
}

/** Signs out on this device. An unreachable server does not keep anybody in. */
export async function signOut(): Promise<void> {
  const { auth } = await loadAuthClient();
  await auth.signOut({ scope: "local" });
}

/** Refreshes the access token; false if the session has ended. Throws if the server can't be reached. */
export async function renewSession(): Promise<boolean> {
  const { auth } = await loadAuthClient();
  const { data } = await auth.refreshSession();
  return data.session !== null;
}
