import { queryOptions } from "@tanstack/react-query";
import type { CreateApiKey, CreatedApiKey } from "../contract/types";
import { adminListChanged } from "./admin-lists";
import * as api from "./operations";
import { queryClient } from "./query-client";

export type { ApiKey, CreateApiKey, CreatedApiKey, OwnedApiKey, Scope } from "../contract/types";

const ownKey = ["api-keys", "own"] as const;

export const apiKeysQuery = () =>
  queryOptions({
    queryKey: ownKey,
    queryFn: async ({ signal }) => (await api.listApiKeys({ signal })).items,
  });

export async function createApiKey(body: CreateApiKey): Promise<CreatedApiKey> {
  const created = await api.createApiKey(body);
  await queryClient.invalidateQueries({ queryKey: ownKey });
  return created;
}

/** Whatever uses the key is refused from now on. */
export async function deleteApiKey(keyId: string): Promise<void> {
  await api.deleteApiKey({ keyId });
  await queryClient.invalidateQueries({ queryKey: ownKey });
}

/** Revokes any user's key. */
export async function revokeApiKey(keyId: string): Promise<void> {
  await api.revokeUserApiKey({ keyId });
  await adminListChanged("api-keys");
}
