import { describe, expect, it } from "vitest";
import { waysOf } from "./auth-settings";

describe("ways to sign in", () => {
  it("are those that the auth server is set to", () => {
    expect(
      waysOf({
        external: {
          email: true,
          phone: true,
          anonymous_users: true,
          google: true,
          github: false,
          harbour: true,
          web3_ethereum: true,
          web3_solana: false,
        },
        saml_enabled: true,
        mfa_totp_enabled: true,
        mfa_webauthn_enabled: false,
        mfa_recovery_codes_enabled: false,
        disable_signup: false,
        passkeys_enabled: true,
        oauth_server_enabled: true,
      }),
    ).toEqual({
      email: true,
      phone: true,
      anonymous: true,
      passkeys: true,
      oauthServer: true,
      wallets: ["ethereum"],
      company: true,
      factors: { apps: true, securityKeys: false, recoveryCodes: false },
      signUp: true,
      providers: [
        { id: "google", title: "Google" },
        { id: "harbour", title: "Harbour" },
      ],
    });
  });

  it("are no new accounts where these are closed, nor anonymous ones", () => {
    expect(waysOf({ external: { anonymous_users: true }, disable_signup: true })).toMatchObject({
      signUp: false,
      anonymous: false,
    });
  });

  it("are email and password where the server says nothing", () => {
    expect(waysOf({})).toEqual({
      email: true,
      phone: false,
      anonymous: false,
      passkeys: false,
      oauthServer: false,
      wallets: [],
      company: false,
      factors: { apps: true, securityKeys: true, recoveryCodes: true },
      signUp: true,
      providers: [],
    });
  });
});
