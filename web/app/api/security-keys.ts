import { loadAuthClient, type SignInResult } from "./auth";
import type { Done } from "./auth-methods";
import { authenticatorRefusal } from "./authenticator-failure";
import { type Factor, forgetFactors, freeName, removeUnfinished } from "./second-factor";
import { securityKeys as text } from "./strings";

/** Asks for a key that is plugged in or held against the device; from then on it is a second factor. */
export async function addSecurityKey(existing: readonly Factor[]): Promise<Done> {
  const { auth } = await loadAuthClient();
  await removeUnfinished(existing);
  const { error } = await auth.mfa.webauthn.register({ friendlyName: freeName(text.securityKey, existing) });
  // Refetches unfinished enrollments too: they're removed before the next one starts.
  await forgetFactors();
  return error ? authenticatorRefusal(error, "add-key") : { outcome: "done" };
}

/** Proves that the key is at hand; from then on the session is sure of its owner. */
export async function proveSecurityKey(factorId: string): Promise<SignInResult> {
  const { auth } = await loadAuthClient();
  const { error } = await auth.mfa.webauthn.authenticate({ factorId });
  if (error) return authenticatorRefusal(error, "use-key");
  await forgetFactors();
  return { outcome: "signed-in" };
}
