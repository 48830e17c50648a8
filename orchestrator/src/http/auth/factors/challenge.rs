use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data, Path},
};
use chrono::TimeDelta;
use portolan_auth::AuthError;
use serde::Deserialize;
use serde_json::json;

use super::find;
use crate::{
    http::{
        App,
        auth::{
            answer::{Refusal, body},
            letters,
            limits::Attempt,
            session,
            signup::check_channel,
        },
        caller::Peer,
    },
    mail::PostKind,
    model::{FactorChallenge, FactorType},
};

/// How long a code may take.
const MINUTES: i64 = 5;

#[derive(Debug, Deserialize)]
struct Ask {
    channel: Option<String>,
}

/// Asks for a code of a factor: one that the telephone shows, or one that is sent to it.
pub async fn challenge(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    factor_id: Path<String>,
    bytes: Bytes,
) -> Result<HttpResponse, Refusal> {
    let current = session::current(&app, &request).await?;
    app.auth.limits.check(Attempt::Factor, &peer)?;
    let body: Ask = body(&bytes)?;
    let factor = find(&app, &current, &factor_id).await?;
    let now = app.clock.now();
    let mut challenge = FactorChallenge {
        id: app.ids.id(),
        factor_id: factor.id,
        ip: peer.address.to_string(),
        code_hash: None,
        attempts: 0,
        expires_at: now + TimeDelta::minutes(MINUTES),
        created_at: now,
    };
    let code = match (factor.factor_type, &factor.phone) {
        (FactorType::Phone, Some(phone)) => {
            check_channel(body.channel.as_deref())?;
            letters::check_way(&app, PostKind::Sms, "MFA code")?;
            letters::check_sms_interval(&app, factor.last_challenged_at)?;
            let code = letters::code(&app, phone);
            let owner = challenge.id.to_string();
            challenge.code_hash = Some(app.auth.codes.hash(&owner, &code));
            Some((phone, code))
        }
        _ => None,
    };
    app.store
        .create_challenge(&challenge)
        .await
        .map_err(|error| Refusal::from_store(error, AuthError::FactorNotFound))?;
    if let Some((phone, code)) = code {
        letters::send_sms_code(&app, phone, &code);
    }
    Ok(HttpResponse::Ok().json(json!({
        "id": challenge.id,
        "type": factor.factor_type.name(),
        "expires_at": challenge.expires_at.timestamp(),
    })))
}
