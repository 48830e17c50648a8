import { createHash, randomBytes } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { beforeAll, describe, expect, it } from "vitest";
import { checkLook, violations } from "./accessibility.ts";
import { Person } from "./person.ts";
import { realStories } from "./real-story.ts";

const SECRET_KEY = "sb_secret_of_the_operator";
const PASSWORD = "a sextant and a log";
/** Redirect URI of the OAuth client; never fetched. */
const BACK = "https://reader.example/callback?from=portolan";

/** A program that is registered. */
interface RegisteredClient {
  id: string;
  secret: string;
}

/** Token response of an authorization code. */
interface TokenResponse {
  access_token: string;
  refresh_token: string;
  id_token: string;
  scope: string;
  error?: string;
}

describe("OAuth clients", () => {
  const story = realStories(async () => ({
    PORTOLAN_AUTH_SECRET_KEY: SECRET_KEY,
    PORTOLAN_AUTH_OAUTH_SERVER: "{enabled=true,allow_dynamic_registration=true}",
  }));
  let program: RegisteredClient;

  /** The real client library, with a memory of its own. */
  function client(key = "sb_publishable_key"): SupabaseClient {
    return createClient(story.server.url, key, {
      // Node 20 has no sockets of its own, and none are opened here.
      realtime: { transport: class {} as never },
      auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
    });
  }

  beforeAll(async () => {
    const { data, error } = await client(SECRET_KEY).auth.admin.oauth.createClient({
      client_name: "Reading Room",
      client_uri: "https://reader.example",
      redirect_uris: [BACK],
    });
    expect(error).toBeNull();
    program = { id: data?.client_id ?? "", secret: data?.client_secret ?? "" };
  });

  async function signedUp(email: string): Promise<SupabaseClient> {
    const supabase = client();
    const { error } = await supabase.auth.signUp({ email, password: PASSWORD });
    expect(error).toBeNull();
    return supabase;
  }

  /** Authorization URL and PKCE verifier of the client. */
  function begin(scope = "openid email") {
    const verifier = randomBytes(40).toString("hex");
    const page = new URL(`${story.server.url}/auth/v1/oauth/authorize`);
    page.search = new URLSearchParams({
      client_id: program.id,
      redirect_uri: BACK,
      response_type: "code",
      scope,
      state: "what it remembers",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    }).toString();
    return { page: page.href, verifier };
  }

  async function authorizationId(page: string): Promise<string> {
    const answer = await fetch(page, { redirect: "manual" });
    const consent = new URL(answer.headers.get("location") ?? "");
    expect(consent.pathname).toBe("/oauth/consent");
    return consent.searchParams.get("authorization_id") ?? "";
  }

  async function exchange(members: Record<string, string>): Promise<TokenResponse> {
    const credentials = Buffer.from(`${program.id}:${program.secret}`).toString("base64");
    const answer = await fetch(`${story.server.url}/auth/v1/oauth/token`, {
      method: "POST",
      headers: { authorization: `Basic ${credentials}` },
      body: new URLSearchParams(members),
    });
    return (await answer.json()) as TokenResponse;
  }

  const codeOf = (url: string | undefined) => new URL(url ?? "").searchParams.get("code") ?? "";

  it("authorize with the official library, exchange a code for tokens, and are revoked", async () => {
    const supabase = await signedUp("grace@example.org");
    const { page, verifier } = begin();
    const id = await authorizationId(page);
    const asked = await supabase.auth.oauth.getAuthorizationDetails(id);
    expect(asked.error).toBeNull();
    expect(asked.data).toMatchObject({
      authorization_id: id,
      redirect_uri: BACK,
      client: { id: program.id, name: "Reading Room", uri: "https://reader.example" },
      user: { email: "grace@example.org" },
      scope: "openid email",
    });
    const allowed = await supabase.auth.oauth.approveAuthorization(id);
    expect(allowed.data?.redirect_url).toMatch(/^https:\/\/reader\.example\/callback\?from=portolan&code=/);
    const grant = {
      grant_type: "authorization_code",
      code: codeOf(allowed.data?.redirect_url),
      code_verifier: verifier,
    };
    const tokens = await exchange(grant);
    expect(tokens.scope).toBe("openid email");

    const known = await client().auth.getClaims(tokens.access_token);
    expect(known.error).toBeNull();
    expect(known.data?.claims).toMatchObject({ client_id: program.id, email: "grace@example.org" });
    expect(known.data?.claims.amr).toMatchObject([{ method: "oauth_provider/authorization_code" }]);
    const user = await client().auth.getUser(tokens.access_token);
    expect(user.data.user?.email).toBe("grace@example.org");
    const renewed = await exchange({ grant_type: "refresh_token", refresh_token: tokens.refresh_token });
    expect(renewed.access_token).toBeTruthy();

    const grants = await supabase.auth.oauth.listGrants();
    expect(grants.data).toMatchObject([
      { client: { id: program.id, name: "Reading Room" }, scopes: ["openid", "email"] },
    ]);
    const again = await supabase.auth.oauth.getAuthorizationDetails(await authorizationId(begin("email").page));
    expect(again.data).toMatchObject({ redirect_url: expect.stringContaining("code=") });
    expect((await supabase.auth.oauth.revokeGrant({ clientId: program.id })).error).toBeNull();
    expect((await supabase.auth.oauth.listGrants()).data).toEqual([]);
    expect((await client().auth.getUser(renewed.access_token)).error?.name).toBe("AuthSessionMissingError");
    const twice = await supabase.auth.oauth.revokeGrant({ clientId: program.id });
    expect(twice.error?.code).toBe("oauth_consent_not_found");
  });

  it("receive a denial, and can't answer another user's request", async () => {
    const supabase = await signedUp("hopper@example.org");
    const other = await signedUp("mallory@example.org");
    const id = await authorizationId(begin().page);
    await supabase.auth.oauth.getAuthorizationDetails(id);
    const stolen = await other.auth.oauth.approveAuthorization(id);
    expect(stolen.error?.code).toBe("oauth_authorization_not_found");
    const denied = await supabase.auth.oauth.denyAuthorization(id);
    const back = new URL(denied.data?.redirect_url ?? "");
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: "access_denied", state: "what it remembers" });
    const late = await supabase.auth.oauth.approveAuthorization(id);
    expect(late.error?.code).toBe("validation_failed");
    const nobody = await client().auth.oauth.getAuthorizationDetails(id);
    expect(nobody.error?.name).toBe("AuthSessionMissingError");
  });

  it("redirect users to the consent page after they sign in", async () => {
    const { browser, server } = story;
    const page = await browser.newPage();
    const arrived: string[] = [];
    await browser.context.route("https://reader.example/**", (route) => {
      arrived.push(route.request().url());
      return route.fulfill({ contentType: "text/html", body: "<title>Reading Room</title>" });
    });
    const { page: start, verifier } = begin("openid profile email");
    await page.goto(start);
    await page.waitForURL(/\/login$/);
    await page.getByRole("link", { name: "Create one" }).click();
    await page.getByLabel("Email").fill("ada@example.org");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Authorize this app?" }).waitFor();
    await page.getByText("Read your email address").waitFor();
    await expect.poll(() => page.getByText("reader.example", { exact: true }).count()).toBe(1);
    await checkLook(page);
    await page.getByRole("button", { name: "Allow" }).click();
    await page.waitForURL(/^https:\/\/reader\.example\//);
    const grant = { grant_type: "authorization_code", code: codeOf(arrived[0]), code_verifier: verifier };
    expect((await exchange(grant)).access_token).toBeTruthy();
    // Shown again, the code is good for nothing.
    expect((await exchange(grant)).error).toBe("invalid_grant");

    // Consent isn't asked again until it is revoked.
    await page.goto(begin("email").page);
    await expect.poll(() => arrived.length).toBe(2);
    await page.waitForURL(/^https:\/\/reader\.example\//);
    await browser.context.clearCookies();
    await new Person(page, server.url).signUp("lovelace");
    await page.goto(begin("email").page);
    await page.getByRole("button", { name: "Deny" }).click();
    await expect.poll(() => arrived.length).toBe(3);
    await page.waitForURL(/^https:\/\/reader\.example\//);
    expect(new URL(arrived[2] ?? "").searchParams.get("error")).toBe("access_denied");
    await page.goto(begin("email").page);
    await page.getByRole("button", { name: "Allow" }).click();
    await expect.poll(() => arrived.length).toBe(4);
    await page.waitForURL(/^https:\/\/reader\.example\//);
    await page.goto(`${server.url}/settings/apps`);
    await page.getByRole("button", { name: "Revoke access Reading Room" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke access" }).click();
    await page.getByText("No connected apps. Apps that ask for access").waitFor();

    await page.goto(`${server.url}/oauth/consent?authorization_id=unknown`);
    await page.getByRole("alert").filter({ hasText: "This request has expired" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.close();
  }, 120_000);
});
