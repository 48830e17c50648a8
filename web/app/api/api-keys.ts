import { queryOptions } from "@tanstack/react-query";
import { apiPaths } from "../util/paths";
import { adminListChanged } from "./admin-lists";
import type { List } from "./list";
import { queryClient } from "./query-client";
import { request } from "./request";

/** What a key opens. */
export type ApiKeyScope = "read" | "chat" | "boards" | "admin";

/** The choices for a new key. */
export interface ApiKeyDraft {
  name: string;
  scopes: readonly ApiKeyScope[];
  requestsPerMinute: number;
  /** Absent for a key that lasts. */
  expiresInDays?: number;
}

/** A key that programs call the API with, in the name of its creator. */
export interface ApiKey {
  id: string;
  name: string;
  /** Its first letters, by which it is told apart. */
  prefix: string;
  scopes: ApiKeyScope[];
  /** Absent for a key that lasts. */
  expiresAt?: string | null;
  requestsPerMinute: number;
  createdAt: string;
  lastUsedAt?: string | null;
}

/** A key of anybody's, as administrators see it. */
export interface OwnedApiKey extends ApiKey {
  user?: { id: string; email?: string | null; username?: string | null } | null;
}

/** `key` is told once and never again. */
export type NewApiKey = ApiKey & { key: string };

const ownKey = ["api-keys", "own"] as const;

export const apiKeysQuery = () =>
  queryOptions({
    queryKey: ownKey,
    queryFn: async ({ signal }) => (await request<List<ApiKey>>(apiPaths.apiKeys(), { signal })).items,
  });

export async function createApiKey(body: ApiKeyDraft): Promise<NewApiKey> {
  const created = await request<NewApiKey>(apiPaths.apiKeys(), { method: "POST", body });
  await queryClient.invalidateQueries({ queryKey: ownKey });
  return created;
}

/** Whatever uses the key is refused from now on. */
export async function deleteApiKey(keyId: string): Promise<void> {
  await request(apiPaths.apiKey(keyId), { method: "DELETE" });
  await queryClient.invalidateQueries({ queryKey: ownKey });
}

/** Revokes any user's key. */
export async function revokeApiKey(keyId: string): Promise<void> {
  await request(apiPaths.adminApiKey(keyId), { method: "DELETE" });
  await adminListChanged("api-keys");
}
