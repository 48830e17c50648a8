import { describe, expect, it } from "vitest";
import { waysOf } from "./auth-settings";

describe("sign-in methods", () => {
  it("follow the settings of the auth server", () => {
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

  it("exclude sign-up and anonymous sign-in when both are disabled", () => {
    expect(waysOf({ external: { anonymous_users: true }, disable_signup: true })).toMatchObject({
      signUp: false,
      anonymous: false,
    });
  });

  it("default to email and password when the server's settings are missing", () => {
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
