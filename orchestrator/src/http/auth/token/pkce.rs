use actix_web::HttpRequest;
use chrono::TimeDelta;
use portolan_auth::{
    AuthError, ChallengeMethod, CodeChallenge, CodeSecret, SessionTokens, token_hash,
};
use portolan_domain::AuthCode;
use portolan_store::Exchange;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::http::{
    App,
    auth::{answer::AuthRefusal, session},
    caller::Peer,
};

/// How long a browser may take to bring a code back.
const MINUTES: i64 = 5;

#[derive(Debug, Deserialize)]
pub struct PkceGrant {
    auth_code: Option<String>,
    code_verifier: Option<String>,
}

/// The provider's tokens of a sign-in, for the client only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderTokens {
    pub access_token: Option<String>,
    pub refresh_token: Option<String>,
}

/// A session for a code that a browser brought back, and what only the program knows that asked
/// for it.
pub async fn grant_pkce(
    app: &App,
    request: &HttpRequest,
    peer: Peer,
    body: PkceGrant,
) -> Result<SessionTokens, AuthRefusal> {
    let filled = |text: Option<String>| text.filter(|text| !text.is_empty());
    let (Some(code), Some(verifier)) = (filled(body.auth_code), filled(body.code_verifier)) else {
        return Err(AuthRefusal(AuthError::Validation(
            "invalid request: both auth code and code verifier should be non-empty".into(),
        )));
    };
    let exchange = app
        .store
        .exchange_auth_code(&token_hash(&code), app.clock.now(), |found| {
            is_met(found, &verifier)
        })
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::FlowStateNotFound))?;
    let found = match exchange {
        Exchange::Right(found) => found,
        Exchange::WrongVerifier => return Err(AuthRefusal(AuthError::BadCodeVerifier)),
        Exchange::Expired => return Err(AuthRefusal(AuthError::FlowStateExpired)),
        Exchange::Unknown => return Err(AuthRefusal(AuthError::FlowStateNotFound)),
    };
    let user = app
        .store
        .user(found.user_id)
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::FlowStateNotFound))?;
    let mut session = session::open_session(app, request, peer, &user, &found.method).await?;
    if let Some(sealed) = found.provider_tokens {
        let tokens = unseal_tokens(&code, &sealed).unwrap_or_default();
        session.provider_token = tokens.access_token;
        session.provider_refresh_token = tokens.refresh_token;
    }
    Ok(session)
}

/// Issues a code for this user, valid for a few minutes.
pub async fn issue_code(
    app: &App,
    user_id: Uuid,
    method: &str,
    challenge: (String, String),
    tokens: Option<&ProviderTokens>,
) -> Result<String, AuthRefusal> {
    let now = app.clock.now();
    let code = app.ids.secret();
    let sealed = tokens
        .and_then(|tokens| serde_json::to_vec(tokens).ok())
        .map(|text| hex::encode(code_secret(&code).seal("provider tokens", &text)));
    let (code_challenge, challenge_method) = challenge;
    let stored = AuthCode {
        user_id,
        method: method.into(),
        code_challenge,
        challenge_method,
        provider_tokens: sealed,
        expires_at: now + TimeDelta::minutes(MINUTES),
    };
    app.store
        .create_auth_code(&token_hash(&code), &stored, now)
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::UserNotFound))?;
    Ok(code)
}

fn is_met(code: &AuthCode, verifier: &str) -> bool {
    let method = ChallengeMethod::parse(&code.challenge_method);
    method.is_some_and(|method| {
        let challenge = CodeChallenge {
            challenge: code.code_challenge.clone(),
            method,
        };
        challenge.is_met_by(verifier)
    })
}

/// Only anyone with the code can read what was sealed with it: the store has its hash.
fn code_secret(code: &str) -> CodeSecret {
    CodeSecret::new(Sha256::digest(format!("seal {code}")).into())
}

fn unseal_tokens(code: &str, sealed: &str) -> Option<ProviderTokens> {
    let bytes = hex::decode(sealed).ok()?;
    serde_json::from_slice(&code_secret(code).seal("provider tokens", &bytes)).ok()
}
