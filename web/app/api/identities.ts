import { queryOptions } from "@tanstack/react-query";
import { loadAuthClient } from "./auth";
import { refusal } from "./auth-failure";
import type { Done } from "./auth-methods";
import { queryClient } from "./query-client";

/** A way that a user can sign in by. */
export interface Identity {
  id: string;
  provider: string;
  /** The address that it is known by there: of mail, or of a wallet. */
  address: string | null;
  /** Blockchain of the identity if it's a wallet. */
  chain: string | null;
}

const identitiesKey = ["account", "identities"] as const;

export const identitiesQuery = () =>
  queryOptions({
    queryKey: identitiesKey,
    queryFn: async (): Promise<Identity[]> => {
      const { auth } = await loadAuthClient();
      const { data, error } = await auth.getUserIdentities();
      if (error) throw error;
      return data.identities.map(({ identity_id, provider, identity_data }) => {
        const text = (key: string) => {
          const value: unknown = identity_data?.[key];
          return typeof value === "string" ? value : null;
        };
        return { id: identity_id, provider, address: text("address") ?? text("email"), chain: text("chain") };
      });
    },
  });

/** Leaves for the provider, and comes back to the settings. */
export async function linkIdentity(provider: string, redirectTo: string): Promise<Done> {
  const { auth } = await loadAuthClient();
  type LinkProvider = Parameters<typeof auth.signInWithOAuth>[0]["provider"];
  const { error } = await auth.linkIdentity({ provider: provider as LinkProvider, options: { redirectTo } });
  return error ? refusal(error) : { outcome: "done" };
}

export async function unlinkIdentity(identityId: string): Promise<Done> {
  const { auth } = await loadAuthClient();
  const { data, error } = await auth.getUserIdentities();
  if (error) return refusal(error);
  const identity = data.identities.find(({ identity_id }) => identity_id === identityId);
  if (identity) {
    const { error: unlinkError } = await auth.unlinkIdentity(identity);
    if (unlinkError) return refusal(unlinkError);
  }
  await queryClient.invalidateQueries({ queryKey: identitiesKey });
  return { outcome: "done" };
}

/** Every other device is signed out; this one stays. */
export async function signOutOthers(): Promise<Done> {
  const { auth } = await loadAuthClient();
  const { error } = await auth.signOut({ scope: "others" });
  return error ? refusal(error) : { outcome: "done" };
}
