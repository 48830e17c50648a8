import { queryOptions } from "@tanstack/react-query";
import { fetchConfig } from "./config";
import { send } from "./http";

/** The auth server's own words on which ways in there are. */
interface AuthSettings {
  external?: Record<string, boolean>;
  disable_signup?: boolean;
  passkeys_enabled?: boolean;
  oauth_server_enabled?: boolean;
  saml_enabled?: boolean;
  mfa_totp_enabled?: boolean;
  mfa_webauthn_enabled?: boolean;
  mfa_recovery_codes_enabled?: boolean;
}

export const chainTitles = { ethereum: "Ethereum", solana: "Solana" };

/** Blockchain of a wallet. */
export type Chain = keyof typeof chainTitles;

/** The ways in that the back end offers. */
export interface SignInMethods {
  email: boolean;
  phone: boolean;
  anonymous: boolean;
  /** Platform authenticators, unlocked by fingerprint or face. */
  passkeys: boolean;
  /** Whether this server has OAuth clients. */
  oauthServer: boolean;
  /** Wallets whose signatures are taken. */
  wallets: Chain[];
  /** The sign-in of a company, which is found by the company's domain. */
  company: boolean;
  /** Second factors that can be added; all kinds if the server doesn't say. */
  factors: { apps: boolean; securityKeys: boolean; recoveryCodes: boolean };
  /** New accounts can be made. */
  signUp: boolean;
  /** Others who vouch for a user, by the name that the auth server knows them by. */
  providers: { id: string; title: string }[];
}

/** No providers of the kind that one is sent to. */
const notProviders = ["email", "phone", "anonymous_users"];

const providerTitles: Record<string, string> = {
  google: "Google",
  github: "GitHub",
  gitlab: "GitLab",
  apple: "Apple",
  azure: "Microsoft",
  bitbucket: "Bitbucket",
  discord: "Discord",
  facebook: "Facebook",
  linkedin_oidc: "LinkedIn",
  slack_oidc: "Slack",
};

export const signInWaysQuery = () =>
  queryOptions({ queryKey: ["sign-in-methods"], queryFn: fetchSignInMethods, staleTime: 5 * 60_000 });

async function fetchSignInMethods(): Promise<SignInMethods> {
  const { auth } = await fetchConfig();
  const settings = await send<AuthSettings>(`${auth.url ?? ""}/auth/v1/settings`, {
    headers: { apikey: auth.publicKey },
  });
  return waysOf(settings);
}

export function waysOf(settings: AuthSettings): SignInMethods {
  const { external = {}, disable_signup = false, passkeys_enabled = false, saml_enabled = false } = settings;
  return {
    email: external.email ?? true,
    phone: external.phone ?? false,
    anonymous: (external.anonymous_users ?? false) && !disable_signup,
    passkeys: passkeys_enabled,
    oauthServer: settings.oauth_server_enabled ?? false,
    wallets: (Object.keys(chainTitles) as Chain[]).filter((chain) => external[`web3_${chain}`]),
    company: saml_enabled,
    factors: {
      apps: settings.mfa_totp_enabled ?? true,
      securityKeys: settings.mfa_webauthn_enabled ?? true,
      recoveryCodes: settings.mfa_recovery_codes_enabled ?? true,
    },
    signUp: !disable_signup,
    providers: Object.keys(external)
      .filter((id) => external[id] && !notProviders.includes(id) && !id.startsWith("web3"))
      .map((id) => ({ id, title: providerTitles[id] ?? id.charAt(0).toUpperCase() + id.slice(1) })),
  };
}
