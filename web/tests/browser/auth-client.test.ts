import { createHmac, generateKeyPairSync, sign, verify as verifySignature } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Portolan } from "./program.ts";

const JWT_SECRET = "37c304f8-51aa-419a-a1af-06154e63707a";
const SECRET_KEY = "sb_secret_of_the_operator";
const PASSWORD = "a good password";

/** Environment variables of a test server. */
const confirming = {
  PORTOLAN_AUTH_AUTO_CONFIRM_EMAIL: "false",
  PORTOLAN_AUTH_PHONE: "true",
  PORTOLAN_AUTH_PHONE_FACTOR: "true",
  PORTOLAN_AUTH_ANONYMOUS: "true",
  PORTOLAN_AUTH_MANUAL_LINKING: "true",
  PORTOLAN_AUTH_SOLANA: "true",
  PORTOLAN_AUTH_ETHEREUM: "true",
  PORTOLAN_AUTH_MAIL_INTERVAL_SECONDS: "0",
  PORTOLAN_AUTH_SMS_INTERVAL_SECONDS: "0",
  PORTOLAN_AUTH_SECRET_KEY: SECRET_KEY,
  PORTOLAN_AUTH_PROVIDERS: '{company={issuer="http://127.0.0.1:9",client_id="id"}}',
};

const strict = {
  PORTOLAN_AUTH_SIGN_UP: "false",
  PORTOLAN_AUTH_JWT_SECRET: JWT_SECRET,
  PORTOLAN_AUTH_SECRET_KEY: SECRET_KEY,
};

let number = 0;
const newEmail = () => `person${number++}@example.com`;
const newPhone = () => `42060100${String(number++).padStart(4, "0")}`;

interface Letter {
  text: string;
  link: string;
  code: string;
}

class Site {
  readonly server: Portolan;

  constructor(server: Portolan) {
    this.server = server;
  }

  /** A client with a memory of its own, as another browser has it. */
  client(options: { flowType?: "pkce" | "implicit"; key?: string } = {}): SupabaseClient {
    const kept = new Map<string, string>();
    return createClient(this.server.url, options.key ?? "sb_publishable_key", {
      // Node 20 has no sockets of its own, and none are opened here.
      realtime: { transport: class {} as never },
      auth: {
        autoRefreshToken: false,
        persistSession: true,
        detectSessionInUrl: false,
        flowType: options.flowType ?? "implicit",
        storage: {
          getItem: (name) => kept.get(name) ?? null,
          setItem: (name, value) => void kept.set(name, value),
          removeItem: (name) => void kept.delete(name),
        },
      },
    });
  }

  operator(key = SECRET_KEY): SupabaseClient {
    return this.client({ key });
  }

  /** The newest message to a user. */
  async letter(to: string): Promise<Letter> {
    const text = (await this.server.messagesTo(to))[0]?.text ?? "";
    return {
      text,
      link: /^http\S+$/m.exec(text)?.[0] ?? "",
      code: /\b\d{6}\b(?![\s\S]*\b\d{6}\b)/.exec(text)?.[0] ?? "",
    };
  }

  async follow(link: string): Promise<URL> {
    const answer = await fetch(link, { redirect: "manual" });
    return new URL(answer.headers.get("location") ?? "", this.server.url);
  }

  /** A user with a confirmed address who is signed in. */
  async person(): Promise<{ client: SupabaseClient; email: string; id: string }> {
    const email = newEmail();
    const created = await this.operator().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    expect(created.error).toBeNull();
    const client = this.client();
    const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
    return { client, email, id: data.user?.id ?? "" };
  }
}

function serving(environment: Record<string, string>): () => Site {
  let site: Site;
  beforeAll(async () => {
    site = new Site(await Portolan.start(environment));
  });
  afterAll(() => site?.server.stop());
  return () => site;
}

/** The code that a telephone shows now (RFC 6238). */
function totp(secret: string, at = Date.now()): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const hash = createHmac("sha1", key).update(step).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** A token as other programs sign it with the shared secret. */
function signed(claims: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const message = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${message}.${createHmac("sha256", JWT_SECRET).update(message).digest("base64url")}`;
}

describe("supabase-js with email confirmation", () => {
  const site = serving(confirming);

  it("signs up, confirms with a code, and signs in with the password", async () => {
    const { auth } = site().client();
    const email = newEmail();
    const signUp = await auth.signUp({ email, password: PASSWORD, options: { data: { theme: "dark" } } });
    expect(signUp.error).toBeNull();
    expect(signUp.data.session).toBeNull();
    expect(signUp.data.user?.user_metadata).toEqual({ theme: "dark" });
    const early = await auth.signInWithPassword({ email, password: PASSWORD });
    expect(early.error?.code).toBe("email_not_confirmed");
    const { code } = await site().letter(email);
    const wrong = await auth.verifyOtp({ email, token: "000000", type: "signup" });
    expect(wrong.error?.message).toBe("Token has expired or is invalid");
    expect(wrong.error?.code).toBe("otp_expired");
    const verified = await auth.verifyOtp({ email, token: code, type: "signup" });
    expect(verified.data.session?.access_token).toBeTruthy();
    expect((await auth.getUser()).data.user?.email).toBe(email);
    const bad = await auth.signInWithPassword({ email, password: "wrong" });
    expect(bad.error?.message).toBe("Invalid login credentials");
    expect(bad.error?.status).toBe(400);
    const weak = await auth.signUp({ email: newEmail(), password: "x" });
    expect(weak.error?.name).toBe("AuthWeakPasswordError");
    expect(weak.error?.message).toContain("Password should be at least 6 characters");
    const invalid = await auth.signUp({ email: "nonsense", password: PASSWORD });
    expect(invalid.error?.message).toBe("Unable to validate email address: invalid format");
  });

  it("signs up with a phone number", async () => {
    const { auth } = site().client();
    const phone = newPhone();
    expect((await auth.signUp({ phone, password: PASSWORD })).data.user?.phone).toBe(phone);
    const { code } = await site().letter(phone);
    const verified = await auth.verifyOtp({ phone, token: code, type: "sms" });
    expect(verified.data.user?.phone_confirmed_at).toBeTruthy();
    expect((await auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
    const bad = await auth.signInWithOtp({ phone: "call me" });
    expect(bad.error?.message).toBe("Invalid phone number format (E.164 required)");
  });

  it("signs in with a code, a hash, and a link in both flows", async () => {
    const { auth } = site().client();
    const email = newEmail();
    // The answer to an unknown address is that to a known one, and nothing is sent.
    expect((await auth.signInWithOtp({ email, options: { shouldCreateUser: false } })).error).toBeNull();
    expect(await site().server.messagesTo(email)).toEqual([]);
    expect((await auth.signInWithOtp({ email })).error).toBeNull();
    const { code } = await site().letter(email);
    expect((await auth.verifyOtp({ email, token: code, type: "email" })).data.session).not.toBeNull();
    await auth.signInWithOtp({ email });
    const hash = new URL((await site().letter(email)).link).searchParams.get("token") ?? "";
    const byHash = await auth.verifyOtp({ token_hash: hash, type: "magiclink" });
    expect(byHash.data.user?.email).toBe(email);
    await auth.signInWithOtp({ email, options: { emailRedirectTo: "http://localhost:3000/in" } });
    const back = await site().follow((await site().letter(email)).link);
    const fragment = new URLSearchParams(back.hash.slice(1));
    const set = await auth.setSession({
      access_token: fragment.get("access_token") ?? "",
      refresh_token: fragment.get("refresh_token") ?? "",
    });
    expect(set.data.user?.email).toBe(email);
    const pkce = site().client({ flowType: "pkce" });
    await pkce.auth.signInWithOtp({ email, options: { emailRedirectTo: "http://localhost:3000/in" } });
    const returned = await site().follow((await site().letter(email)).link);
    const exchanged = await pkce.auth.exchangeCodeForSession(returned.searchParams.get("code") ?? "");
    expect(exchanged.data.user?.email).toBe(email);
    const again = await pkce.auth.exchangeCodeForSession(returned.searchParams.get("code") ?? "");
    expect(again.error).not.toBeNull();
  });

  it("recovers, resends, and reauthenticates", async () => {
    const { client, email } = await site().person();
    const { auth } = site().client();
    expect((await auth.resetPasswordForEmail(email, { redirectTo: "http://localhost:3000/in" })).error).toBeNull();
    expect((await auth.resetPasswordForEmail(newEmail())).error).toBeNull();
    const { code } = await site().letter(email);
    expect((await auth.verifyOtp({ email, token: code, type: "recovery" })).error).toBeNull();
    expect((await auth.updateUser({ password: PASSWORD })).error?.code).toBe("same_password");
    expect((await auth.updateUser({ password: "another password" })).error).toBeNull();
    expect((await client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    const unconfirmed = newEmail();
    await auth.signUp({ email: unconfirmed, password: PASSWORD });
    expect((await auth.resend({ email: unconfirmed, type: "signup" })).error).toBeNull();
    const other = await site().person();
    expect((await other.client.auth.reauthenticate()).error).toBeNull();
    expect((await site().letter(other.email)).code).toMatch(/^\d{6}$/);
  });

  it("changes an email address after confirmation from both addresses", async () => {
    const { client, email } = await site().person();
    const changed = newEmail();
    const update = await client.auth.updateUser({ email: changed, data: { name: "Ada" } });
    expect(update.data.user?.new_email).toBe(changed);
    expect(update.data.user?.user_metadata.name).toBe("Ada");
    const first = (await site().letter(email)).code;
    const half = await client.auth.verifyOtp({ email, token: first, type: "email_change" });
    expect(half.error).toBeNull();
    expect(half.data.session).toBeNull();
    const second = (await site().letter(changed)).code;
    const whole = await client.auth.verifyOtp({ email: changed, token: second, type: "email_change" });
    expect(whole.data.user?.email).toBe(changed);
    const other = await site().person();
    expect((await other.client.auth.updateUser({ email: changed })).error?.code).toBe("email_exists");
  });

  it("refreshes, and signs out in every scope", async () => {
    const { client, email } = await site().person();
    const before = (await client.auth.getSession()).data.session;
    const after = (await client.auth.refreshSession()).data.session;
    expect(after?.refresh_token).not.toBe(before?.refresh_token);
    const unknown = await site().client().auth.refreshSession({ refresh_token: "unknown" });
    expect(unknown.error?.message).toBe("Invalid Refresh Token: Refresh Token Not Found");
    const second = site().client();
    await second.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await client.auth.signOut({ scope: "others" })).error).toBeNull();
    expect((await second.auth.getUser()).error).not.toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await client.auth.signOut({ scope: "local" })).error).toBeNull();
    expect((await client.auth.getSession()).data.session).toBeNull();
  });

  it("signs guests in and converts them to users", async () => {
    const { auth } = site().client();
    const guest = await auth.signInAnonymously({ options: { data: { from: "here" } } });
    expect(guest.data.user?.is_anonymous).toBe(true);
    const email = newEmail();
    await auth.updateUser({ email });
    const { code } = await site().letter(email);
    const named = await auth.verifyOtp({ email, token: code, type: "email_change" });
    expect(named.data.user?.id).toBe(guest.data.user?.id);
    expect(named.data.user?.is_anonymous).toBe(false);
  });

  it("enrolls, verifies, and removes second factors", async () => {
    const { client } = await site().person();
    const { mfa } = client.auth;
    const enrolled = await mfa.enroll({ factorType: "totp", friendlyName: "app", issuer: "Test" });
    if (enrolled.error) throw enrolled.error;
    expect(enrolled.data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    expect(enrolled.data.totp.uri).toContain(enrolled.data.totp.secret);
    const same = await mfa.enroll({ factorType: "totp", friendlyName: "app" });
    expect(same.error?.code).toBe("mfa_factor_name_conflict");
    const factorId = enrolled.data.id;
    const challenge = await mfa.challenge({ factorId });
    const challengeId = challenge.data?.id ?? "";
    const wrong = await mfa.verify({ factorId, challengeId, code: "000000" });
    expect(wrong.error?.code).toBe("mfa_verification_failed");
    const right = await mfa.verify({ factorId, challengeId, code: totp(enrolled.data.totp.secret) });
    expect(right.error).toBeNull();
    const level = await mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
    expect((await mfa.listFactors()).data?.totp).toHaveLength(1);
    const phone = newPhone();
    const second = await mfa.enroll({ factorType: "phone", phone, friendlyName: "mobile" });
    if (second.error) throw second.error;
    const asked = await mfa.challenge({ factorId: second.data.id });
    const { code } = await site().letter(phone);
    const proven = await mfa.verify({ factorId: second.data.id, challengeId: asked.data?.id ?? "", code });
    expect(proven.error).toBeNull();
    expect((await mfa.unenroll({ factorId })).data?.id).toBe(factorId);
    expect((await mfa.unenroll({ factorId })).error?.code).toBe("mfa_factor_not_found");
  });

  it("verifies claims with only the public keys", async () => {
    const { client, id } = await site().person();
    const { data, error } = await client.auth.getClaims();
    expect(error).toBeNull();
    expect(data?.header.alg).toBe("ES256");
    expect(data?.claims.sub).toBe(id);
    expect(data?.claims.aal).toBe("aal1");
    const broken = await client.auth.getClaims(`${(await client.auth.getSession()).data.session?.access_token}x`);
    expect(broken.error).not.toBeNull();
  });

  it("redirects to providers and lists linked identities", async () => {
    const { client } = await site().person();
    const { data } = await site().client().auth.signInWithOAuth({ provider: "google" });
    const page = await fetch(data.url ?? "", { redirect: "manual" });
    expect(((await page.json()) as { message: string }).message).toBe("Unsupported provider: provider is not enabled");
    const identities = (await client.auth.getUserIdentities()).data?.identities ?? [];
    expect(identities.map(({ provider }) => provider)).toEqual(["email"]);
    const only = identities[0];
    if (!only) throw new Error("there is no identity");
    expect((await client.auth.unlinkIdentity(only)).error?.code).toBe("single_identity_not_deletable");
    const token = await site().client().auth.signInWithIdToken({ provider: "google", token: "nonsense" });
    expect(token.error?.code).toBe("provider_disabled");
    const link = await client.auth.linkIdentity({ provider: "google", options: { skipBrowserRedirect: true } });
    expect(link.error?.message).toBe("Unsupported provider: provider is not enabled");
    const sso = await site().client().auth.signInWithSSO({ domain: "company.example" });
    expect(sso.error?.message).toBe("SAML 2.0 is disabled");
  });

  it("signs in with a wallet", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const raw = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
    const address = base58(raw);
    const host = new URL(site().server.url).host;
    const message = [
      `${host} wants you to sign in with your Solana account:`,
      address,
      "",
      "Version: 1",
      `URI: ${site().server.url}/`,
      `Issued At: ${new Date().toISOString()}`,
    ].join("\n");
    const signature = new Uint8Array(sign(null, Buffer.from(message), privateKey));
    expect(verifySignature(null, Buffer.from(message), publicKey, signature)).toBe(true);
    const { auth } = site().client();
    const signedIn = await auth.signInWithWeb3({ chain: "solana", message, signature });
    expect(signedIn.error).toBeNull();
    expect(signedIn.data.user?.app_metadata.provider).toBe("web3");
    const again = await site().client().auth.signInWithWeb3({ chain: "solana", message, signature });
    expect(again.error?.code).toBe("validation_failed");
  });

  it("supports every admin method", async () => {
    const { admin } = site().operator().auth;
    const email = newEmail();
    const created = await admin.createUser({ email, password: PASSWORD, user_metadata: { a: 1 } });
    const id = created.data.user?.id ?? "";
    expect((await admin.createUser({ email })).error?.code).toBe("email_exists");
    expect((await admin.getUserById(id)).data.user?.email).toBe(email);
    const updated = await admin.updateUserById(id, { email_confirm: true, app_metadata: { role: "editor" } });
    expect(updated.data.user?.app_metadata.role).toBe("editor");
    const listed = await admin.listUsers({ page: 1, perPage: 2 });
    expect(listed.data.users).toHaveLength(2);
    expect((await admin.listUsers()).data.users.length).toBeGreaterThan(2);
    const link = await admin.generateLink({ type: "magiclink", email });
    expect(link.data.properties).toMatchObject({ verification_type: "magiclink" });
    const hash = link.data.properties?.hashed_token ?? "";
    const { auth } = site().client();
    expect((await auth.verifyOtp({ token_hash: hash, type: "magiclink" })).error).toBeNull();
    expect((await admin.mfa.listFactors({ userId: id })).data?.factors).toEqual([]);
    const invited = await admin.inviteUserByEmail(newEmail(), { data: { team: "a" } });
    expect(invited.data.user?.invited_at).toBeTruthy();
    const jwt = (await auth.getSession()).data.session?.access_token ?? "";
    expect((await admin.signOut(jwt, "global")).error).toBeNull();
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error?.code).toBe("user_not_found");
    const stranger = await site().client().auth.admin.listUsers();
    expect(stranger.error).not.toBeNull();
  });

  it("lets operators manage OAuth clients, passkeys, and factors", async () => {
    const { admin } = site().operator().auth;
    const redirect_uris = ["https://example.com/callback", "http://localhost:3000/callback"];
    const made = await admin.oauth.createClient({ client_name: "Charts", redirect_uris });
    expect(made.data).toMatchObject({ client_name: "Charts", redirect_uris, client_secret: expect.any(String) });
    const id = made.data?.client_id ?? "";
    const shown = await admin.oauth.getClient(id);
    expect(shown.data?.client_id).toBe(id);
    expect(shown.data?.client_secret).toBeUndefined();
    const changed = await admin.oauth.updateClient(id, { logo_uri: "https://example.com/logo.png" });
    expect(changed.data).toMatchObject({ client_name: "Charts", logo_uri: "https://example.com/logo.png" });
    const renewed = await admin.oauth.regenerateClientSecret(id);
    expect(renewed.data?.client_secret).not.toBe(made.data?.client_secret);
    const listed = await admin.oauth.listClients({ page: 1, perPage: 2 });
    expect(listed.data.clients.map((client) => client.client_id)).toContain(id);
    const none = await admin.oauth.createClient({ client_name: "None", redirect_uris: [] });
    expect(none.error?.message).toBe("redirect_uris is required");
    expect((await admin.oauth.deleteClient(id)).error).toBeNull();
    expect((await admin.oauth.getClient(id)).error?.code).toBe("oauth_client_not_found");
    const person = await site().person();
    expect((await admin.passkey.listPasskeys({ userId: person.id })).data).toEqual([]);
    const unknown = "00000000-0000-0000-0000-000000000000";
    const removed = await admin.passkey.deletePasskey({ userId: person.id, passkeyId: unknown });
    expect(removed.error?.message).toBe("Passkey not found");
  });
});

describe("supabase-js with sign-up disabled", () => {
  const site = serving(strict);

  it("gets the expected error when signing up", async () => {
    const { auth } = site().client();
    const signUp = await auth.signUp({ email: newEmail(), password: PASSWORD });
    expect(signUp.error?.message).toBe("Signups not allowed for this instance");
    expect((await auth.signInAnonymously()).error?.code).toBe("signup_disabled");
    const phone = await auth.signInWithPassword({ phone: newPhone(), password: PASSWORD });
    expect(phone.error?.code).toBe("phone_provider_disabled");
    const wallet = await auth.signInWithWeb3({ chain: "solana", message: "x", signature: new Uint8Array(64) });
    expect(wallet.error?.message).toBe("Web3 provider is disabled");
  });

  it("accepts service tokens signed with the shared secret, and signs with it", async () => {
    for (const role of ["service_role", "supabase_admin"]) {
      const { admin } = site().operator(signed({ role })).auth;
      expect((await admin.listUsers()).error).toBeNull();
    }
    const anonymous = site().operator(signed({ role: "anon" })).auth.admin;
    expect((await anonymous.listUsers()).error?.code).toBe("not_admin");
    const forged = site().operator(signed({ role: "service_role" }).slice(0, -2)).auth.admin;
    expect((await forged.listUsers()).error?.message).toMatch(/^invalid JWT/);
    const { client, id } = await site().person();
    // Such a key is no one else's to know: the server itself is asked.
    const { data } = await client.auth.getClaims();
    expect(data?.claims.sub).toBe(id);
  });
});

function base58(bytes: Uint8Array): string {
  const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  let value = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  let text = "";
  for (; value > 0n; value /= 58n) text = alphabet[Number(value % 58n)] + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return "1".repeat(Math.max(zeros, 0)) + text;
}
