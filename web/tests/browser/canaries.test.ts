import { createHmac, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CLIENT_ID, CLIENT_SECRET, OpenIdProvider } from "./double/open-id-provider.ts";
import { Portolan, startInVain } from "./program.ts";
import { hasPostgres, ThrowAwayPostgres } from "./throw-away-postgres.ts";

/** Files of the data folder that are secrets themselves, for their owner only. */
const SECRET_FILES = /(^|\/)(signing-keys\.json|code-secret)$/;
const LOUD = { PORTOLAN_LOG: "trace" };

/** Secrets that one server is told or gives away, and what it lets be seen. */
class Canaries {
  readonly #secrets = new Map<string, string>();
  readonly #refusals: string[] = [];
  server!: Portolan;
  readonly #postgres: ThrowAwayPostgres | undefined;

  constructor(postgres?: ThrowAwayPostgres) {
    this.#postgres = postgres;
  }

  /** Starts the server that is watched, over PostgreSQL if there is one. */
  async start(settings: Record<string, string>): Promise<void> {
    const database = this.#postgres && { PORTOLAN_DATABASE_URL: this.#postgres.url };
    this.server = await Portolan.start({ ...LOUD, ...settings, ...database });
  }

  /** A secret that is recognized in any output. */
  make(name: string): string {
    return this.keep(name, `canary-${name.replaceAll(" ", "-")}-${randomBytes(9).toString("hex")}`);
  }

  keep(name: string, given: string | null | undefined): string {
    const secret = given ?? "";
    expect(secret.length, `${name} is too short to be recognised`).toBeGreaterThanOrEqual(10);
    this.#secrets.set(`${name} ${this.#secrets.size}`, secret);
    return secret;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok) this.#refusals.push(await response.clone().text());
    return response;
  };

  client(key: string): SupabaseClient {
    const kept = new Map<string, string>();
    return createClient(this.server.url, key, {
      global: { fetch: this.fetch },
      // Node 20 has no sockets of its own.
      realtime: { transport: class {} as never },
      auth: {
        autoRefreshToken: false,
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

  async session(client: SupabaseClient): Promise<{ access_token: string; refresh_token: string }> {
    const { session } = (await client.auth.getSession()).data;
    if (!session) throw new Error("nobody is signed in");
    this.keep("access token", session.access_token);
    this.keep("refresh token", session.refresh_token);
    return session;
  }

  async call(path: string, init: RequestInit = {}): Promise<Response> {
    return this.fetch(`${this.server.url}${path}`, init);
  }

  /** Returns the last message to a user. */
  async letter(to: string): Promise<{ code: string; link: string }> {
    const text = (await this.server.messagesTo(to))[0]?.text ?? "";
    const link = /^http\S+$/m.exec(text)?.[0] ?? "";
    if (link !== "") this.keep("token of a link", new URL(link).searchParams.get("token") ?? "");
    return { code: this.keep("code", /\b\d{10}\b/.exec(text)?.[0] ?? ""), link };
  }

  /** Everything that can be seen, by its place. */
  #places(): Map<string, string> {
    const places = new Map([
      ["the log", this.server.output],
      ["an error", this.#refusals.join("\n")],
    ]);
    for (const name of readdirSync(this.server.dataDir, { recursive: true, encoding: "utf8" })) {
      if (SECRET_FILES.test(name)) continue;
      try {
        places.set(name, readFileSync(join(this.server.dataDir, name), "latin1"));
      } catch {
        // A folder.
      }
    }
    if (this.#postgres) places.set("PostgreSQL", this.#postgres.dump());
    return places;
  }

  /** Locations of secrets by name; a public value must be found too, which proves that the search works. */
  seen(known: string): string[] {
    const places = this.#places();
    expect([...places.values()].some((text) => text.includes(known))).toBe(true);
    if (this.#postgres) expect(places.get("PostgreSQL")).toContain(known);
    const found: string[] = [];
    for (const [name, secret] of this.#secrets) {
      // Also as it stands in an address, and as bytes in a dump.
      const shapes = [secret, encodeURIComponent(secret), Buffer.from(secret).toString("hex")];
      for (const [place, text] of places) {
        if (shapes.some((shape) => text.includes(shape))) found.push(`${name} in ${place}`);
      }
    }
    return found;
  }
}

/** The code that a telephone shows now (RFC 6238). */
function totp(secret: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac("sha1", key).update(step).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** Opens a websocket, sends one text frame, and waits for the first answer. */
function sayOverSocket(url: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": randomBytes(16).toString("base64"),
    };
    const request = httpRequest(url, { headers });
    request.on("error", reject);
    request.on("response", () => resolve());
    request.on("upgrade", (_, socket) => {
      const payload = Buffer.from(text);
      const size = Buffer.alloc(2);
      size.writeUInt16BE(payload.length);
      // The mask of zeros leaves the text as it is.
      socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | 126]), size, Buffer.alloc(4), payload]));
      socket.once("data", () => {
        socket.destroy();
        resolve();
      });
    });
    request.end();
  });
}

const databases = hasPostgres() ? ["SQLite", "PostgreSQL"] : ["SQLite"];

describe.each(databases)("secrets over %s at the most verbose log level", (database) => {
  let canaries: Canaries;
  let postgres: ThrowAwayPostgres | undefined;
  let provider: OpenIdProvider | undefined;

  beforeEach(async () => {
    postgres = database === "PostgreSQL" ? await ThrowAwayPostgres.start() : undefined;
    canaries = new Canaries(postgres);
  });

  afterEach(async () => {
    await canaries.server?.stop();
    await provider?.stop();
    await postgres?.stop();
  });

  it("never appear in logs, errors, or files", async () => {
    provider = await OpenIdProvider.start();
    const service = canaries.make("service key");
    const password = canaries.make("password");
    canaries.keep("client secret", CLIENT_SECRET);
    await canaries.start({
      PORTOLAN_AUTH_SECRET_KEY: service,
      PORTOLAN_PLANS: '[{id="free",name="Free",credits=200,limits={api_keys=5,key_requests_per_minute=600}}]',
      PORTOLAN_AUTH_CODE_DIGITS: "10",
      PORTOLAN_AUTH_MAIL_INTERVAL_SECONDS: "0",
      PORTOLAN_AUTH_MANUAL_LINKING: "true",
      PORTOLAN_AUTH_CODE_SECRET: canaries.make("code secret of thirty-two letters"),
      PORTOLAN_AUTH_PROVIDERS: `{company={issuer="${provider.issuer}",client_id="${CLIENT_ID}",client_secret="${CLIENT_SECRET}"}}`,
    });
    const key = "sb_publishable_key";
    const email = "ada@example.com";

    // Passwords, right and wrong.
    const ada = canaries.client(key);
    expect((await ada.auth.signUp({ email, password })).error).toBeNull();
    const first = await canaries.session(ada);
    const wrong = canaries.make("wrong password");
    expect((await canaries.client(key).auth.signInWithPassword({ email, password: wrong })).error).not.toBeNull();
    expect((await ada.auth.updateUser({ password: canaries.make("new password") })).error).toBeNull();
    expect(
      (await ada.auth.updateUser({ email: `not an address ${canaries.make("no address")}` })).error,
    ).not.toBeNull();

    // Refresh tokens, used, used again and made up.
    expect((await ada.auth.refreshSession()).error).toBeNull();
    const second = await canaries.session(ada);
    for (const refresh_token of [first.refresh_token, second.refresh_token, canaries.make("no refresh token")]) {
      await canaries.call("/auth/v1/token?grant_type=refresh_token", {
        method: "POST",
        body: JSON.stringify({ refresh_token }),
      });
    }

    // Codes and links.
    const late = canaries.client(key);
    expect((await late.auth.signInWithOtp({ email })).error).toBeNull();
    const { code, link } = await canaries.letter(email);
    await late.auth.verifyOtp({ email, token: canaries.make("wrong code"), type: "email" });
    const back = await fetch(link, { redirect: "manual" });
    const authCode = new URL(back.headers.get("location") ?? "", link).searchParams.get("code") ?? "";
    canaries.keep("code of a flow", authCode);
    await canaries.call("/auth/v1/token?grant_type=pkce", {
      method: "POST",
      body: JSON.stringify({ auth_code: authCode, code_verifier: canaries.make("wrong verifier").repeat(2) }),
    });
    expect((await late.auth.exchangeCodeForSession(authCode)).error).toBeNull();
    await canaries.session(late);
    await late.auth.verifyOtp({ email, token: code, type: "email" });
    await late.auth.resetPasswordForEmail(email);
    await canaries.letter(email);
    await late.auth.reauthenticate();
    await canaries.letter(email);
    const made = await canaries.client(service).auth.admin.generateLink({ type: "magiclink", email });
    canaries.keep("hashed token", made.data.properties?.hashed_token);

    // Second factors.
    const factor = await late.auth.mfa.enroll({ factorType: "totp" });
    const secret = canaries.keep("secret of a factor", factor.data?.type === "totp" ? factor.data.totp.secret : "");
    const verified = await late.auth.mfa.challengeAndVerify({ factorId: factor.data?.id ?? "", code: totp(secret) });
    expect(verified.error).toBeNull();
    const { access_token } = await canaries.session(late);

    // Another provider.
    provider.present = { sub: "ada", email: "other@example.com", email_verified: true };
    const other = canaries.client(key);
    const begun = await other.auth.signInWithOAuth({
      provider: "company" as "google",
      options: { skipBrowserRedirect: true },
    });
    let at = begun.data.url ?? "";
    for (let hop = 0; hop < 3; hop += 1) {
      at = (await fetch(at, { redirect: "manual" })).headers.get("location") ?? "";
      const given = new URL(at).searchParams.get("code");
      if (given !== null) canaries.keep("code of a provider", given);
    }
    const entered = await other.auth.exchangeCodeForSession(new URL(at).searchParams.get("code") ?? "");
    expect(entered.error).toBeNull();
    canaries.keep("token of a provider", entered.data.session?.provider_token);
    const idToken = canaries.keep("id token", provider.idToken(provider.present));
    await other.auth.signInWithIdToken({ provider: "company" as "google", token: idToken });
    await other.auth.signInWithIdToken({ provider: "company" as "google", token: canaries.make("no id token") });

    // API keys, cookies, and tokens that are none.
    const json = { "content-type": "application/json", authorization: `Bearer ${access_token}` };
    const body = JSON.stringify({ name: "a program", scopes: ["read", "chat"] });
    const created = await canaries.call("/api/user/api-keys", { method: "POST", headers: json, body });
    expect(created.status).toBe(201);
    const apiKey = canaries.keep("API key", ((await created.json()) as { key: string }).key);
    for (const token of [apiKey, `${apiKey}x`, canaries.make("no token"), `${access_token}x`]) {
      for (const path of [
        "/api/chats",
        "/rest/v1/chats",
        "/auth/v1/user",
        "/storage/v1/bucket",
        "/auth/v1/admin/users",
      ]) {
        await canaries.call(path, { headers: { authorization: `Bearer ${token}`, apikey: token } });
      }
    }
    const cookie = `base64-${Buffer.from(JSON.stringify({ access_token })).toString("base64url")}`;
    canaries.keep("cookie", cookie);
    expect((await canaries.call("/api/chats", { headers: { cookie: `portolan-auth-token=${cookie}` } })).status).toBe(
      200,
    );
    await canaries.call("/api/chats", { headers: { cookie: `portolan-auth-token=${canaries.make("no cookie")}` } });

    // Files behind signed addresses.
    const { id } = (await late.auth.getUser()).data.user ?? { id: "" };
    const operator = canaries.client(service);
    expect((await operator.storage.createBucket("papers")).error).toBeNull();
    expect((await late.storage.from("papers").upload(`${id}/letter.txt`, "dear")).error).toBeNull();
    const signed = await late.storage.from("papers").createSignedUrl(`${id}/letter.txt`, 60);
    const url = new URL(signed.data?.signedUrl ?? "");
    canaries.keep("signed address", url.searchParams.get("token"));
    expect((await canaries.fetch(url)).status).toBe(200);
    url.searchParams.set("token", canaries.make("no signature"));
    await canaries.fetch(url);
    const upload = await late.storage.from("papers").createSignedUploadUrl(`${id}/reply.txt`);
    canaries.keep("signed upload", upload.data?.token);
    const into = late.storage.from("papers");
    expect((await into.uploadToSignedUrl(`${id}/reply.txt`, upload.data?.token ?? "", "yours")).error).toBeNull();
    await into.uploadToSignedUrl(`${id}/reply.txt`, canaries.make("no upload token"), "yours");

    // Sockets: keys in the address, tokens in the joins.
    const socket = `${canaries.server.url}/realtime/v1/websocket?vsn=2.0.0&apikey=`;
    const joining = (token: string) =>
      JSON.stringify(["1", "1", `realtime:user:${id}`, "phx_join", { config: { private: true }, access_token: token }]);
    await sayOverSocket(socket + service, joining(access_token));
    await sayOverSocket(socket + service, joining(canaries.make("no socket token")));
    await sayOverSocket(socket + canaries.make("no socket key"), "");

    await late.auth.signOut();
    expect(canaries.server.output).toContain("TRACE");
    expect(canaries.seen(email)).toEqual([]);
  });

  it("never appear when a service is unreachable", async () => {
    const nobody = "127.0.0.1:9";
    const service = canaries.make("service key");
    await canaries.start({
      OPENAI_API_KEY: canaries.make("model key"),
      OPENAI_BASE_URL: `http://${nobody}/v1`,
      PORTOLAN_MODEL_BACK_OFF_MILLISECONDS: "1",
      PORTOLAN_SMTP_URL: `smtp://mailer:${canaries.make("mail password")}@${nobody}`,
      PORTOLAN_MAIL_FROM: "charts@example.com",
      PORTOLAN_AUTH_AUTO_CONFIRM_EMAIL: "true",
      PORTOLAN_AUTH_PHONE: "true",
      PORTOLAN_AUTH_SMS_WEBHOOK: `http://${nobody}/sms?key=${canaries.make("key of an address")}`,
      PORTOLAN_AUTH_SMS_WEBHOOK_SECRET: canaries.make("webhook secret"),
      PORTOLAN_AUTH_SECRET_KEY: service,
      PORTOLAN_AUTH_JWT_SECRET: canaries.make("shared secret of thirty-two letters"),
      PORTOLAN_AUTH_PROVIDERS: `{company={issuer="http://${nobody}",client_id="id",client_secret="${canaries.make("client secret")}"}}`,
      PORTOLAN_OBJECT_STORE: "s3://charts/files",
      PORTOLAN_OBJECT_STORE_ENDPOINT: `http://${nobody}`,
      PORTOLAN_OBJECT_STORE_REGION: "here",
      PORTOLAN_OBJECT_STORE_KEY_ID: canaries.make("key id"),
      PORTOLAN_OBJECT_STORE_SECRET_KEY: canaries.make("S3 key"),
    });
    const ada = canaries.client("sb_publishable_key");
    const email = "ada@example.com";
    const signedUp = await ada.auth.signUp({ email, password: canaries.make("password") });
    expect(signedUp.error).toBeNull();
    const { access_token } = await canaries.session(ada);
    await ada.auth.signInWithOtp({ email });
    await ada.auth.signInWithOtp({ phone: "+420601000001" });
    await canaries.call("/auth/v1/authorize?provider=company", { redirect: "manual" });
    const headers = { "content-type": "application/json", authorization: `Bearer ${access_token}` };
    const post = (path: string, body: object) =>
      canaries.call(path, { method: "POST", headers, body: JSON.stringify(body) });
    const { id: chatId } = (await (await post("/api/chats", {})).json()) as { id: string };
    await post(`/api/chats/${chatId}/messages`, { text: "Which island is wettest?" });
    await expect
      .poll(async () => {
        const chat = await canaries.call(`/api/chats/${chatId}`, { headers });
        return ((await chat.json()) as { turns: { outcome?: string }[] }).turns[0]?.outcome;
      })
      .toBe("failed");
    const operator = canaries.client(service);
    expect((await operator.storage.createBucket("papers")).error).toBeNull();
    expect((await operator.storage.from("papers").upload("letter.txt", "dear")).error).not.toBeNull();
    expect(canaries.server.output).toContain("TRACE");
    expect(canaries.seen(email)).toEqual([]);
  });
});

describe("secrets in unused settings", () => {
  it("never appear in the error", async () => {
    const secret = `canary-${randomBytes(9).toString("hex")}`;
    const settings: Record<string, string>[] = [
      { PORTOLAN_DATABASE_URL: `postgres://portolan:${secret}@127.0.0.1:9/portolan` },
      { PORTOLAN_DATABASE_URL: `nonsense://portolan:${secret}@127.0.0.1:9/portolan` },
      { PORTOLAN_SMTP_URL: `nonsense://mailer:${secret}@127.0.0.1:9` },
      { PORTOLAN_AUTH_SIGNING_KEYS: `{"keys":[{"kty":"oct","k":"${secret}"}]}` },
      { PORTOLAN_AUTH_JWT_SECRET: secret },
      { PORTOLAN_AUTH_CODE_SECRET: secret },
    ];
    for (const setting of settings) {
      const said = await startInVain({ ...LOUD, ...setting });
      expect(said).toContain("portolan");
      expect(said).not.toContain(secret);
    }
  });
});
