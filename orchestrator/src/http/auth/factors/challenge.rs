use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data, Path},
};
use chrono::TimeDelta;
use portolan_auth::{AuthError, Ceremony, CredentialUse};
use portolan_domain::{Factor, FactorChallenge, FactorType, MessageKind, User};
use serde::Deserialize;
use serde_json::json;

use super::find_factor;
use crate::http::{
    App,
    auth::{
        answer::{AuthRefusal, parse_body},
        limits::Attempt,
        messages,
        relying_party::{credential_owner, from_text, relying_party},
        session,
        signup::{check_channel, validation_failed},
    },
    caller::Peer,
};

/// How long a code may take.
const MINUTES: i64 = 5;

#[derive(Debug, Deserialize)]
struct ChallengeRequest {
    channel: Option<String>,
}

/// Asks for a code of a factor: one that the telephone shows, or one that is sent to it.
pub async fn challenge(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    factor_id: Path<String>,
    bytes: Bytes,
) -> Result<HttpResponse, AuthRefusal> {
    let current = session::named_session(&app, &request).await?;
    app.auth.limits.check(Attempt::Factor, &peer)?;
    let body: ChallengeRequest = parse_body(&bytes)?;
    let factor = find_factor(&app, &current, &factor_id).await?;
    let now = app.clock.now();
    let mut challenge = FactorChallenge {
        id: app.ids.id(),
        factor_id: factor.id,
        ip: peer.address.to_string(),
        code_hash: None,
        ceremony: None,
        attempts: 0,
        expires_at: now + TimeDelta::minutes(MINUTES),
        created_at: now,
    };
    let mut question = None;
    let message = match (factor.factor_type, &factor.phone) {
        (FactorType::RecoveryCode, _) => {
            return Err(validation_failed(
                "factor_type needs to be totp, phone, or webauthn",
            ));
        }
        (FactorType::Webauthn, _) => {
            let (kind, ceremony) =
                ask_authenticator(&app, &request, &current.user, &factor).await?;
            challenge.ceremony = Some(ceremony.state);
            question = Some(json!({
                "type": kind,
                "credential_options": { "publicKey": ceremony.options },
            }));
            None
        }
        (FactorType::Phone, Some(phone)) => {
            check_channel(&app, body.channel.as_deref())?;
            messages::check_transport(&app, MessageKind::Sms, "MFA code")?;
            messages::check_sms_interval(&app, factor.last_challenged_at)?;
            let code = messages::new_code(&app, phone);
            let owner = challenge.id.to_string();
            challenge.code_hash = Some(app.auth.codes.hash(&owner, &code));
            messages::sms_code(&app, current.user.id, phone, &code, challenge.expires_at)
        }
        _ => None,
    };
    app.store
        .create_challenge(&challenge, message)
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::FactorNotFound))?;
    app.outbox.wake();
    let mut answer = json!({
        "id": challenge.id,
        "type": factor.factor_type.name(),
        "expires_at": challenge.expires_at.timestamp(),
    });
    if let Some(question) = question {
        answer["webauthn"] = question;
    }
    Ok(HttpResponse::Ok().json(answer))
}

/// Asks for a new credential of a factor that has none yet, otherwise for its own.
async fn ask_authenticator(
    app: &App,
    request: &HttpRequest,
    user: &User,
    factor: &Factor,
) -> Result<(&'static str, Ceremony), AuthRefusal> {
    let party = relying_party(app, request)?;
    if let Some(credential) = &factor.credential {
        let ceremony = party.request(&[from_text(credential)?]);
        return Ok(("request", ceremony.map_err(AuthRefusal::unexpected)?));
    }
    let factors = app.store.factors(user.id).await?;
    let known = factors
        .iter()
        .filter_map(|factor| factor.credential.as_deref())
        .map(from_text)
        .collect::<Result<Vec<_>, _>>()?;
    let ceremony = party.create(credential_owner(user), CredentialUse::SecondFactor, &known);
    Ok(("create", ceremony.map_err(AuthRefusal::unexpected)?))
}
