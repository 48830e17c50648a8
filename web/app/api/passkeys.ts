import { queryOptions } from "@tanstack/react-query";
import { enteredWith, loadAuthClient, type SignInResult } from "./auth";
import { refusal } from "./auth-failure";
import type { Done } from "./auth-methods";
import { authenticatorRefusal } from "./authenticator-failure";
import { queryClient } from "./query-client";
import { passkeys as text } from "./strings";

/** A credential on a device that signs its user in. */
export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

const passkeysKey = ["account", "passkeys"] as const;

export const passkeysQuery = () =>
  queryOptions({
    queryKey: passkeysKey,
    queryFn: async (): Promise<Passkey[]> => {
      const { auth } = await loadAuthClient();
      const { data, error } = await auth.passkey.list();
      if (error) throw error;
      return data.map(({ id, friendly_name, created_at, last_used_at }) => ({
        id,
        name: friendly_name || text.passkey,
        createdAt: created_at,
        lastUsedAt: last_used_at ?? null,
      }));
    },
  });

export async function signInWithPasskey(): Promise<SignInResult> {
  const { auth } = await loadAuthClient();
  const { error } = await auth.signInWithPasskey();
  return error ? authenticatorRefusal(error, "use-passkey") : enteredWith();
}

export async function addPasskey(): Promise<Done> {
  const { auth } = await loadAuthClient();
  const { error } = await auth.registerPasskey();
  return error ? authenticatorRefusal(error, "add-passkey") : changed();
}

export async function renamePasskey(passkeyId: string, friendlyName: string): Promise<Done> {
  const { auth } = await loadAuthClient();
  const { error } = await auth.passkey.update({ passkeyId, friendlyName });
  return error ? refusal(error) : changed();
}

export async function removePasskey(passkeyId: string): Promise<Done> {
  const { auth } = await loadAuthClient();
  const { error } = await auth.passkey.delete({ passkeyId });
  return error ? refusal(error) : changed();
}

async function changed(): Promise<Done> {
  await queryClient.invalidateQueries({ queryKey: passkeysKey });
  return { outcome: "done" };
}
