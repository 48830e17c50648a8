import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { json } from "./answers.ts";

/** Settings and recorded requests of the auth server. */
export class ScriptedAuth {
  external: Record<string, boolean> = { email: true, phone: false, anonymous_users: false };
  /** The account has an authenticator app. */
  hasFactor = false;
  factorKind: "totp" | "phone" = "totp";
  /** A code that is right wherever one is asked for. */
  code = "123456";
  password = "a sextant and a log";
  /** Whether passkeys are taken, and those that the account has. */
  takesPasskeys = false;
  passkeys: { id: string; friendly_name: string; created_at: string; last_used_at?: string }[] = [];
  /** Which second factors are taken, where the server says so. */
  factors: Record<string, boolean> = {};
  /** A company that has a sign-in of its own, and where that is. */
  company: { domain: string; url: string } | null = null;
  readonly calls: string[] = [];
  readonly userId = randomUUID();
  #aal = "aal1";

  /** Answers a call below `/auth/v1`; false where no such route is scripted. */
  handle(response: ServerResponse, method: string, url: URL, body: string): boolean {
    const path = url.pathname.slice("/auth/v1".length);
    const asked = body === "" ? {} : JSON.parse(body);
    this.calls.push(`${method} ${path}`);
    switch (`${method} ${path}`) {
      case "GET /settings":
        return json(response, 200, {
          external: this.external,
          disable_signup: false,
          passkeys_enabled: this.takesPasskeys,
          saml_enabled: this.company !== null,
          ...this.factors,
        });
      case "POST /sso":
        if (asked.domain === this.company?.domain) return json(response, 200, { url: this.company?.url });
        return refuse(response, 404, "sso_provider_not_found", "No SSO provider assigned for this domain");
      case "GET /authorize":
        return refuse(response, 400, "validation_failed", "Unsupported provider: provider is not enabled");
      case "POST /otp":
      case "POST /recover":
      case "POST /resend":
        return json(response, 200, {});
      case "POST /verify":
        if (asked.token === this.code || asked.token_hash === "good") return json(response, 200, this.#session());
        return refuse(response, 403, "otp_expired", "Token has expired or is invalid");
      case "POST /token":
        return this.#token(response, url.searchParams.get("grant_type") ?? "", asked);
      case "POST /signup":
        return json(response, 200, this.#session());
      case "GET /user":
        return json(response, 200, this.#user());
      case "PUT /user":
        this.password = asked.password ?? this.password;
        return json(response, 200, this.#user());
      case "POST /logout":
        response.writeHead(204).end();
        return true;
      case "POST /factors":
        return json(response, 200, {
          id: FACTOR,
          type: "totp",
          totp: { qr_code: "<svg xmlns='http://www.w3.org/2000/svg'></svg>", secret: "ABCDEFGH", uri: "otpauth://x" },
        });
      case `POST /factors/${FACTOR}/challenge`:
        return json(response, 200, { id: randomUUID(), type: this.factorKind, expires_at: 4_000_000_000 });
      case `POST /factors/${FACTOR}/verify`:
        if (asked.code !== this.code) return refuse(response, 422, "mfa_verification_failed", "Invalid TOTP code");
        this.#aal = "aal2";
        this.hasFactor = true;
        return json(response, 200, this.#session());
      case `DELETE /factors/${FACTOR}`:
        this.hasFactor = false;
        return json(response, 200, { id: FACTOR });
      default:
        return (
          path.startsWith("/passkeys") && this.#passkeys(response, `${method} ${path.slice("/passkeys".length)}`, asked)
        );
    }
  }

  /** Believes every signature: what is played here is the page's part. */
  #passkeys(response: ServerResponse, call: string, asked: { friendly_name?: string }): boolean {
    const challenge = { challenge_id: randomUUID(), expires_at: 4_000_000_000 };
    const nonce = Buffer.from(randomUUID()).toString("base64url");
    switch (call.trim()) {
      case "GET":
        return json(response, 200, this.passkeys);
      case "POST /registration/options":
        return json(response, 200, {
          ...challenge,
          options: {
            challenge: nonce,
            rp: { id: "localhost", name: "Portolan" },
            user: { id: Buffer.from(this.userId).toString("base64url"), name: "ada", displayName: "Ada" },
            pubKeyCredParams: [{ type: "public-key", alg: -7 }],
            authenticatorSelection: { residentKey: "required", userVerification: "required" },
          },
        });
      case "POST /registration/verify":
        this.passkeys.push({ id: randomUUID(), friendly_name: "This device", created_at: "2026-01-02T03:04:05Z" });
        return json(response, 200, this.passkeys.at(-1));
      case "POST /authentication/options":
        return json(response, 200, {
          ...challenge,
          options: { challenge: nonce, rpId: "localhost", userVerification: "required" },
        });
      case "POST /authentication/verify":
        return json(response, 200, this.#session());
      default: {
        const [method, id] = call.split(" /");
        if (method !== "DELETE" && method !== "PATCH") return false;
        if (method === "DELETE") this.passkeys = this.passkeys.filter((passkey) => passkey.id !== id);
        const passkey = this.passkeys.find((each) => each.id === id);
        if (passkey) passkey.friendly_name = asked.friendly_name ?? passkey.friendly_name;
        return json(response, 200, passkey ?? {});
      }
    }
  }

  #token(response: ServerResponse, grant: string, asked: { password?: string; refresh_token?: string }): boolean {
    if (grant === "password") {
      if (asked.password === this.password) return json(response, 200, this.#session());
      return refuse(response, 400, "invalid_credentials", "Invalid login credentials");
    }
    // The session that stories begin with cannot be renewed.
    if (grant === "refresh_token" && asked.refresh_token?.startsWith("r-")) return json(response, 200, this.#session());
    return refuse(response, 400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
  }

  #session() {
    const claims = {
      sub: this.userId,
      aal: this.#aal,
      exp: Math.floor(Date.now() / 1_000) + 3_600,
      role: "authenticated",
    };
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    return {
      access_token: `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}.${part("signed")}`,
      token_type: "bearer",
      expires_in: 3_600,
      expires_at: claims.exp,
      refresh_token: `r-${randomUUID()}`,
      user: this.#user(),
    };
  }

  #user() {
    const factor = {
      id: FACTOR,
      factor_type: this.factorKind,
      friendly_name: this.factorKind === "totp" ? "Authenticator app" : "My phone",
      status: "verified",
    };
    const identity = {
      identity_id: randomUUID(),
      id: "1",
      provider: "email",
      identity_data: { email: "ada@example.org" },
    };
    return {
      id: this.userId,
      aud: "authenticated",
      email: "ada@example.org",
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: {},
      created_at: "2026-01-02T03:04:05Z",
      identities: [identity],
      factors: this.hasFactor
        ? [{ ...factor, created_at: "2026-01-02T03:04:05Z", updated_at: "2026-01-02T03:04:05Z" }]
        : [],
    };
  }
}

const FACTOR = "019b0000-0000-7000-8000-00000000000f";

function refuse(response: ServerResponse, status: number, code: string, msg: string): true {
  return json(response, status, { code: status, error_code: code, msg });
}
