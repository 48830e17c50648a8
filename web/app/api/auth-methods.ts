import { addressOf, confirmUrl, enteredWith, isPhone, loadAuthClient, type SignInResult } from "./auth";
import { type AuthRefusal, refusal } from "./auth-failure";
import { isGuest } from "./session";
import { authMethods as text } from "./strings";

/** Outcome of a call that returns no data. */
export type Done = { outcome: "done" } | AuthRefusal;

const done: Done = { outcome: "done" };

/** Sends a one-time code, and by mail a link that does the same. */
export async function sendCode(address: string, mayMakeAccount: boolean): Promise<Done> {
  const { auth } = await loadAuthClient();
  const { error } = await auth.signInWithOtp(
    isPhone(address)
      ? { ...(addressOf(address) as { phone: string }), options: { shouldCreateUser: mayMakeAccount } }
      : { email: address, options: { shouldCreateUser: mayMakeAccount, emailRedirectTo: confirmUrl() } },
  );
  return error ? refusal(error) : done;
}

/** Why a code was sent. */
export type CodePurpose = "sign-in" | "sign-up" | "recovery";

export async function enterCode(address: string, token: string, purpose: CodePurpose): Promise<SignInResult> {
  const { auth } = await loadAuthClient();
  const to = addressOf(address);
  const isUpgrade = purpose === "sign-up" && isGuest();
  const types = { "sign-in": "email", "sign-up": isUpgrade ? "email_change" : "signup", recovery: "recovery" } as const;
  const { error } = await auth.verifyOtp(
    "phone" in to ? { ...to, token, type: isUpgrade ? "phone_change" : "sms" } : { ...to, token, type: types[purpose] },
  );
  return error ? refusal(error) : enteredWith();
}

/** Sends another mail or message to an address that is not confirmed yet. */
export async function sendAgain(address: string): Promise<Done> {
  const { auth } = await loadAuthClient();
  const to = addressOf(address);
  const options = { emailRedirectTo: confirmUrl() };
  const types = isGuest()
    ? ({ phone: "phone_change", email: "email_change" } as const)
    : ({ phone: "sms", email: "signup" } as const);
  const { error } = await auth.resend(
    "phone" in to ? { ...to, type: types.phone } : { ...to, type: types.email, options },
  );
  return error ? refusal(error) : done;
}

/** Sends a link and a code to a user who does not know their password any longer. */
export async function recover(email: string): Promise<Done> {
  const { auth } = await loadAuthClient();
  const { error } = await auth.resetPasswordForEmail(email, { redirectTo: `${confirmUrl()}?next=password` });
  return error ? refusal(error) : done;
}

export async function setPassword(password: string): Promise<Done> {
  const { auth } = await loadAuthClient();
  const { error } = await auth.updateUser({ password });
  return error ? refusal(error) : done;
}

export async function signInAnonymously(): Promise<SignInResult> {
  const { auth } = await loadAuthClient();
  const { error } = await auth.signInAnonymously();
  return error ? refusal(error) : enteredWith();
}

/** Redirects to the provider; returns only on failure. */
export async function signInWithProvider(provider: string): Promise<Done> {
  const { auth } = await loadAuthClient();
  type Provider = Parameters<typeof auth.signInWithOAuth>[0]["provider"];
  const { error } = await auth.signInWithOAuth({
    provider: provider as Provider,
    options: { redirectTo: confirmUrl() },
  });
  return error ? refusal(error) : done;
}

/** Leaves for the sign-in of the company whose domain this is. */
export async function signInWithCompany(domain: string): Promise<Done> {
  const { auth } = await loadAuthClient();
  const { error } = await auth.signInWithSSO({ domain, options: { redirectTo: confirmUrl() } });
  return error ? refusal(error) : done;
}

/** Parameters of an email link or an OAuth redirect. */
export async function takeReturn(search: URLSearchParams, fragment: URLSearchParams): Promise<SignInResult> {
  const { auth } = await loadAuthClient();
  const failure = search.get("error_code") ?? fragment.get("error_code");
  const description = search.get("error_description") ?? fragment.get("error_description");
  if (failure !== null || description !== null) {
    return refusal({
      name: "AuthApiError",
      code: failure ?? undefined,
      message: description ?? text.theLinkDidntWork,
    });
  }
  const tokenHash = search.get("token_hash");
  const type = search.get("type");
  if (tokenHash !== null && type !== null) {
    type EmailType = Extract<Parameters<typeof auth.verifyOtp>[0], { token_hash: string }>["type"];
    const { error } = await auth.verifyOtp({ token_hash: tokenHash, type: type as EmailType });
    return error ? refusal(error) : enteredWith();
  }
  // A code in the address was exchanged when the client began.
  const { data, error } = await auth.getSession();
  if (error) return refusal(error);
  if (data.session === null) {
    return refusal({ name: "AuthApiError", code: "flow_state_not_found", message: text.nothingToConfirm });
  }
  return enteredWith();
}
