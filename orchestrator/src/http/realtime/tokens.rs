use actix_web::{HttpRequest, http::StatusCode, web::Data};
use async_trait::async_trait;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use portolan_auth::TokenError;
use portolan_realtime_hub::{Holder, TokenOwner, TokenRefused, Tokens};
use portolan_store::StoreError;
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use super::refusal::RealtimeRefusal;
use crate::http::{
    App,
    auth::{KeyKind, NotVerified},
};

/// The query parameters used here; others are ignored.
#[derive(Deserialize)]
pub struct SocketQuery {
    apikey: Option<String>,
    pub vsn: Option<String>,
    pub private: Option<String>,
}

/// Resolves tokens with the keys and sessions of this server.
pub struct AppTokens(pub Data<App>);

#[async_trait(?Send)]
impl Tokens for AppTokens {
    async fn holder(&self, token: &str) -> Result<Holder, TokenRefused> {
        let app = &self.0;
        let now = app.clock.now();
        let claims = match app.auth.claims(token, now).await {
            Ok(claims) => claims,
            Err(error) => {
                return match app.auth.key_kind(token, now).await {
                    Some(kind) => Ok(holder_of_key(kind)),
                    None => Err(match error {
                        NotVerified::Refused(TokenError::Expired) => {
                            TokenRefused::Expired(now.timestamp() - token_expiry(token))
                        }
                        NotVerified::Refused(error) => refuse_token(error),
                        NotVerified::Unreachable => TokenRefused::Unavailable,
                    }),
                };
            }
        };
        let refuse_external_accounts = app.auth.hosted().is_some();
        let (Some(user_id), Some(session_id)) = (claims.user_id(), claims.session_id) else {
            return Ok(holder_of_key(if claims.is_admin() {
                KeyKind::Secret
            } else {
                KeyKind::Public
            }));
        };
        let expires_at = claims
            .exp
            .and_then(|seconds| chrono::DateTime::from_timestamp(seconds, 0));
        let is_admin = claims.client_id.is_none() && self.is_admin(user_id).await?;
        let holder = Holder {
            who: if is_admin {
                TokenOwner::Admin(user_id)
            } else {
                TokenOwner::User(user_id)
            },
            expires_at,
            // Another server knows its sessions; with us they end with their tokens.
            session_id: (!refuse_external_accounts).then_some(session_id),
        };
        if refuse_external_accounts {
            return match app.hosted_user(&claims).await {
                Ok(()) => Ok(holder),
                Err(problem) if problem.status() == 401 => {
                    Err(TokenRefused::Invalid("This account is closed".into()))
                }
                Err(_) => Err(TokenRefused::Unavailable),
            };
        }
        match self.session_stands(&holder).await {
            Ok(true) => Ok(holder),
            Ok(false) => Err(TokenRefused::Invalid("This session has ended".into())),
            Err(error) => {
                tracing::warn!(error.cause = %error, "session not read");
                Err(TokenRefused::Unavailable)
            }
        }
    }

    async fn stands(&self, holder: &Holder) -> bool {
        self.session_stands(holder).await.unwrap_or(true)
    }
}

impl AppTokens {
    /// Returns whether a rule for topics applies to this user as an admin.
    async fn is_admin(&self, user_id: Uuid) -> Result<bool, TokenRefused> {
        if !self.0.realtime.limits().rules.has_admin_rule() {
            return Ok(false);
        }
        match self.0.store.profile(user_id).await {
            Ok(profile) => Ok(profile.is_admin),
            Err(StoreError::NotFound(_)) => Ok(false),
            Err(error) => {
                tracing::warn!(error.cause = %error, "profile not read");
                Err(TokenRefused::Unavailable)
            }
        }
    }

    async fn session_stands(&self, holder: &Holder) -> Result<bool, StoreError> {
        if let TokenOwner::Admin(user_id) = holder.who
            && !self.0.store.profile(user_id).await?.is_admin
        {
            return Ok(false);
        }
        let (Some(user_id), Some(session_id)) = (holder.who.user_id(), holder.session_id) else {
            return Ok(true);
        };
        let now = self.0.clock.now();
        match self.0.store.session_of_caller(session_id, now).await {
            // A session that still requires a second factor is treated as signed out.
            Ok((session, awaits_factor)) => Ok(session.user_id == user_id && !awaits_factor),
            Err(StoreError::NotFound(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Checks the `apikey` of the header or the address; who comes with it alone.
    pub async fn key(
        &self,
        request: &HttpRequest,
        query: &SocketQuery,
    ) -> Result<Holder, RealtimeRefusal> {
        let header = request.headers().get("apikey");
        let header = header.and_then(|value| value.to_str().ok());
        let key = header
            .filter(|key| !key.is_empty())
            .or(query.apikey.as_deref());
        let kind = match key {
            Some(key) => self.0.auth.key_kind(key, self.0.clock.now()).await,
            None => None,
        };
        kind.map(holder_of_key).ok_or_else(|| {
            RealtimeRefusal::new(
                StatusCode::UNAUTHORIZED,
                "Invalid API key: send the public key of /api/config as `apikey`",
            )
        })
    }
}

fn holder_of_key(kind: KeyKind) -> Holder {
    Holder {
        who: match kind {
            KeyKind::Public => TokenOwner::Anonymous,
            KeyKind::Secret => TokenOwner::Service,
        },
        expires_at: None,
        session_id: None,
    }
}

fn refuse_token(error: TokenError) -> TokenRefused {
    match error {
        TokenError::Malformed => TokenRefused::Malformed,
        TokenError::Claims => {
            TokenRefused::Invalid("Fields `role` and `exp` are required in JWT".into())
        }
        TokenError::Header
        | TokenError::Algorithm
        | TokenError::UnknownKey
        | TokenError::Signature => TokenRefused::Signature,
        error => TokenRefused::Invalid(error.to_string()),
    }
}

/// When a token that was found to be over ended, in seconds since 1970.
fn token_expiry(token: &str) -> i64 {
    let claims = token.split('.').nth(1).unwrap_or_default();
    let claims = BASE64_URL_SAFE_NO_PAD.decode(claims).unwrap_or_default();
    let claims: Value = serde_json::from_slice(&claims).unwrap_or_default();
    claims["exp"].as_i64().unwrap_or_default()
}
