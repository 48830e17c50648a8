use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data, Path},
};
use portolan_auth::{AuthError, TotpSecret, is_same, refresh_token, token_hash};
use serde::Deserialize;
use uuid::Uuid;

use super::{find, seal_name};
use crate::{
    http::{
        App,
        auth::{
            answer::{Refusal, body},
            audit,
            limits::Attempt,
            session,
            signup::validation,
        },
        caller::Peer,
    },
    model::{Factor, FactorChallenge, FactorType},
    store::{FactorAnswer, FactorCheck},
};

#[derive(Debug, Deserialize)]
struct Answer {
    challenge_id: Option<String>,
    code: Option<String>,
}

/// Raises the session to the second level for the right code.
pub async fn verify(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    factor_id: Path<String>,
    bytes: Bytes,
) -> Result<HttpResponse, Refusal> {
    let current = session::current(&app, &request).await?;
    app.auth.limits.check(Attempt::Factor, &peer)?;
    app.auth
        .limits
        .check_account(Attempt::Factor, &peer, &current.user.id.to_string())?;
    let body: Answer = body(&bytes)?;
    let factor = find(&app, &current, &factor_id).await?;
    let challenge_id: Uuid = body
        .challenge_id
        .and_then(|id| id.parse().ok())
        .ok_or_else(|| validation("challenge_id must be an UUID"))?;
    let code = body
        .code
        .filter(|code| !code.is_empty())
        .ok_or_else(|| validation("Code needs to be non-empty"))?;
    let token = refresh_token(app.ids.bytes());
    let answer = FactorAnswer {
        user_id: current.user.id,
        factor_id: factor.id,
        challenge_id,
        session_id: current.session.id,
        refresh_token_hash: &token_hash(&token),
        ip: &peer.address.to_string(),
        now: app.clock.now(),
    };
    let checked = app
        .store
        .answer_challenge(&answer, |factor, challenge| {
            check(&app, factor, challenge, &code)
        })
        .await
        .map_err(|error| Refusal::from_store(error, AuthError::SessionNotFound))?;
    let session = match checked {
        FactorCheck::Right(session) => session,
        FactorCheck::Wrong if factor.factor_type == FactorType::Totp => {
            return Err(Refusal(AuthError::TotpCodeInvalid));
        }
        FactorCheck::Wrong => return Err(Refusal(AuthError::PhoneCodeInvalid)),
        FactorCheck::NoFactor => return Err(Refusal(AuthError::FactorNotFound)),
        FactorCheck::NoChallenge => return Err(Refusal(AuthError::ChallengeNotFound)),
        FactorCheck::Expired => return Err(Refusal(AuthError::ChallengeExpired(challenge_id))),
        FactorCheck::ElsewhereAsked => return Err(Refusal(AuthError::ChallengeIpMismatch)),
    };
    audit::note(&app, &peer, &current.user, "verification_attempted").await;
    let answer = session::answer(&app, &request, &current.user, &session, token).await?;
    Ok(HttpResponse::Ok()
        .insert_header(("cache-control", "no-store"))
        .json(answer))
}

/// The step that the code belongs to; 0 of one that was sent.
fn check(app: &App, factor: &Factor, challenge: &FactorChallenge, code: &str) -> Option<u64> {
    match factor.factor_type {
        FactorType::Totp => {
            let sealed = hex::decode(factor.secret.as_deref()?).ok()?;
            let secret = app.auth.codes.seal(&seal_name(factor.id), &sealed);
            let secret = TotpSecret::from_bytes(&secret)?;
            secret.check(code, app.clock.now().timestamp(), factor.last_step)
        }
        FactorType::Phone => {
            let hash = app.auth.codes.hash(&challenge.id.to_string(), code);
            is_same(challenge.code_hash.as_deref()?, &hash).then_some(0)
        }
    }
}
