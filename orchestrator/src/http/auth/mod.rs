//! The embedded authentication back end under `/auth/v1`, as `@supabase/supabase-js` speaks to it.

mod answer;
mod keys;
mod logout;
mod session;
mod settings;
mod signup;
mod token;
mod user;

pub use signup::confirmed_account;

use std::{fs, io::Write, os::unix::fs::OpenOptionsExt, path::Path, sync::Arc};

use actix_web::web::{ServiceConfig, get, post, put, resource};
use chrono::{DateTime, Utc};
use portolan_auth::{
    Claims, Expected, KeyError, Keys, PasswordCost, PasswordRules, Passwords, TokenError,
};
use sha2::{Digest, Sha256};

use crate::ids::Ids;

/// The audience of every access token.
const AUDIENCE: &str = "authenticated";

/// Signs and checks tokens and passwords; cheap to clone.
#[derive(Clone)]
pub struct Auth {
    keys: Arc<Keys>,
    passwords: Arc<Passwords>,
    rules: PasswordRules,
    public_key: String,
    /// Seconds for which an access token is good.
    token_seconds: i64,
    /// Sign-ups need no confirmation from this very machine, as long as nobody else comes in.
    confirms_local_sign_ups: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum AuthSetupError {
    #[error(
        "the signing keys at {path} cannot be used: {cause}; move the file away to have new ones made"
    )]
    Keys { path: String, cause: String },
    #[error("password hashing cannot be set up: {0}")]
    Passwords(String),
}

impl Auth {
    /// Reads the signing keys, or makes them where there are none.
    pub fn open(
        path: &Path,
        token_seconds: u64,
        confirms_local_sign_ups: bool,
        ids: &Ids,
    ) -> Result<Self, AuthSetupError> {
        let keys = keys_at(path, ids).map_err(|cause| AuthSetupError::Keys {
            path: path.display().to_string(),
            cause,
        })?;
        let fingerprint = Sha256::digest(keys.public().to_string());
        Ok(Self {
            public_key: format!("sb_publishable_{}", hex::encode(&fingerprint[..16])),
            keys: Arc::new(keys),
            passwords: Arc::new(
                Passwords::new(PasswordCost::default())
                    .map_err(|error| AuthSetupError::Passwords(error.to_string()))?,
            ),
            rules: PasswordRules::default(),
            token_seconds: i64::try_from(token_seconds.max(300)).unwrap_or(i64::MAX / 2),
            confirms_local_sign_ups,
        })
    }

    /// Names this server to clients; no secret.
    pub fn public_key(&self) -> &str {
        &self.public_key
    }

    pub fn verify(&self, token: &str, now: DateTime<Utc>) -> Result<Claims, TokenError> {
        self.keys.verify(
            token,
            &Expected {
                issuer: None,
                audience: AUDIENCE,
                now: now.timestamp(),
            },
        )
    }

    fn sign(&self, claims: &Claims) -> Result<String, KeyError> {
        self.keys.sign(claims)
    }
}

pub fn routes(config: &mut ServiceConfig) {
    config
        .service(resource("/auth/v1/signup").route(post().to(signup::sign_up)))
        .service(resource("/auth/v1/token").route(post().to(token::grant_token)))
        .service(resource("/auth/v1/logout").route(post().to(logout::sign_out)))
        .service(
            resource("/auth/v1/user")
                .route(get().to(user::get_user))
                .route(put().to(user::update_user)),
        )
        .service(resource("/auth/v1/.well-known/jwks.json").route(get().to(keys::public_keys)))
        .service(resource("/auth/v1/settings").route(get().to(settings::get_settings)))
        .service(resource("/auth/v1/health").route(get().to(settings::get_health)));
}

fn keys_at(path: &Path, ids: &Ids) -> Result<Keys, String> {
    if path.exists() {
        let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
        return Keys::parse(&text).map_err(|error| error.to_string());
    }
    let keys = Keys::generate(ids.bytes()).map_err(|error| error.to_string())?;
    fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
        .and_then(|mut file| file.write_all(keys.to_text().as_bytes()))
        .map_err(|error| error.to_string())?;
    Ok(keys)
}
