use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data, Json},
};
use portolan_auth::{
    AuthError, normalized_recovery_code, recovery_code, refresh_token, token_hash,
};
use portolan_domain::{Factor, FactorStatus, FactorType};
use portolan_store::{RecoveryCheck, SessionRaise, StoreError};
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    enroll::{UNVERIFIED_FOR, check_beside},
    stands_alone,
};
use crate::http::{
    App,
    auth::{
        answer::{AuthRefusal, parse_body},
        audit,
        limits::Attempt,
        session::{self, Current},
        signup::validation_failed,
    },
    caller::Peer,
};

const CODES: usize = 10;
const DEFAULT_NAME: &str = "Recovery codes";

/// Returns how many recovery codes the signed-in user has left.
pub async fn get_status(app: Data<App>, request: HttpRequest) -> Result<Json<Value>, AuthRefusal> {
    let current = session::named_session(&app, &request).await?;
    let count = app
        .store
        .recovery_code_count(current.user.id)
        .await
        .map_err(refuse_missing_codes)?;
    Ok(Json(json!({
        "id": count.factor_id,
        "type": FactorType::RecoveryCode.name(),
        "total": count.total,
        "remaining": count.remaining,
    })))
}

#[derive(Debug, Deserialize)]
struct Generate {
    friendly_name: Option<String>,
}

/// Generates the user's recovery codes, which are shown only once.
pub async fn generate(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    bytes: Bytes,
) -> Result<HttpResponse, AuthRefusal> {
    let current = session::named_session(&app, &request).await?;
    app.auth.limits.check(Attempt::Factor, &peer)?;
    check_enabled(&app)?;
    let body: Generate = parse_body(&bytes)?;
    check_level(&current, "AAL2 required to generate recovery codes")?;
    let now = app.clock.now();
    let name = body.friendly_name.filter(|name| !name.trim().is_empty());
    let factor = Factor {
        id: app.ids.id(),
        user_id: current.user.id,
        factor_type: FactorType::RecoveryCode,
        friendly_name: Some(name.unwrap_or_else(|| DEFAULT_NAME.into())),
        status: FactorStatus::Verified,
        secret: None,
        credential: None,
        phone: None,
        last_step: None,
        last_challenged_at: None,
        created_at: now,
        updated_at: now,
    };
    let (codes, hashes) = new_codes(&app, current.user.id);
    let maximum = app.auth.options.maximum_factors;
    app.store
        .create_recovery_codes(&factor, &hashes, |known| {
            may_add(&factor, known, maximum, &current)
        })
        .await?;
    audit::note_action(&app, &peer, &current.user, "recovery_codes_generated").await;
    Ok(shown_once(&factor, &codes))
}

/// Replaces the user's recovery codes.
pub async fn regenerate(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
) -> Result<HttpResponse, AuthRefusal> {
    let current = session::named_session(&app, &request).await?;
    app.auth.limits.check(Attempt::Factor, &peer)?;
    check_enabled(&app)?;
    check_level(&current, "AAL2 required to regenerate recovery codes")?;
    let (codes, hashes) = new_codes(&app, current.user.id);
    let factor = app
        .store
        .replace_recovery_codes(current.user.id, &hashes)
        .await
        .map_err(refuse_missing_codes)?;
    audit::note_action(&app, &peer, &current.user, "recovery_codes_regenerated").await;
    Ok(shown_once(&factor, &codes))
}

#[derive(Debug, Deserialize)]
struct RecoveryCodeRequest {
    code: Option<String>,
}

/// Raises the session to the second level for one of the codes.
pub async fn verify(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    bytes: Bytes,
) -> Result<HttpResponse, AuthRefusal> {
    let current = session::named_session(&app, &request).await?;
    app.auth.limits.check(Attempt::Factor, &peer)?;
    let body: RecoveryCodeRequest = parse_body(&bytes)?;
    let code = normalized_recovery_code(&body.code.unwrap_or_default());
    if code.is_empty() {
        return Err(validation_failed("Code needs to be non-empty"));
    }
    let token = refresh_token(app.ids.bytes());
    let raise = SessionRaise {
        user_id: current.user.id,
        session_id: current.session.id,
        refresh_token_hash: &token_hash(&token),
        now: app.clock.now(),
    };
    let checked = app
        .store
        .redeem_recovery_code(&raise, &hash(&app, current.user.id, &code))
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::SessionNotFound))?;
    let session = match checked {
        RecoveryCheck::Right(session) => session,
        RecoveryCheck::Wrong => return Err(AuthRefusal(AuthError::RecoveryCodeInvalid)),
        RecoveryCheck::Locked => return Err(AuthRefusal(AuthError::RecoveryCodesLocked)),
    };
    audit::note_action(&app, &peer, &current.user, "recovery_codes_verified").await;
    let answer =
        session::answer_with_session(&app, &request, &current.user, &session, token).await?;
    Ok(HttpResponse::Ok()
        .insert_header(("cache-control", "no-store"))
        .json(answer))
}

/// Takes the codes away.
pub async fn remove(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
) -> Result<Json<Value>, AuthRefusal> {
    let current = session::named_session(&app, &request).await?;
    check_level(&current, "AAL2 required to delete recovery codes")?;
    let user_id = current.user.id;
    let count = app
        .store
        .recovery_code_count(user_id)
        .await
        .map_err(refuse_missing_codes)?;
    app.store
        .delete_factor(user_id, count.factor_id)
        .await
        .map_err(refuse_missing_codes)?;
    audit::note_action(&app, &peer, &current.user, "recovery_codes_deleted").await;
    Ok(Json(json!({ "id": count.factor_id })))
}

/// Checks that a set of codes may be created.
fn may_add(
    factor: &Factor,
    known: &[Factor],
    maximum: usize,
    current: &Current,
) -> Result<(), AuthRefusal> {
    let of_codes = |known: &Factor| known.factor_type == FactorType::RecoveryCode;
    if known.iter().any(of_codes) {
        return Err(AuthRefusal(AuthError::RecoveryCodesExist));
    }
    let in_time = |known: &&Factor| {
        known.is_verified() || factor.created_at - known.created_at < UNVERIFIED_FOR
    };
    let enrolled: Vec<&Factor> = known.iter().filter(in_time).collect();
    check_beside(factor, &enrolled, maximum, current)?;
    if known.iter().any(stands_alone) {
        Ok(())
    } else {
        Err(AuthRefusal(AuthError::RecoveryCodesAlone(
            "At least one other verified factor is required to generate recovery codes",
        )))
    }
}

fn check_enabled(app: &App) -> Result<(), AuthRefusal> {
    if app.auth.options.recovery_codes {
        Ok(())
    } else {
        Err(AuthRefusal(AuthError::RecoveryCodesEnrollDisabled))
    }
}

fn check_level(current: &Current, words: &'static str) -> Result<(), AuthRefusal> {
    if current.is_second_level() {
        Ok(())
    } else {
        Err(AuthRefusal(AuthError::InsufficientAal(words)))
    }
}

fn refuse_missing_codes(error: StoreError) -> AuthRefusal {
    AuthRefusal::from_store(error, AuthError::NoRecoveryCodes)
}

/// Codes, and the hashes that are kept of them.
fn new_codes(app: &App, user_id: Uuid) -> (Vec<String>, Vec<String>) {
    let codes: Vec<String> = (0..CODES).map(|_| recovery_code(app.ids.bytes())).collect();
    let hashes = codes.iter().map(|code| hash(app, user_id, code)).collect();
    (codes, hashes)
}

fn hash(app: &App, user_id: Uuid, code: &str) -> String {
    app.auth.codes.hash(&format!("recovery of {user_id}"), code)
}

fn shown_once(factor: &Factor, codes: &[String]) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header(("cache-control", "no-store"))
        .json(json!({
            "id": factor.id,
            "type": factor.factor_type.name(),
            "friendly_name": factor.friendly_name,
            "total": codes.len(),
            "codes": codes,
        }))
}
