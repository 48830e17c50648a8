import { queryOptions } from "@tanstack/react-query";
import { loadAuthClient } from "./auth";
import { queryClient } from "./query-client";

/** An OAuth client of this server. */
export interface OauthClient {
  id: string;
  name: string;
  uri: string;
}

/** Authorization request of an OAuth client, or the redirect for a user who has already granted it. */
export type AuthorizationRequest =
  | { isAnswered: false; client: OauthClient; scopes: string[]; redirectUri: string; email: string }
  | { isAnswered: true; redirectUrl: string };

/** Scopes granted to an OAuth client. */
export interface OauthGrant {
  client: OauthClient;
  scopes: string[];
  grantedAt: string;
}

export async function readAuthorization(authorizationId: string): Promise<AuthorizationRequest> {
  const { auth } = await loadAuthClient();
  const { data, error } = await auth.oauth.getAuthorizationDetails(authorizationId);
  if (error) throw error;
  if ("redirect_url" in data) return { isAnswered: true, redirectUrl: data.redirect_url };
  const { client, scope, redirect_uri, user } = data;
  return { isAnswered: false, client, scopes: scopesOf(scope), redirectUri: redirect_uri, email: user.email };
}

/** Returns the redirect target. */
export async function answerAuthorization(authorizationId: string, allows: boolean): Promise<string> {
  const { auth } = await loadAuthClient();
  const options = { skipBrowserRedirect: true };
  const { data, error } = allows
    ? await auth.oauth.approveAuthorization(authorizationId, options)
    : await auth.oauth.denyAuthorization(authorizationId, options);
  if (error) throw error;
  return data.redirect_url;
}

const grantsKey = ["account", "oauth-grants"] as const;

export const oauthGrantsQuery = () =>
  queryOptions({
    queryKey: grantsKey,
    queryFn: async (): Promise<OauthGrant[]> => {
      const { auth } = await loadAuthClient();
      const { data, error } = await auth.oauth.listGrants();
      if (error) throw error;
      return data.map(({ client, scopes, granted_at }) => ({ client, scopes, grantedAt: granted_at }));
    },
  });

/** The program is signed out everywhere, and has to ask again. */
export async function revokeOauthGrant(clientId: string): Promise<void> {
  const { auth } = await loadAuthClient();
  const { error } = await auth.oauth.revokeGrant({ clientId });
  if (error) throw error;
  await queryClient.invalidateQueries({ queryKey: grantsKey });
}

function scopesOf(scope: string): string[] {
  return scope.split(" ").filter((name) => name !== "");
}
