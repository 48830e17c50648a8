use std::{collections::BTreeMap, fmt};

use portolan_auth::PasswordCost;
use serde::{Deserialize, Serialize};
use url::Url;

/// Sign-in options: the table `[auth]` of the file, and `PORTOLAN_AUTH_…` in the environment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AuthOptions {
    /// Cost of hashing a password. Not a setting: tests that hash thousands lower it.
    #[serde(skip)]
    pub password_cost: PasswordCost,
    /// Path of the authentication API; empty for the root.
    pub path: String,
    /// Issuer of access tokens. Default: the public URL with `path`.
    pub issuer: Option<String>,
    /// Default redirect target after an email link or a provider. Default: this server.
    pub site_url: Option<Url>,
    /// Other redirect targets that a request may name, with the wildcards `*`, `**` and `?`.
    pub redirect_urls: Vec<String>,
    /// Lets visitors sign up. Default: on if emails can be sent, and in development mode.
    pub sign_up: Option<bool>,
    /// Sign-in by email address.
    pub email: bool,
    /// Sign-in by phone number; text messages go to `sms_webhook`.
    pub phone: bool,
    /// Lets visitors try the product as guests, with an anonymous account. Default: only in development mode.
    pub anonymous: Option<bool>,
    /// Credits of a guest, in place of the plan's.
    pub anonymous_credits: u64,
    /// Age at which a guest's account is deleted with everything in it. A guest who adds an address becomes a regular user. 0: never.
    pub anonymous_days: u32,
    /// Treats email addresses as confirmed immediately. Default: only in development mode without a mail server.
    pub auto_confirm_email: Option<bool>,
    /// Treats phone numbers as confirmed immediately.
    pub auto_confirm_phone: bool,
    /// Lets signed-in users link identities.
    pub manual_linking: bool,
    /// Address, without `/auth/v1`, of an external auth server of the same protocol, such as hosted Supabase.
    /// It replaces sign-in on this server.
    pub hosted_url: Option<Url>,
    /// Public (anon) key of the hosted server.
    pub hosted_public_key: Option<String>,
    /// Issuer of the hosted server's tokens. Default: its address with `/auth/v1`.
    pub hosted_issuer: Option<String>,
    /// Audience of the hosted server's tokens.
    pub hosted_audience: String,
    /// Address of the hosted server's public keys. Default: the usual path below the issuer.
    pub hosted_keys_url: Option<Url>,
    /// Public keys of the hosted server as a JWK set, instead of its address.
    pub hosted_keys: Option<String>,
    /// Shared secret of the hosted server (HS256), instead of its address.
    pub hosted_jwt_secret: Option<Secret>,
    /// An email change must be confirmed from the old address too.
    pub secure_email_change: bool,
    /// A password change requires a code from `/reauthenticate` if the sign-in is older than a day.
    pub secure_password_change: bool,
    /// Minimum length of a password, in characters.
    pub minimum_password: usize,
    /// Each refresh token is used once.
    pub rotate_refresh_tokens: bool,
    /// Time in which a used refresh token is still accepted, for tabs that refresh together.
    pub reuse_seconds: u32,
    /// Longest session, however often it is refreshed. 0: no limit.
    pub session_seconds: u32,
    /// Lifetime of one-time codes and links.
    pub code_seconds: u32,
    /// Digits of a one-time code.
    pub code_digits: u32,
    /// Interval between two emails to one user.
    pub mail_interval_seconds: u32,
    /// Interval between two text messages to one user.
    pub sms_interval_seconds: u32,
    /// Accepts PKCE with the method `plain`, for pages without HTTPS.
    pub plain_challenges: bool,
    /// Signing keys as JWKs instead of those in the data folder. The first with `key_ops` `sign` signs.
    pub signing_keys: Option<Secret>,
    /// Shared signing secret (HS256), 32 characters or more. Used if `signing_keys` is not set.
    pub jwt_secret: Option<Secret>,
    /// Public key of clients, `sb_publishable_…`. Default: derived from the signing keys.
    pub publishable_key: Option<String>,
    /// Secret key of operators for the admin calls, `sb_secret_…`.
    pub secret_key: Option<Secret>,
    /// Secret that hashes codes and seals second factors, 32 characters or more; the same on all servers of one
    /// database. Default: the one in the data folder.
    pub code_secret: Option<Secret>,
    /// Fixed codes of addresses and phone numbers that no message is sent to, for tests.
    pub test_codes: BTreeMap<String, String>,
    /// Authenticator apps as second factors.
    pub totp: bool,
    /// Phone numbers as second factors.
    pub phone_factor: bool,
    /// Security keys and passkeys as second factors.
    pub webauthn_factor: bool,
    /// Recovery codes.
    pub recovery_codes: bool,
    /// Sign-in with passkeys.
    pub passkeys: bool,
    /// Passkeys of a user.
    pub maximum_passkeys: usize,
    /// Domain that passkeys belong to; changing it invalidates them all. Default: the site's.
    pub relying_party_id: Option<String>,
    /// Name that authenticators show. Default: Portolan.
    pub relying_party_name: Option<String>,
    /// Origins of the pages that use passkeys. Default: the site's and this server's.
    pub relying_party_origins: Vec<String>,
    /// Second factors of a user.
    pub maximum_factors: usize,
    /// URL that text messages are posted to as `{phone, text}`.
    pub sms_webhook: Option<Url>,
    /// Bearer token of the SMS webhook.
    pub sms_webhook_secret: Option<Secret>,
    /// Sign-in with Ethereum wallets.
    pub ethereum: bool,
    /// Sign-in with Solana wallets.
    pub solana: bool,
    /// Rate limits, the table `[auth.limits]`.
    pub limits: LimitOptions,
    /// OAuth server, the table `[auth.oauth_server]`.
    pub oauth_server: OauthServerOptions,
    /// Sign-in providers, a table `[auth.providers.NAME]` each. `google` and `github` need only ID and secret.
    pub providers: BTreeMap<String, ProviderOptions>,
    /// Email templates, a table `[auth.templates.NAME]` each: `confirmation`, `invite`, `magic_link`, `recovery`,
    /// `email_change`, `reauthentication`.
    pub templates: BTreeMap<String, TemplateOptions>,
}

/// Requests a minute from one IP address. Only development mode exempts programs on this machine.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitOptions {
    /// Anonymous sign-ups.
    pub anonymous: u32,
    /// Requests that send an email or a text message.
    pub send: u32,
    /// Checks of codes and links.
    pub verify: u32,
    /// Token refreshes.
    pub refresh: u32,
    /// Calls about second factors.
    pub factor: u32,
    /// Sign-ins through providers.
    pub provider: u32,
    /// Failed sign-ins, codes and messages of one account, from all addresses.
    pub account: u32,
    /// Emails of the whole server in an hour.
    pub mails_per_hour: u32,
    /// Text messages of the whole server in an hour.
    pub sms_per_hour: u32,
}

/// This server as an OAuth 2.1 authorization server.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OauthServerOptions {
    /// Serves OAuth 2.1 and OpenID Connect.
    pub enabled: bool,
    /// Lets clients register themselves (RFC 7591). Otherwise an admin registers them.
    pub allow_dynamic_registration: bool,
    /// Path or address of the consent page.
    pub authorization_path: String,
    /// Scope of a request that names none.
    pub default_scope: String,
    /// Lifetime of a pending authorization.
    pub authorization_seconds: u32,
    /// Lifetime of an authorization code.
    pub code_seconds: u32,
}

/// A sign-in provider.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProviderOptions {
    /// Client ID.
    pub client_id: String,
    /// Client secret.
    pub client_secret: Option<Secret>,
    /// Issuer, without `/.well-known/openid-configuration`, exactly as the provider spells it.
    pub issuer: Option<String>,
    /// Other client IDs whose ID tokens are accepted, such as those of mobile apps.
    pub more_client_ids: Vec<String>,
    /// Scopes beside `openid email profile`.
    pub scopes: Vec<String>,
    /// Accepts accounts whose email address is not verified.
    pub allows_unverified_email: bool,
    /// Authorization endpoint of GitHub Enterprise Server.
    pub authorize_url: Option<Url>,
    /// Token endpoint of GitHub Enterprise Server.
    pub token_url: Option<Url>,
    /// User endpoint of GitHub Enterprise Server.
    pub user_url: Option<Url>,
}

/// An email template, with `{{ link }}`, `{{ code }}`, `{{ token_hash }}`, `{{ email }}`,
/// `{{ new_email }}`, `{{ phone }}`, `{{ site_url }}`, `{{ redirect_to }}` and the user's metadata,
/// `{{ data.name }}`; or with the hosted service's names, `{{ .ConfirmationURL }}` and so on.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TemplateOptions {
    /// Subject line.
    pub subject: String,
    /// Plain text. One of `text` and `html` is enough.
    pub text: Option<String>,
    /// HTML.
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
            anonymous: None,
            anonymous_credits: 20,
            anonymous_days: 14,
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
