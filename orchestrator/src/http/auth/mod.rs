//! The embedded authentication back end, as `@supabase/supabase-js` speaks to it. Served under
//! `/auth/v1`, or wherever the options say.

mod addresses;
mod admin;
mod answer;
mod audit;
mod confirmation;
mod factors;
mod go_template;
mod hosted;
mod identities;
mod import;
mod keys;
mod limits;
mod logout;
mod mailbox;
mod messages;
mod new_account;
mod oauth;
mod options;
mod otp;
mod passkeys;
mod providers;
mod reauthenticate;
mod recover;
mod relying_party;
mod resend;
mod session;
mod settings;
mod setup;
mod signup;
mod sso;
mod templates;
mod token;
mod user;
mod verify;
mod verify_link;

pub use hosted::NotVerified;
pub use import::{ExportedUser, ImportedUser};
pub use options::{AuthOptions, OauthServerOptions, ProviderOptions, Secret};
pub(super) use session::token_issuer;
pub use setup::{AuthSetup, AuthSetupError};

use std::sync::Arc;

use actix_web::web::{ServiceConfig, delete, get, post, put, resource};
use chrono::{DateTime, Utc};
use portolan_auth::{
    Claims, CodeSecret, ExpectedClaims, KeyError, Keys, PasswordRules, Passwords, RedirectRules,
    TokenError, is_same,
};
use url::Url;

use crate::{mail::Notifier, services::accounts::SignUpPolicy};
use hosted::Hosted;
use limits::AuthLimits;
use providers::Providers;
use templates::Templates;

/// The audience of every access token.
const AUDIENCE: &str = "authenticated";

/// Signs and checks tokens, passwords and codes.
pub struct Auth {
    keys: Keys,
    passwords: Arc<Passwords>,
    rules: PasswordRules,
    codes: CodeSecret,
    public_key: String,
    /// Seconds for which an access token is good.
    token_seconds: i64,
    /// The issuer of every token; None if it is the local address of each request.
    issuer: Option<String>,
    options: AuthOptions,
    redirects: RedirectRules,
    limits: AuthLimits,
    providers: Providers,
    notifier: Notifier,
    templates: Templates,
    /// The external auth server.
    hosted: Option<Arc<Hosted>>,
    /// Whether the server was started with `--dev`.
    is_development: bool,
}

/// The role of an `apikey`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// Anybody's: a name of this server rather than a secret.
    Public,
    /// The operator's.
    Secret,
}

impl Auth {
    /// Names this server to clients; no secret.
    pub fn public_key(&self) -> &str {
        &self.public_key
    }

    /// Returns the path prefix: empty for the root.
    pub fn path(&self) -> &str {
        self.options.path.trim_end_matches('/')
    }

    /// Returns the path of the development mailbox with its secret; None outside of development mode.
    pub fn mailbox_link(&self) -> Option<String> {
        let mailbox = self.notifier.mailbox.as_ref()?;
        Some(format!("/dev/mailbox?secret={}", mailbox.secret()))
    }

    /// Returns whether rate limits and origin checks spare programs on this machine.
    pub fn is_development(&self) -> bool {
        self.is_development
    }

    /// Returns whether connected apps get their tokens here.
    pub fn has_oauth_server(&self) -> bool {
        self.options.oauth_server.enabled
    }

    /// Returns whether new accounts can be created at all.
    pub fn has_open_sign_up(&self) -> bool {
        self.sign_up_policy().allows_sign_up(self.is_development)
    }

    /// Returns whether visitors may try the product with an anonymous account.
    pub fn allows_guests(&self) -> bool {
        self.options.anonymous.unwrap_or(self.is_development)
    }

    /// Returns the sign-in options.
    pub fn options(&self) -> &AuthOptions {
        &self.options
    }

    /// Returns the rules for new accounts.
    pub fn sign_up_policy(&self) -> SignUpPolicy {
        SignUpPolicy {
            sign_up: self.options.sign_up,
            confirms_email: self.options.auto_confirm_email,
            has_mail_server: self.notifier.smtp.is_some(),
            has_mailbox: self.notifier.mailbox.is_some(),
        }
    }

    /// The transports of mail and text messages.
    pub fn notifier(&self) -> &Notifier {
        &self.notifier
    }

    /// The external auth server, if any.
    pub fn hosted(&self) -> Option<&Hosted> {
        self.hosted.as_deref()
    }

    /// Verifies a token of this server or the external auth server.
    pub async fn claims(&self, token: &str, now: DateTime<Utc>) -> Result<Claims, NotVerified> {
        match &self.hosted {
            Some(hosted) => hosted.verify(token, now).await,
            None => self.verify(token, now).map_err(NotVerified::Refused),
        }
    }

    /// Checks a token that this server has signed.
    fn verify(&self, token: &str, now: DateTime<Utc>) -> Result<Claims, TokenError> {
        let claims = self.keys.verify(
            token,
            &ExpectedClaims {
                issuer: self.issuer.as_deref(),
                audience: AUDIENCE,
                now: now.timestamp(),
            },
        )?;
        // Without a public URL tokens name the local address that they were asked for at.
        if self.issuer.is_none() && !claims.is_service() && !self.is_local_issuer(&claims.iss) {
            return Err(TokenError::Issuer);
        }
        Ok(claims)
    }

    fn is_local_issuer(&self, issuer: &str) -> bool {
        let origin = issuer.strip_suffix(self.path());
        let url = origin.and_then(|origin| Url::parse(origin).ok());
        url.is_some_and(|url| addresses::is_local(&url))
    }

    /// Returns the kind of a request's `apikey`; None if this server didn't issue it.
    pub async fn key_kind(&self, key: &str, now: DateTime<Utc>) -> Option<KeyKind> {
        if self.is_secret_key(key) {
            return Some(KeyKind::Secret);
        }
        if key == self.public_key {
            return Some(KeyKind::Public);
        }
        let claims = self.claims(key, now).await.ok()?;
        Some(if claims.is_admin() {
            KeyKind::Secret
        } else {
            KeyKind::Public
        })
    }

    fn sign(&self, claims: &Claims) -> Result<String, KeyError> {
        self.keys.sign(claims)
    }

    /// A secret for one purpose, the same in every server that shares the secret of the codes.
    pub fn derived_secret(&self, purpose: &str) -> [u8; 32] {
        self.codes.derive(purpose)
    }

    /// Returns whether this is the operator's own key.
    pub(super) fn is_secret_key(&self, key: &str) -> bool {
        let known = self.options.secret_key.as_ref();
        known.is_some_and(|known| !known.0.is_empty() && is_same(&known.0, key))
    }
}

/// Answers every call with the address of the external auth server, if there is one.
pub fn routes(config: &mut ServiceConfig, path: &str, has_external_accounts: bool) {
    if has_external_accounts {
        if !path.is_empty() {
            config.service(
                resource(format!("{path}/{{call:.*}}")).to(hosted::refuse_external_accounts),
            );
        }
        return;
    }
    let at = |name: &str| resource(format!("{path}{name}"));
    config
        .service(at("/signup").route(post().to(signup::sign_up)))
        .service(at("/token").route(post().to(token::grant_token)))
        .service(at("/otp").route(post().to(otp::send_code)))
        .service(at("/magiclink").route(post().to(otp::send_magic_link)))
        .service(
            at("/verify")
                .route(get().to(verify_link::follow_link))
                .route(post().to(verify::verify)),
        )
        .service(at("/resend").route(post().to(resend::resend)))
        .service(at("/recover").route(post().to(recover::recover)))
        .service(at("/reauthenticate").route(get().to(reauthenticate::reauthenticate)))
        .service(at("/sso").route(post().to(sso::sign_in)))
        .service(at("/logout").route(post().to(logout::sign_out)))
        .service(
            at("/user")
                .route(get().to(user::get_user))
                .route(put().to(user::update_user)),
        )
        .service(at("/authorize").route(get().to(providers::authorize)))
        .service(
            at("/callback")
                .route(get().to(providers::callback_query))
                .route(post().to(providers::callback_form)),
        )
        .service(at("/user/identities/authorize").route(get().to(providers::authorize_link)))
        .service(
            at("/user/identities/{identity_id}").route(delete().to(identities::unlink_identity)),
        )
        .service(at("/.well-known/jwks.json").route(get().to(keys::public_keys)))
        .service(at("/settings").route(get().to(settings::get_settings)))
        .service(at("/health").route(get().to(settings::get_health)))
        .service(resource("/dev/mailbox").route(get().to(mailbox::read_mailbox)));
    factors::routes(config, path);
    passkeys::routes(config, path);
    oauth::routes(config, path);
    admin::routes(config, path);
    // At the root everything else belongs to the site.
    if !path.is_empty() {
        config.service(at("/{call:.*}").to(answer::refuse_unknown_path));
    }
}
