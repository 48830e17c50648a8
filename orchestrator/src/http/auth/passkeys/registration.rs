use actix_web::{
    HttpRequest,
    web::{Bytes, Data, Json},
};
use chrono::{DateTime, TimeDelta, Utc};
use portolan_auth::{AuthError, CredentialUse, WebauthnError};
use portolan_domain::{Passkey, PasskeyChallenge};
use portolan_store::StoreError;
use serde::Serialize;
use uuid::Uuid;

use super::{CeremonyOptions, check_enabled, check_level, read_answer, too_many};
use crate::http::{
    App,
    auth::{
        answer::AuthRefusal,
        audit,
        limits::Attempt,
        relying_party::{CEREMONY_MINUTES, credential_owner, from_text, relying_party, to_text},
        session,
    },
    caller::Peer,
};

/// Asks the signed-in user's authenticator for a new passkey.
pub async fn send_options(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
) -> Result<Json<CeremonyOptions>, AuthRefusal> {
    check_enabled(&app)?;
    let current = session::named_session(&app, &request).await?;
    app.auth.limits.check(Attempt::Factor, &peer)?;
    check_level(&app, &current).await?;
    let known = app.store.passkeys(current.user.id).await?;
    if too_many(&app, &known) {
        return Err(AuthRefusal(AuthError::TooManyPasskeys));
    }
    let known = known
        .iter()
        .map(|passkey| from_text(&passkey.credential))
        .collect::<Result<Vec<_>, _>>()?;
    let ceremony = relying_party(&app, &request)?
        .create(
            credential_owner(&current.user),
            CredentialUse::Passkey,
            &known,
        )
        .map_err(AuthRefusal::unexpected)?;
    let now = app.clock.now();
    let challenge = PasskeyChallenge {
        id: app.ids.id(),
        user_id: Some(current.user.id),
        ceremony: ceremony.state,
        expires_at: now + TimeDelta::minutes(CEREMONY_MINUTES),
    };
    app.store.create_passkey_challenge(&challenge, now).await?;
    Ok(Json(CeremonyOptions {
        challenge_id: challenge.id,
        options: ceremony.options,
        expires_at: challenge.expires_at.timestamp(),
    }))
}

#[derive(Debug, Serialize)]
pub struct NewPasskey {
    id: Uuid,
    #[serde(skip_serializing_if = "Option::is_none")]
    friendly_name: Option<String>,
    created_at: DateTime<Utc>,
}

/// Keeps the passkey that the authenticator has made.
pub async fn verify(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    bytes: Bytes,
) -> Result<Json<NewPasskey>, AuthRefusal> {
    check_enabled(&app)?;
    let current = session::named_session(&app, &request).await?;
    app.auth.limits.check(Attempt::Factor, &peer)?;
    check_level(&app, &current).await?;
    let (challenge_id, answer) = read_answer(&bytes)?;
    let now = app.clock.now();
    let challenge = app
        .store
        .take_passkey_challenge(challenge_id, Some(current.user.id))
        .await?
        .ok_or(AuthRefusal(AuthError::PasskeyChallengeNotFound))?;
    if challenge.expires_at <= now {
        return Err(AuthRefusal(AuthError::PasskeyChallengeExpired));
    }
    let made = relying_party(&app, &request)?
        .finish_create(&challenge.ceremony, &answer)
        .map_err(refuse_credential)?;
    let passkey = Passkey {
        id: app.ids.id(),
        user_id: current.user.id,
        credential_id: made.credential.id.clone(),
        credential: to_text(&made.credential)?,
        friendly_name: Some(made.authenticator.to_owned()),
        last_used_at: None,
        created_at: now,
    };
    let maximum = app.auth.options.maximum_passkeys;
    app.store
        .create_passkey(&passkey, |number| {
            if number < maximum {
                Ok(())
            } else {
                Err(RegistrationError::TooMany)
            }
        })
        .await?;
    audit::note_action(&app, &peer, &current.user, "passkey_created").await;
    Ok(Json(NewPasskey {
        id: passkey.id,
        friendly_name: passkey.friendly_name,
        created_at: passkey.created_at,
    }))
}

/// Returns the refusal of an answer; the reason is only logged.
pub fn refuse_credential(error: WebauthnError) -> AuthRefusal {
    tracing::info!(error.cause = %error, "authenticator rejected");
    AuthRefusal(match error {
        WebauthnError::Unreadable(_) => AuthError::CredentialUnreadable,
        WebauthnError::Wrong(_) => AuthError::CredentialWrong,
        WebauthnError::BadRelyingParty(_) | WebauthnError::Corrupt(_) => AuthError::Unexpected,
    })
}

enum RegistrationError {
    TooMany,
    Store(StoreError),
}

impl From<StoreError> for RegistrationError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<RegistrationError> for AuthRefusal {
    fn from(failure: RegistrationError) -> Self {
        match failure {
            RegistrationError::TooMany => Self(AuthError::TooManyPasskeys),
            RegistrationError::Store(StoreError::Conflict(_)) => Self(AuthError::CredentialExists),
            RegistrationError::Store(error) => error.into(),
        }
    }
}
