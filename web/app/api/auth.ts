import type { SupabaseClient } from "@supabase/supabase-js";
import { fetchConfig } from "./config";
import { sessionCookie } from "./session";

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
  });
}

/** How an attempt to get in ended. `field` is the one that people should look at. */
export type SignInResult =
  | { outcome: "signed-in" }
  | { outcome: "confirm-email" }
  | { outcome: "refused"; field: "email" | "password" | null; message: string };

export async function signIn(email: string, password: string): Promise<SignInResult> {
  const { auth } = await loadAuthClient();
  const { error } = await auth.signInWithPassword({ email, password });
  return error ? refusal(error) : { outcome: "signed-in" };
}

/** Makes an account. Where addresses are confirmed by mail first, nobody is signed in yet. */
export async function signUp(email: string, password: string): Promise<SignInResult> {
  const { auth } = await loadAuthClient();
  const { data, error } = await auth.signUp({ email, password });
  if (error) return refusal(error);
  return data.session ? { outcome: "signed-in" } : { outcome: "confirm-email" };
}

/** Signs out on this device. An unreachable server does not keep anybody in. */
export async function signOut(): Promise<void> {
  const { auth } = await loadAuthClient();
  await auth.signOut({ scope: "local" });
}

/** Gets a new access token where the session still lives; false where it has ended. Throws when nobody answers. */
export async function renewSession(): Promise<boolean> {
  const { auth } = await loadAuthClient();
  const { data } = await auth.refreshSession();
  return data.session !== null;
}

interface AuthFailure {
  code?: string;
  message: string;
  status?: number;
  name: string;
}

function refusal({ code, message, status, name }: AuthFailure): SignInResult {
  const refused = (field: "email" | "password" | null, sentence: string): SignInResult => ({
    outcome: "refused",
    field,
    message: sentence,
  });
  if (name === "AuthRetryableFetchError") {
    return refused(null, "The server cannot be reached. Check your connection and try again.");
  }
  if (status === 429) return refused(null, "That was too often. Wait a minute and try again.");
  switch (code) {
    case "invalid_credentials":
      return refused("password", "The email address or the password is wrong.");
    case "user_already_exists":
    case "email_exists":
      return refused("email", "This address has an account already. Sign in instead.");
    case "weak_password":
      return refused("password", withFullStop(message));
    case "email_address_invalid":
    case "validation_failed":
      return refused(/password/i.test(message) ? "password" : "email", withFullStop(message));
    case "email_not_confirmed":
      return refused("email", "This address is not confirmed yet. Open the link in the mail that we sent.");
    case "signup_disabled":
      return refused(null, "New accounts are closed on this server. Ask whoever runs it for one.");
    case "user_banned":
      return refused(null, "This account is suspended.");
    default:
      return refused(null, withFullStop(message));
  }
}

function withFullStop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
