import { createHash } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CLIENT_ID, CLIENT_SECRET, OpenIdProvider, type ProviderPerson } from "./double/open-id-provider.ts";
import { Portolan } from "./program.ts";

const PROVIDER = "company" as "google";
const PASSWORD = "a good password";
const SECRET_KEY = "sb_secret_of_the_operator";
/** Allowed as the address that sign-ins lead back to. */
const BACK = "http://localhost:3000/in";

let provider: OpenIdProvider;
let server: Portolan;
let number = 0;

beforeAll(async () => {
  provider = await OpenIdProvider.start();
  server = await Portolan.start({
    PORTOLAN_AUTH_MANUAL_LINKING: "true",
    PORTOLAN_AUTH_SECRET_KEY: SECRET_KEY,
    PORTOLAN_AUTH_PROVIDERS: `{company={issuer="${provider.issuer}",client_id="${CLIENT_ID}",client_secret="${CLIENT_SECRET}"}}`,
  });
});

afterAll(async () => {
  await server?.stop();
  await provider?.stop();
});

beforeEach(() => {
  provider.present = providerUser();
});

/** A user whom the server doesn't know yet. */
function providerUser(): ProviderPerson {
  number += 1;
  return { sub: `sub-${number}`, email: `person${number}@example.com`, email_verified: true, name: "Ada L." };
}

/** A client with a memory of its own, as another browser has it. */
function client(key = "sb_publishable_key"): SupabaseClient {
  const kept = new Map<string, string>();
  return createClient(server.url, key, {
    // Node 20 has no sockets of its own, and none are opened here.
    realtime: { transport: class {} as never },
    auth: {
      autoRefreshToken: false,
      persistSession: true,
      detectSessionInUrl: false,
      flowType: "pkce",
      storage: {
        getItem: (name) => kept.get(name) ?? null,
        setItem: (name, value) => void kept.set(name, value),
        removeItem: (name) => void kept.delete(name),
      },
    },
  });
}

/** Goes where a browser is sent, until it is back at the app. */
async function browse(url: string): Promise<URL> {
  let at = url;
  while (!at.startsWith(BACK)) {
    const answer = await fetch(at, { redirect: "manual" });
    const next = answer.headers.get("location");
    if (next === null) throw new Error(`${at} leads nowhere: ${answer.status} ${await answer.text()}`);
    at = next;
  }
  return new URL(at);
}

async function signInAtProvider(supabase: SupabaseClient, name = PROVIDER): Promise<URL> {
  const begun = await supabase.auth.signInWithOAuth({
    provider: name,
    options: { redirectTo: BACK, skipBrowserRedirect: true },
  });
  expect(begun.error).toBeNull();
  return browse(begun.data.url ?? "");
}

/** Signs in at the provider and exchanges the code that comes back. */
async function enter(supabase: SupabaseClient) {
  const code = (await signInAtProvider(supabase)).searchParams.get("code") ?? "";
  return supabase.auth.exchangeCodeForSession(code);
}

/** Goes to the provider to link an identity of it, and comes back. */
async function link(supabase: SupabaseClient): Promise<URL> {
  const begun = await supabase.auth.linkIdentity({
    provider: PROVIDER,
    options: { redirectTo: BACK, skipBrowserRedirect: true },
  });
  expect(begun.error).toBeNull();
  return browse(begun.data.url ?? "");
}

async function withPassword(): Promise<SupabaseClient> {
  const supabase = client();
  number += 1;
  const { error } = await supabase.auth.signUp({ email: `own${number}@example.com`, password: PASSWORD });
  expect(error).toBeNull();
  return supabase;
}

describe("supabase-js with an external provider", () => {
  it("exchanges the returned code for a session with the provider's tokens", async () => {
    const supabase = client();
    const { data, error } = await enter(supabase);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(provider.present?.email);
    expect(data.user?.user_metadata.full_name).toBe("Ada L.");
    expect(data.user?.app_metadata).toMatchObject({ provider: PROVIDER, providers: [PROVIDER] });
    expect(data.session?.provider_token).toBe("provider access");
    expect(data.session?.provider_refresh_token).toBe("provider refresh");
    const { data: level } = await supabase.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level?.currentAuthenticationMethods[0]).toMatchObject({ method: "oauth" });
    const identities = (await supabase.auth.getUserIdentities()).data?.identities ?? [];
    expect(identities.map(({ id, provider: of }) => [id, of])).toEqual([[provider.present?.sub, PROVIDER]]);

    const second = await enter(client());
    expect(second.data.user?.id).toBe(data.user?.id);
  });

  it("can't exchange a code twice, with another browser's verifier, or that wasn't issued", async () => {
    const supabase = client();
    const code = (await signInAtProvider(supabase)).searchParams.get("code") ?? "";
    const other = client();
    await signInAtProvider(other);
    const stolen = await other.auth.exchangeCodeForSession(code);
    expect(stolen.error?.code).toBe("bad_code_verifier");
    const first = await supabase.auth.exchangeCodeForSession(code);
    const twice = first.error ?? (await exchangeAgain(code));
    expect(twice?.code).toBe("flow_state_not_found");
    const third = client();
    await signInAtProvider(third);
    const unknown = await third.auth.exchangeCodeForSession("00000000-0000-4000-8000-000000000000");
    expect(unknown.error?.code).toBe("flow_state_not_found");
    const without = await client().auth.exchangeCodeForSession(code);
    expect(without.error?.name).toBe("AuthPKCECodeVerifierMissingError");
  });

  it("receives the provider's error or the reason why its answer was rejected", async () => {
    provider.present = null;
    const refused = await signInAtProvider(client());
    expect(refused.searchParams.get("error")).toBe("access_denied");
    expect(refused.searchParams.get("error_description")).toBe("They said no");
    provider.present = { ...providerUser(), email_verified: false };
    const unproven = await signInAtProvider(client());
    expect(unproven.searchParams.get("error_code")).toBe("provider_email_needs_verification");
  });

  it("links an identity to the signed-in user, lists it, and unlinks it", async () => {
    const supabase = await withPassword();
    const back = await link(supabase);
    const linked = await supabase.auth.exchangeCodeForSession(back.searchParams.get("code") ?? "");
    expect(linked.error).toBeNull();
    const identities = (await supabase.auth.getUserIdentities()).data?.identities ?? [];
    expect(identities.map(({ provider: of }) => of)).toEqual(["email", PROVIDER]);
    const added = identities[1];
    if (!added) throw new Error("nothing was linked");
    const unlinked = await supabase.auth.unlinkIdentity(added);
    expect(unlinked.error).toBeNull();
    const rest = (await supabase.auth.getUserIdentities()).data?.identities ?? [];
    expect(rest.map(({ provider: of }) => of)).toEqual(["email"]);
    const again = await supabase.auth.unlinkIdentity(added);
    expect(again.error?.code).toBe("single_identity_not_deletable");
  });

  it("can't link another user's identity, or link without a session", async () => {
    await enter(client());
    const supabase = await withPassword();
    const back = await link(supabase);
    expect(back.searchParams.get("error_code")).toBe("identity_already_exists");
    const nobody = await client().auth.linkIdentity({ provider: PROVIDER, options: { skipBrowserRedirect: true } });
    expect(nobody.error?.code).toBe("no_authorization");
    const linked = await supabase.auth.linkIdentity({ provider: PROVIDER, token: provider.idToken(providerUser()) });
    const [own] = linked.data.user?.identities ?? [];
    if (!own) throw new Error("nothing was linked");
    const unknown = { ...own, identity_id: "00000000-0000-4000-8000-000000000000" };
    expect((await supabase.auth.unlinkIdentity(unknown)).error?.code).toBe("identity_not_found");
  });

  it("signs in and links with an app's ID token and nonce", async () => {
    const person = providerUser();
    const supabase = client();
    const nonce = "once only";
    const token = provider.idToken(person, { nonce: createHash("sha256").update(nonce).digest("hex") });
    const wrong = await supabase.auth.signInWithIdToken({ provider: PROVIDER, token, nonce: "another" });
    expect(wrong.error?.message).toBe("Nonces mismatch");
    const { data, error } = await supabase.auth.signInWithIdToken({ provider: PROVIDER, token, nonce });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(person.email);

    const other = await withPassword();
    const taken = await other.auth.linkIdentity({ provider: PROVIDER, token: provider.idToken(person) });
    expect(taken.error?.code).toBe("identity_already_exists");
    const linked = await other.auth.linkIdentity({ provider: PROVIDER, token: provider.idToken(providerUser()) });
    expect(linked.error).toBeNull();
    expect(linked.data.user?.identities).toHaveLength(2);
  });

  it("rejects ID tokens that are forged, expired, or for another audience", async () => {
    const { auth } = client();
    const outcome = async (token: string) =>
      (await auth.signInWithIdToken({ provider: PROVIDER, token })).error?.status;
    const hour = Math.floor(Date.now() / 1_000) - 3_600;
    const [head, claims] = provider.idToken(providerUser()).split(".");
    for (const token of [
      provider.idToken(providerUser(), { aud: "others" }),
      provider.idToken(providerUser(), { iss: "https://elsewhere.example" }),
      provider.idToken(providerUser(), { iat: hour, exp: hour + 60 }),
      `${head}.${claims}.${"A".repeat(86)}`,
    ]) {
      expect(await outcome(token)).toBe(400);
    }
  });
});

describe("the admin client for providers", () => {
  const added = "custom:guild" as "google";
  const providers = () => client(SECRET_KEY).auth.admin.customProviders;

  it("adds a provider, signs in with it, changes it, and removes it", async () => {
    const params = {
      provider_type: "oidc" as const,
      identifier: added,
      name: "The guild",
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      issuer: provider.issuer,
      scopes: ["email", "profile"],
    };
    const made = await providers().createProvider(params);
    expect(made.error).toBeNull();
    expect(made.data).toMatchObject({ identifier: added, provider_type: "oidc", enabled: true, pkce_enabled: true });
    expect(made.data?.discovery_document).toMatchObject({ issuer: provider.issuer });
    expect(JSON.stringify(made.data)).not.toContain(CLIENT_SECRET);
    expect((await providers().createProvider(params)).error?.code).toBe("conflict");
    expect((await providers().listProviders({ type: "oidc" })).data.providers).toEqual([made.data]);
    expect((await providers().listProviders({ type: "oauth2" })).data.providers).toEqual([]);

    const supabase = client();
    const back = await signInAtProvider(supabase, added);
    const { data, error } = await supabase.auth.exchangeCodeForSession(back.searchParams.get("code") ?? "");
    expect(error).toBeNull();
    expect(data.user?.email).toBe(provider.present?.email);
    expect(data.user?.user_metadata.full_name).toBe("Ada L.");
    expect(data.user?.app_metadata.providers).toEqual([added]);

    const changed = await providers().updateProvider(added, { name: "The old guild", enabled: false });
    expect(changed.data).toMatchObject({ name: "The old guild", enabled: false, issuer: provider.issuer });
    expect((await providers().getProvider(added)).data).toEqual(changed.data);
    const closed = await fetch(`${server.url}/auth/v1/authorize?provider=${added}`, { redirect: "manual" });
    expect(closed.status).toBe(400);
    expect((await providers().deleteProvider(added)).error).toBeNull();
    expect((await providers().getProvider(added)).error?.code).toBe("provider_not_found");
  });

  it("receives the reason when a provider is rejected, and can't add one without the key", async () => {
    const params = {
      provider_type: "oidc" as const,
      identifier: added,
      name: "The guild",
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      issuer: "http://127.0.0.1:9",
    };
    const unreached = await providers().createProvider(params);
    expect(unreached.error).toMatchObject({ status: 400, code: "validation_failed" });
    const unnamed = await providers().createProvider({ ...params, identifier: "guild" });
    expect(unnamed.error?.message).toBe("identifier must start with 'custom:' prefix, e.g. 'custom:guild'");
    const nobody = await client().auth.admin.customProviders.listProviders();
    expect(nobody).toMatchObject({ data: { providers: [] }, error: { status: 403 } });
  });
});

/** The error of an exchange that another client tries with a code that was used. */
async function exchangeAgain(code: string) {
  const supabase = client();
  await signInAtProvider(supabase);
  return (await supabase.auth.exchangeCodeForSession(code)).error;
}
