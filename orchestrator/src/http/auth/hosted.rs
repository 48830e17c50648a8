//! An external auth server of the same protocol, whose tokens are accepted here.

use std::{
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

use actix_web::{HttpResponse, web::Data};
use chrono::{DateTime, TimeDelta, Utc};
use portolan_auth::{AuthError, Claims, ExpectedClaims, Keys, TokenError};
use portolan_dial::Dialer;
use reqwest::{Method, Request};
use tokio::sync::Mutex;
use url::Url;

use super::{AuthOptions, Secret, answer::AuthRefusal};
use crate::http::App;

/// For asking after the keys.
const TIMEOUT: Duration = Duration::from_secs(5);
/// A set of keys is shorter.
const LONGEST: usize = 256 << 10;
/// How long the keys are believed before they are asked for again.
const FRESH: TimeDelta = TimeDelta::minutes(10);
/// The shortest time between two askings, whatever tokens come in.
const PAUSE: TimeDelta = TimeDelta::seconds(10);

/// Checks tokens by the other server's keys. Keys that were read once count until it names others.
pub struct Hosted {
    url: String,
    origin: String,
    issuer: String,
    audience: String,
    secret: Option<Secret>,
    /// None if the keys are in the settings.
    keys_url: Option<Url>,
    dialer: Dialer,
    known: RwLock<Known>,
    /// Held during a request.
    asking: Mutex<()>,
}

#[derive(Default)]
struct Known {
    keys: Option<Arc<Keys>>,
    read_at: Option<DateTime<Utc>>,
    tried_at: Option<DateTime<Utc>>,
}

/// Why no one is known by a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotVerified {
    #[error(transparent)]
    Refused(TokenError),
    #[error("the auth server can't be reached")]
    Unreachable,
}

impl Hosted {
    /// Reads the options; None without an external auth server.
    ///
    /// # Errors
    /// What is missing, or of no use, in a sentence.
    pub fn of(options: &AuthOptions, dialer: &Dialer) -> Result<Option<Self>, String> {
        let Some(url) = &options.hosted_url else {
            return Ok(None);
        };
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            return Err("auth.hosted_url is an http or https address".into());
        }
        if options.hosted_public_key.is_none() {
            return Err("set auth.hosted_public_key to its public (anon) key".into());
        }
        let origin = url.origin().ascii_serialization();
        let url = url.as_str().trim_end_matches('/').to_owned();
        let issuer = match &options.hosted_issuer {
            Some(issuer) => issuer.clone(),
            None => format!("{url}/auth/v1"),
        };
        let secret = options.hosted_jwt_secret.clone();
        let usual = format!("{url}/auth/v1/.well-known/jwks.json");
        let keys_url = match &options.hosted_keys_url {
            Some(url) => Some(url.clone()),
            None if options.hosted_keys.is_some() || secret.is_some() => None,
            None => Some(Url::parse(&usual).map_err(|error| error.to_string())?),
        };
        let mut known = Known::default();
        if keys_url.is_none() || options.hosted_keys.is_some() {
            let keys = parse_keys(options.hosted_keys.as_deref(), secret.as_ref())?;
            known.keys = Some(Arc::new(keys));
        }
        Ok(Some(Self {
            url,
            origin,
            issuer,
            audience: options.hosted_audience.clone(),
            secret,
            keys_url,
            dialer: dialer.with_timeout(TIMEOUT),
            known: RwLock::new(known),
            asking: Mutex::new(()),
        }))
    }

    /// Without `/auth/v1`.
    pub fn url(&self) -> &str {
        &self.url
    }

    pub fn origin(&self) -> &str {
        &self.origin
    }

    pub(super) async fn verify(
        self: &Arc<Self>,
        token: &str,
        now: DateTime<Utc>,
    ) -> Result<Claims, NotVerified> {
        let expected = ExpectedClaims {
            issuer: Some(&self.issuer),
            audience: &self.audience,
            now: now.timestamp(),
        };
        let keys = match self.keys(now) {
            Some(keys) => keys,
            None => {
                self.ask(now).await;
                self.keys(now).ok_or(NotVerified::Unreachable)?
            }
        };
        match keys.verify(token, &expected) {
            Err(TokenError::UnknownKey) => {}
            verified => return verified.map_err(NotVerified::Refused),
        }
        // It may sign with a new key since.
        self.ask(now).await;
        let keys = self.keys(now).ok_or(NotVerified::Unreachable)?;
        keys.verify(token, &expected).map_err(|error| match error {
            TokenError::UnknownKey if self.was_in_vain() => NotVerified::Unreachable,
            error => NotVerified::Refused(error),
        })
    }

    /// The known keys. Old ones stay valid while new ones are being fetched.
    fn keys(self: &Arc<Self>, now: DateTime<Utc>) -> Option<Arc<Keys>> {
        let (keys, is_old) = {
            let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
            (known.keys.clone()?, !is_within(known.read_at, now, FRESH))
        };
        if is_old && self.may_ask(now) {
            let this = self.clone();
            actix_web::rt::spawn(async move { this.ask(now).await });
        }
        Some(keys)
    }

    fn may_ask(&self, now: DateTime<Utc>) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        self.keys_url.is_some() && !is_within(known.tried_at, now, PAUSE)
    }

    /// Returns whether the other server was asked last, and did not answer.
    fn was_in_vain(&self) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.tried_at > known.read_at
    }

    /// Asks for the keys, unless that was done a moment ago. Requests that come together ask once.
    async fn ask(&self, now: DateTime<Utc>) {
        let _asking = self.asking.lock().await;
        let Some(url) = self.keys_url.as_ref().filter(|_| self.may_ask(now)) else {
            return;
        };
        let read = self.read(url).await;
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.tried_at = Some(now);
        match read {
            Ok(keys) => {
                known.keys = Some(Arc::new(keys));
                known.read_at = Some(now);
            }
            Err(cause) => {
                tracing::warn!(error.cause = %cause, "signing keys of auth server not loaded");
            }
        }
    }

    async fn read(&self, url: &Url) -> Result<Keys, String> {
        let said = |error: reqwest::Error| error.without_url().to_string();
        let request = Request::new(Method::GET, url.clone());
        let sent = self.dialer.send(request).await;
        let mut response = sent.map_err(|error| error.to_string())?;
        if !response.status().is_success() {
            return Err(format!("it answered {}", response.status()));
        }
        let mut body = Vec::new();
        while let Some(piece) = response.chunk().await.map_err(said)? {
            if body.len() + piece.len() > LONGEST {
                return Err("its answer is too long".into());
            }
            body.extend_from_slice(&piece);
        }
        let text = String::from_utf8(body).map_err(|error| error.to_string())?;
        parse_keys(Some(&text), self.secret.as_ref())
    }
}

fn parse_keys(set: Option<&str>, secret: Option<&Secret>) -> Result<Keys, String> {
    Keys::of_another(set, secret.map(|secret| secret.0.as_str())).map_err(|error| error.to_string())
}

/// A clock that was set back asks at once.
fn is_within(since: Option<DateTime<Utc>>, now: DateTime<Utc>, time: TimeDelta) -> bool {
    since.is_some_and(|since| since <= now && now - since < time)
}

/// Answers every authentication call if an external auth server is used.
pub async fn refuse_external_accounts(app: Data<App>) -> Result<HttpResponse, AuthRefusal> {
    let url = app
        .auth
        .hosted()
        .map(|hosted| format!("{}/auth/v1", hosted.url()));
    Err(AuthRefusal(AuthError::AuthDisabled(
        url.unwrap_or_default(),
    )))
}

#[cfg(test)]
mod tests {
    use portolan_dial::corpus;

    use super::*;

    #[tokio::test]
    async fn hosted_keys_in_private_network_are_not_dialled() {
        let dialer = corpus::corpus_dialer(&[]);
        corpus::assert_refused(async |url| {
            let options = AuthOptions {
                hosted_url: Some(Url::parse("https://accounts.example").unwrap()),
                hosted_public_key: Some("key".into()),
                hosted_keys_url: Some(url.clone()),
                ..AuthOptions::default()
            };
            let hosted = Hosted::of(&options, &dialer).unwrap().unwrap();
            hosted.read(&url).await.map(|_| ())
        })
        .await;
    }
}
