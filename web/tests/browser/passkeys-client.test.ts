import { createRequire } from "node:module";
import type { createClient, SupabaseClient } from "@supabase/supabase-js";
import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Browser } from "./browser.ts";
import { Portolan } from "./program.ts";

const PASSWORD = "a good password";

/** Globals of a page that loaded the library. */
interface PasskeyLibrary {
  supabase: { createClient: typeof createClient };
  client: SupabaseClient;
}
declare const window: PasskeyLibrary;

interface CeremonyOutcome {
  code?: string | undefined;
  words?: string | undefined;
}

let number = 0;

/** Browsers make no credentials for addresses that are numbers. */
const address = (server: Portolan) => server.url.replace("127.0.0.1", "localhost");

/** The real client library in a page, and an authenticator that the browser itself plays. */
class PasskeyPage {
  readonly page: Page;
  readonly #cdp: CDPSession;
  readonly #authenticator: string;

  private constructor(page: Page, cdp: CDPSession, authenticator: string) {
    this.page = page;
    this.#cdp = cdp;
    this.#authenticator = authenticator;
  }

  /** In a page of the server itself, or of another one. */
  static async open(
    browser: Browser,
    server: Portolan,
    { transport = "internal" as "internal" | "usb", page: site = server } = {},
  ): Promise<PasskeyPage> {
    const page = await browser.newPage();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("WebAuthn.enable");
    const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport,
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(`${address(site)}/healthz`);
    const path = createRequire(import.meta.url)
      .resolve("@supabase/supabase-js")
      .replace(/index\.cjs$/, "umd/supabase.js");
    await page.addScriptTag({ path });
    await page.evaluate(
      ({ url, storageKey }) => {
        window.client = window.supabase.createClient(url, "sb_publishable_key", {
          auth: { storageKey, autoRefreshToken: false, detectSessionInUrl: false },
        });
      },
      { url: address(server), storageKey: `tab${number++}` },
    );
    return new PasskeyPage(page, cdp, authenticatorId);
  }

  /** A new account; its address. */
  async signUp(): Promise<string> {
    const email = `person${number++}@example.com`;
    await this.page.evaluate(
      async ({ email, password }) => {
        const { error } = await window.client.auth.signUp({ email, password });
        if (error) throw error;
      },
      { email, password: PASSWORD },
    );
    return email;
  }

  async signIn(email: string): Promise<void> {
    await this.page.evaluate(
      async ({ email, password }) => {
        const { error } = await window.client.auth.signInWithPassword({ email, password });
        if (error) throw error;
      },
      { email, password: PASSWORD },
    );
  }

  register(): Promise<CeremonyOutcome & { id?: string | undefined }> {
    return this.page.evaluate(async () => {
      const { data, error } = await window.client.auth.registerPasskey();
      return { id: data?.id, code: error?.code, words: error?.message };
    });
  }

  signInWithPasskey(): Promise<CeremonyOutcome & { email?: string | undefined }> {
    return this.page.evaluate(async () => {
      const { data, error } = await window.client.auth.signInWithPasskey();
      return { email: data?.user?.email, code: error?.code, words: error?.message };
    });
  }

  run<T>(action: () => Promise<T>): Promise<T> {
    return this.page.evaluate(action);
  }

  /** Sets the authenticator back to an earlier count, as a copy of it would be. */
  async setBack(signCount: number): Promise<void> {
    const authenticatorId = this.#authenticator;
    const { credentials } = await this.#cdp.send("WebAuthn.getCredentials", { authenticatorId });
    for (const credential of credentials) {
      await this.#cdp.send("WebAuthn.removeCredential", { authenticatorId, credentialId: credential.credentialId });
      await this.#cdp.send("WebAuthn.addCredential", { authenticatorId, credential: { ...credential, signCount } });
    }
  }

  close(): Promise<void> {
    return this.page.close();
  }
}

describe("supabase-js with an authenticator", () => {
  let server: Portolan;
  let browser: Browser;

  beforeAll(async () => {
    server = await Portolan.start();
    browser = await Browser.launch();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it("signs in with a passkey, and renames and removes it", async () => {
    const tab = await PasskeyPage.open(browser, server);
    expect((await tab.register()).words).toBe("Auth session missing!");
    const email = await tab.signUp();
    const made = await tab.register();
    expect(made).toMatchObject({ id: expect.any(String), code: undefined });
    await tab.run(async () => void (await window.client.auth.signOut()));
    expect(await tab.signInWithPasskey()).toMatchObject({ email, code: undefined });
    const listed = await tab.run(async () => {
      const { passkey } = window.client.auth;
      const first = (await passkey.list()).data?.[0];
      const renamed = await passkey.update({ passkeyId: first?.id ?? "", friendlyName: "laptop" });
      return { first, renamed: renamed.data };
    });
    expect(listed.first).toMatchObject({ id: made.id, last_used_at: expect.any(String) });
    expect(listed.renamed?.friendly_name).toBe("laptop");
    const again = await tab.register();
    expect(again.words).toContain("previously registered");
    const removed = await tab.run(async () => {
      const { passkey } = window.client.auth;
      const id = (await passkey.list()).data?.[0]?.id ?? "";
      const { error } = await passkey.delete({ passkeyId: id });
      return { error, left: (await passkey.list()).data };
    });
    expect(removed).toEqual({ error: null, left: [] });
    expect((await tab.signInWithPasskey()).code).toBe("webauthn_verification_failed");
    await tab.close();
  });

  it("rejects passkeys from another origin, replayed, or cloned", async () => {
    const tab = await PasskeyPage.open(browser, server);
    const email = await tab.signUp();
    await tab.register();
    for (let use = 0; use < 3; use += 1) expect((await tab.signInWithPasskey()).email).toBe(email);
    await tab.setBack(1);
    expect(await tab.signInWithPasskey()).toMatchObject({
      code: "webauthn_verification_failed",
      words: "Credential verification failed",
    });
    await tab.setBack(100);
    let body = "";
    tab.page.on("request", (request) => {
      if (request.url().endsWith("/authentication/verify")) body = request.postData() ?? "";
    });
    expect((await tab.signInWithPasskey()).email).toBe(email);
    const replayed = await fetch(`${server.url}/auth/v1/passkeys/authentication/verify`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(replayed.status).toBe(400);
    expect(await replayed.json()).toMatchObject({ code: "webauthn_challenge_not_found" });
    await tab.close();

    const other = await Portolan.start();
    const elsewhere = await PasskeyPage.open(browser, server, { page: other });
    await elsewhere.signUp();
    expect((await elsewhere.register()).code).toBe("webauthn_verification_failed");
    await elsewhere.close();
    await other.stop();
  });

  it("supports a security key as second factor, and recovery codes", async () => {
    // The client asks for one that can be carried about.
    const tab = await PasskeyPage.open(browser, server, { transport: "usb" });
    const email = await tab.signUp();
    const registered = await tab.run(async () => {
      const { mfa } = window.client.auth;
      const { data, error } = await mfa.webauthn.register({ friendlyName: "key" });
      const level = await mfa.getAuthenticatorAssuranceLevel();
      return { error: error?.message, session: Boolean(data), level: level.data?.currentLevel };
    });
    expect(registered).toEqual({ error: undefined, session: true, level: "aal2" });
    await tab.run(async () => void (await window.client.auth.signOut({ scope: "local" })));
    await tab.signIn(email);
    const raised = await tab.run(async () => {
      const { mfa } = window.client.auth;
      const before = await mfa.getAuthenticatorAssuranceLevel();
      const factorId = (await mfa.listFactors()).data?.webauthn[0]?.id ?? "";
      const { error } = await mfa.webauthn.authenticate({ factorId });
      const after = await mfa.getAuthenticatorAssuranceLevel();
      return {
        error: error?.message,
        before: before.data?.currentLevel,
        next: before.data?.nextLevel,
        after: after.data?.currentLevel,
        method: after.data?.currentAuthenticationMethods[0],
      };
    });
    expect(raised).toMatchObject({ error: undefined, before: "aal1", next: "aal2", after: "aal2" });
    expect(raised.method).toMatchObject({ method: "mfa/webauthn" });
    const token = await tab.run(async () => (await window.client.auth.getSession()).data.session);
    await tab.close();

    const other = await PasskeyPage.open(browser, server);
    const codes = await other.page.evaluate(
      async ({ url, token }) => {
        const auth = window.supabase.createClient(url, "sb_publishable_key", {
          auth: { experimental: { recoveryCodes: true }, storageKey: "codes", autoRefreshToken: false },
        }).auth;
        await auth.setSession({ access_token: token?.access_token ?? "", refresh_token: token?.refresh_token ?? "" });
        const { recoveryCodes } = auth.mfa;
        const none = await recoveryCodes.getStatus();
        const made = await recoveryCodes.generate({ friendlyName: "Backup codes" });
        const wrong = await recoveryCodes.verify({ code: "AAAA-AAAA" });
        const right = await recoveryCodes.verify({ code: (made.data?.codes[0] ?? "").toUpperCase() });
        const status = await recoveryCodes.getStatus();
        const other = await recoveryCodes.regenerate();
        const gone = await recoveryCodes.unenroll();
        return {
          none: none.error?.code,
          number: made.data?.codes.length,
          wrong: wrong.error?.code,
          right: right.data?.access_token !== undefined,
          remaining: status.data?.remaining,
          other: other.data?.friendly_name,
          gone: gone.data?.id === made.data?.id,
        };
      },
      { url: address(server), token },
    );
    expect(codes).toEqual({
      none: "mfa_factor_not_found",
      number: 10,
      wrong: "mfa_verification_failed",
      right: true,
      remaining: 9,
      other: "Backup codes",
      gone: true,
    });
    await other.close();
  });
});
