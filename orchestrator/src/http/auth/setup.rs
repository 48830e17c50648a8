use std::{
    fs,
    io::Write,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    sync::Arc,
};

use portolan_auth::{CodeSecret, Keys, PasswordRules, Passwords, RedirectRules};
use portolan_dial::Dialer;
use portolan_environment::{clock::Clock, ids::Ids};
use sha2::{Digest, Sha256};
use url::Url;

use super::{
    Auth, AuthOptions,
    hosted::Hosted,
    limits::AuthLimits,
    providers::{ProviderError, Providers},
    templates::{TemplateError, Templates},
};
use crate::mail::Notifier;

/// The components of the auth back end.
pub struct AuthSetup {
    pub options: AuthOptions,
    /// Files of the data folder; made where they are missing.
    pub signing_keys: PathBuf,
    pub code_secret: PathBuf,
    /// Seconds for which an access token is good.
    pub token_seconds: u64,
    pub sign_ins_per_minute: u32,
    /// The server was started with `--dev`.
    pub is_development: bool,
    pub notifier: Notifier,
    pub public_url: Option<Url>,
    /// The HTTP client for providers and the external auth server.
    pub dialer: Dialer,
    pub clock: Clock,
}

#[derive(Debug, thiserror::Error)]
pub enum AuthSetupError {
    #[error(
        "the signing keys in {path} can't be used: {cause}; replace them, or delete the file to generate new ones"
    )]
    Keys { path: String, cause: String },
    #[error("the secret in {path} can't be used: {cause}; write at least 32 characters")]
    Secret { path: String, cause: String },
    #[error("password hashing cannot be set up: {0}")]
    Passwords(String),
    #[error("a provider cannot be used: {0}")]
    Provider(#[from] ProviderError),
    #[error("the auth server can't be used: {0}")]
    Hosted(String),
    #[error(transparent)]
    Template(#[from] TemplateError),
    #[error("auth.path has to be empty or begin with a slash, such as /auth/v1")]
    Path,
}

impl Auth {
    /// Reads keys and secrets, or generates missing ones.
    pub fn open(setup: AuthSetup, ids: &Ids) -> Result<Self, AuthSetupError> {
        let options = setup.options;
        if !options.path.is_empty() && !options.path.starts_with('/') {
            return Err(AuthSetupError::Path);
        }
        let keys = load_keys(&options, &setup.signing_keys, ids)?;
        let fingerprint = Sha256::digest(keys.public().to_string());
        let hosted = Hosted::of(&options, &setup.dialer).map_err(AuthSetupError::Hosted)?;
        let shown = match &hosted {
            Some(_) => &options.hosted_public_key,
            None => &options.publishable_key,
        };
        let public_key = match shown {
            Some(key) => key.clone(),
            None => format!("sb_publishable_{}", hex::encode(&fingerprint[..16])),
        };
        let path = options.path.trim_end_matches('/');
        let public = setup.public_url.as_ref();
        let issuer = options
            .issuer
            .clone()
            .or_else(|| public.map(|url| format!("{}{path}", url.as_str().trim_end_matches('/'))));
        Ok(Self {
            issuer,
            public_key,
            keys,
            passwords: Arc::new(
                Passwords::new(options.password_cost)
                    .map_err(|error| AuthSetupError::Passwords(error.to_string()))?,
            ),
            rules: PasswordRules {
                min_length: options.minimum_password,
            },
            codes: code_secret(&options, &setup.code_secret, ids)?,
            // A shorter one is renewed over and over by the client.
            token_seconds: i64::try_from(setup.token_seconds.max(300)).unwrap_or(i64::MAX / 2),
            redirects: RedirectRules::new(options.redirect_urls.clone(), setup.is_development),
            limits: AuthLimits::new(options.limits, setup.sign_ins_per_minute, &setup.clock),
            providers: Providers::new(&options.providers, &setup.dialer)?,
            notifier: setup.notifier,
            templates: Templates::new(&options.templates)?,
            is_development: setup.is_development,
            hosted: hosted.map(Arc::new),
            options,
        })
    }
}

/// The keys of the settings, or else those of the data folder, and the shared secret beside them.
fn load_keys(options: &AuthOptions, path: &Path, ids: &Ids) -> Result<Keys, AuthSetupError> {
    let failed = |path: &str, cause: String| AuthSetupError::Keys {
        path: path.to_owned(),
        cause,
    };
    match (&options.signing_keys, &options.jwt_secret) {
        (Some(text), secret) => Keys::parse(&text.0)
            .and_then(|keys| match secret {
                Some(secret) => keys.with_secret(&secret.0),
                None => Ok(keys),
            })
            .map_err(|error| failed("the settings", error.to_string())),
        (None, Some(secret)) => {
            Keys::of_secret(&secret.0).map_err(|error| failed("the settings", error.to_string()))
        }
        (None, None) => {
            keys_at(path, ids).map_err(|cause| failed(&path.display().to_string(), cause))
        }
    }
}

fn keys_at(path: &Path, ids: &Ids) -> Result<Keys, String> {
    if path.exists() {
        let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
        return Keys::parse(&text).map_err(|error| error.to_string());
    }
    let keys = Keys::generate(ids.bytes()).map_err(|error| error.to_string())?;
    create_file(path, &keys.to_text())?;
    Ok(keys)
}

fn code_secret(
    options: &AuthOptions,
    path: &Path,
    ids: &Ids,
) -> Result<CodeSecret, AuthSetupError> {
    let failed = |cause: String| AuthSetupError::Secret {
        path: path.display().to_string(),
        cause,
    };
    let text = match &options.code_secret {
        Some(secret) => secret.0.clone(),
        None if path.exists() => {
            fs::read_to_string(path).map_err(|error| failed(error.to_string()))?
        }
        None => {
            let secret = ids.secret();
            create_file(path, &secret).map_err(failed)?;
            secret
        }
    };
    let text = text.trim();
    if text.len() < 32 {
        return Err(failed("it is too short".into()));
    }
    Ok(CodeSecret::new(Sha256::digest(text).into()))
}

/// Only its owner may read it.
fn create_file(path: &Path, text: &str) -> Result<(), String> {
    fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(|error| error.to_string())
}
