import { loadAuthClient, type SignInResult } from "./auth";
import type { Done } from "./auth-ways";
import { authenticatorRefusal } from "./authenticator-failure";
import { type Factor, forgetFactors, freeName, removeUnfinished } from "./second-factor";

/** Asks for a key that is plugged in or held against the device; from then on it is a second factor. */
export async function addSecurityKey(existing: readonly Factor[]): Promise<Done> {
  const { auth } = await loadAuthClient();
  await removeUnfinished(existing);
  const { error } = await auth.mfa.webauthn.register({ friendlyName: freeName("Security key", existing) });
  // What was begun is looked up again, too: it goes before the next beginning.
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
