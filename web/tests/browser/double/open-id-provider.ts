import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Identity of a user at the provider. */
export interface ProviderPerson {
  sub: string;
  email: string;
  email_verified: boolean;
  name?: string;
}

interface Granted {
  person: ProviderPerson;
  nonce: string | null;
  challenge: string | null;
}

export const CLIENT_ID = "our id";
export const CLIENT_SECRET = "our secret";

/** A small OpenID provider: anyone who is `present` agrees at once, no one refuses. */
export class OpenIdProvider {
  present: ProviderPerson | null = null;
  readonly issuer: string;
  readonly #server: Server;
  readonly #key: KeyObject;
  readonly #publicKey: object;
  readonly #granted = new Map<string, Granted>();

  private constructor(server: Server) {
    this.#server = server;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#key = privateKey;
    this.#publicKey = { ...publicKey.export({ format: "jwk" }), kid: "key", alg: "ES256", use: "sig" };
  }

  static async start(): Promise<OpenIdProvider> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const provider = new OpenIdProvider(server);
    server.on("request", async (request: IncomingMessage, response) => {
      const [status, answer] = await provider.#answer(request);
      const headers = typeof answer === "string" ? { location: answer } : { "content-type": "application/json" };
      response.writeHead(status, headers).end(typeof answer === "string" ? "" : JSON.stringify(answer));
    });
    return provider;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  /** An id token as an app gets it by itself. */
  idToken(person: ProviderPerson, more: object = {}): string {
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: this.issuer, aud: CLIENT_ID, iat: now, exp: now + 600, ...person, ...more };
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const message = `${encode({ alg: "ES256", kid: "key", typ: "JWT" })}.${encode(claims)}`;
    const signature = sign("sha256", Buffer.from(message), { key: this.#key, dsaEncoding: "ieee-p1363" });
    return `${message}.${signature.toString("base64url")}`;
  }

  async #answer(request: IncomingMessage): Promise<[number, object | string]> {
    const { issuer } = this;
    const { pathname, searchParams } = new URL(request.url ?? "/", issuer);
    switch (pathname) {
      case "/.well-known/openid-configuration":
        return [
          200,
          {
            issuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint: `${issuer}/token`,
            jwks_uri: `${issuer}/keys`,
            response_types_supported: ["code"],
            subject_types_supported: ["public"],
            id_token_signing_alg_values_supported: ["ES256"],
          },
        ];
      case "/keys":
        return [200, { keys: [this.#publicKey] }];
      case "/authorize":
        return [302, this.#authorize(searchParams)];
      case "/token":
        return this.#exchange(new URLSearchParams(await textOf(request)), request.headers.authorization);
      default:
        return [404, {}];
    }
  }

  #authorize(asked: URLSearchParams): string {
    const back = new URL(asked.get("redirect_uri") ?? "");
    back.searchParams.set("state", asked.get("state") ?? "");
    if (this.present === null) {
      back.searchParams.set("error", "access_denied");
      back.searchParams.set("error_description", "They said no");
      return back.href;
    }
    const code = randomUUID();
    this.#granted.set(code, {
      person: this.present,
      nonce: asked.get("nonce"),
      challenge: asked.get("code_challenge"),
    });
    back.searchParams.set("code", code);
    return back.href;
  }

  #exchange(form: URLSearchParams, authorization: string | undefined): [number, object] {
    const code = form.get("code") ?? "";
    const granted = this.#granted.get(code);
    this.#granted.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const form64 = (text: string) => encodeURIComponent(text).replaceAll("%20", "+");
    const basic = Buffer.from(`${form64(CLIENT_ID)}:${form64(CLIENT_SECRET)}`).toString("base64");
    const isClient = authorization === `Basic ${basic}` || form.get("client_secret") === CLIENT_SECRET;
    if (granted?.challenge !== challenge || !isClient) return [400, { error: "invalid_grant" }];
    return [
      200,
      {
        access_token: "provider access",
        refresh_token: "provider refresh",
        token_type: "bearer",
        expires_in: 3_600,
        id_token: this.idToken(granted.person, { nonce: granted.nonce }),
      },
    ];
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request.setEncoding("utf8")) text += piece;
  return text;
}
