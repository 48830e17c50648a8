use std::{collections::BTreeMap, fmt};

use portolan_auth::PasswordCost;
use serde::{Deserialize, Serialize};
use url::Url;

/// How people sign in: the table `[auth]` of the file, and `PORTOLAN_AUTH_…` in the environment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AuthOptions {
    /// What hashing a password takes. Not a setting: tests that hash thousands lower it.
    #[serde(skip)]
    pub password_cost: PasswordCost,
    /// The path under which it is served; empty for the root.
    pub path: String,
    /// What tokens name as their issuer; by default the address with the path.
    pub issuer: Option<String>,
    /// Where people are sent to who come back from a mail or a provider; by default this server.
    pub site_url: Option<Url>,
    /// Other addresses that a request may name for that; `*`, `**` and `?` stand for what they do
    /// in file names.
    pub redirect_urls: Vec<String>,
    /// By default on where mails can be sent, and in development mode.
    pub sign_up: Option<bool>,
    pub email: bool,
    pub phone: bool,
    pub anonymous: bool,
    /// Addresses count as confirmed at once; by default only in development mode without a mail
    /// server.
    pub auto_confirm_email: Option<bool>,
    pub auto_confirm_phone: bool,
    /// Whether a signed-in person may add identities.
    pub manual_linking: bool,
    /// Another server of this protocol that keeps the accounts, such as a hosted Supabase: its
    /// address without `/auth/v1`, and the public (anon) key that clients show it. Nobody signs in
    /// here then.
    pub hosted_url: Option<Url>,
    pub hosted_public_key: Option<String>,
    /// What its tokens name as their issuer and audience; by default its address with `/auth/v1`,
    /// and `authenticated`.
    pub hosted_issuer: Option<String>,
    pub hosted_audience: String,
    /// Where it tells its public keys; by default below the issuer, as it is usual.
    pub hosted_keys_url: Option<Url>,
    /// Its public keys as a JWK set, or the secret that it signs with (HS256), in place of asking
    /// for them.
    pub hosted_keys: Option<String>,
    pub hosted_jwt_secret: Option<Secret>,
    /// A new address is confirmed from the old one too.
    pub secure_email_change: bool,
    /// A new password needs a code from `/reauthenticate` where the sign-in is older than a day.
    pub secure_password_change: bool,
    /// In characters.
    pub minimum_password: usize,
    pub rotate_refresh_tokens: bool,
    /// Seconds for which a refresh token may be shown again, as tabs do that refresh together.
    pub reuse_seconds: u32,
    /// Seconds after which a session ends however often it is refreshed; 0 for never.
    pub session_seconds: u32,
    /// Seconds for which a code or link is good, and the digits of a code.
    pub code_seconds: u32,
    pub code_digits: u32,
    /// Seconds between two mails, or text messages, to the same person.
    pub mail_interval_seconds: u32,
    pub sms_interval_seconds: u32,
    /// Takes challenges that are the verifier itself, from pages without cryptography.
    pub plain_challenges: bool,
    /// JSON Web Keys in place of those in the data folder; the first that may sign signs.
    pub signing_keys: Option<Secret>,
    /// A secret that others sign with too (HS256); signs here where `signing_keys` is not set.
    pub jwt_secret: Option<Secret>,
    /// Names for this server and for operators: `sb_publishable_…` and `sb_secret_…`.
    pub publishable_key: Option<String>,
    pub secret_key: Option<Secret>,
    /// Hashes codes and seals second factors, in place of the one in the data folder; 32 characters
    /// or more.
    pub code_secret: Option<Secret>,
    /// Codes of addresses or numbers that nothing is sent to, for tests.
    pub test_codes: BTreeMap<String, String>,
    pub totp: bool,
    pub phone_factor: bool,
    /// Security keys, and passkeys as second factors.
    pub webauthn_factor: bool,
    pub recovery_codes: bool,
    /// Sign-ins with what an authenticator keeps, and how many each person may have.
    pub passkeys: bool,
    pub maximum_passkeys: usize,
    /// The domain that credentials are made for, by default that of the site: whoever changes it
    /// loses them all. Its name, and the origins of its pages, by default the site's and this server's.
    pub relying_party_id: Option<String>,
    pub relying_party_name: Option<String>,
    pub relying_party_origins: Vec<String>,
    /// Second factors that a person may have.
    pub maximum_factors: usize,
    /// Takes text messages as `{phone, text}`.
    pub sms_webhook: Option<Url>,
    pub sms_webhook_secret: Option<Secret>,
    /// Sign-in messages of wallets.
    pub ethereum: bool,
    pub solana: bool,
    pub limits: LimitOptions,
    /// Programs of others sign people in through this server.
    pub oauth_server: OauthServerOptions,
    /// Other providers by their names; `google` and `github` need only id and secret.
    pub providers: BTreeMap<String, ProviderOptions>,
    /// Mails in other words: `confirmation`, `invite`, `magic_link`, `recovery`, `email_change`,
    /// `reauthentication`.
    pub templates: BTreeMap<String, TemplateOptions>,
}

/// Requests a minute that one peer may make; only development mode spares programs on this machine.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitOptions {
    pub anonymous: u32,
    /// Everything that sends a mail or a text message.
    pub send: u32,
    pub verify: u32,
    pub refresh: u32,
    pub factor: u32,
    pub provider: u32,
    /// Sign-ins, codes and messages of one account, from wherever they come.
    pub account: u32,
    /// Mails and text messages an hour of the whole server.
    pub mails_per_hour: u32,
    pub sms_per_hour: u32,
}

/// This server as an OAuth 2.1 authorization server.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OauthServerOptions {
    pub enabled: bool,
    /// Programs may register themselves; otherwise operators do.
    pub allow_dynamic_registration: bool,
    /// The page of the site, or elsewhere, that asks people.
    pub authorization_path: String,
    /// What a program gets to know that does not say.
    pub default_scope: String,
    /// Seconds for which a person may think about it, and for which a code is good then.
    pub authorization_seconds: u32,
    pub code_seconds: u32,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProviderOptions {
    pub client_id: String,
    pub client_secret: Option<Secret>,
    /// Where the provider describes itself, without `/.well-known/openid-configuration`; letter by
    /// letter as it calls itself.
    pub issuer: Option<String>,
    /// Other client ids whose id tokens are taken, such as those of apps on telephones.
    pub more_client_ids: Vec<String>,
    /// Asked for besides `openid email profile`.
    pub scopes: Vec<String>,
    /// An account's e-mail address need not be known to be right.
    pub allows_unverified_email: bool,
    /// In place of GitHub's own, for GitHub in one's own house.
    pub authorize_url: Option<Url>,
    pub token_url: Option<Url>,
    pub user_url: Option<Url>,
}

/// An email's templates, with `{{ link }}`, `{{ code }}`, `{{ token_hash }}`, `{{ email }}`,
/// `{{ new_email }}`, `{{ phone }}`, `{{ site_url }}`, `{{ redirect_to }}` and the user's metadata,
/// `{{ data.name }}`; or with the hosted service's names, `{{ .ConfirmationURL }}` and so on. Of text and
/// HTML one is enough.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TemplateOptions {
    pub subject: String,
    pub text: Option<String>,
    pub html: Option<String>,
}

/// A setting that no log shows.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(…)")
    }
}

impl Default for AuthOptions {
    fn default() -> Self {
        Self {
            password_cost: PasswordCost::default(),
            path: "/auth/v1".into(),
            issuer: None,
            site_url: None,
            redirect_urls: Vec::new(),
            sign_up: None,
            email: true,
            phone: false,
            anonymous: false,
            auto_confirm_email: None,
            auto_confirm_phone: false,
            manual_linking: false,
            hosted_url: None,
            hosted_public_key: None,
            hosted_issuer: None,
            hosted_audience: "authenticated".into(),
            hosted_keys_url: None,
            hosted_keys: None,
            hosted_jwt_secret: None,
            secure_email_change: true,
            secure_password_change: false,
            minimum_password: 6,
            rotate_refresh_tokens: true,
            reuse_seconds: 10,
            session_seconds: 0,
            code_seconds: 3_600,
            code_digits: 6,
            mail_interval_seconds: 60,
            sms_interval_seconds: 60,
            plain_challenges: false,
            signing_keys: None,
            jwt_secret: None,
            publishable_key: None,
            secret_key: None,
            code_secret: None,
            test_codes: BTreeMap::new(),
            totp: true,
            phone_factor: false,
            webauthn_factor: true,
            recovery_codes: true,
            passkeys: true,
            maximum_passkeys: 10,
            relying_party_id: None,
            relying_party_name: None,
            relying_party_origins: Vec::new(),
            maximum_factors: 10,
            sms_webhook: None,
            sms_webhook_secret: None,
            ethereum: false,
            solana: false,
            limits: LimitOptions::default(),
            oauth_server: OauthServerOptions::default(),
            providers: BTreeMap::new(),
            templates: BTreeMap::new(),
        }
    }
}

impl Default for OauthServerOptions {
    fn default() -> Self {
        Self {
            enabled: false,
            allow_dynamic_registration: false,
            authorization_path: "/oauth/consent".into(),
            default_scope: "email".into(),
            authorization_seconds: 600,
            code_seconds: 60,
        }
    }
}

impl Default for LimitOptions {
    fn default() -> Self {
        Self {
            anonymous: 10,
            send: 15,
            verify: 30,
            refresh: 150,
            factor: 15,
            provider: 30,
            account: 10,
            mails_per_hour: 1_000,
            sms_per_hour: 300,
        }
    }
}
