//! Sign-ins with what an authenticator keeps.

mod authentication;
mod manage;
mod registration;

use actix_web::web::{ServiceConfig, get, patch, post, resource};
use portolan_auth::AuthError;
use portolan_domain::Passkey;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::{
    answer::{AuthRefusal, parse_body},
    relying_party::unless_null,
    session::Current,
    signup::validation_failed,
};
use crate::http::App;

pub use manage::{PasskeyItem, passkey_item};

pub fn routes(config: &mut ServiceConfig, path: &str) {
    let at = |name: &str| resource(format!("{path}{name}"));
    config
        .service(at("/passkeys/registration/options").route(post().to(registration::send_options)))
        .service(at("/passkeys/registration/verify").route(post().to(registration::verify)))
        .service(
            at("/passkeys/authentication/options").route(post().to(authentication::send_options)),
        )
        .service(at("/passkeys/authentication/verify").route(post().to(authentication::verify)))
        .service(at("/passkeys").route(get().to(manage::list_passkeys)))
        .service(
            at("/passkeys/{passkey_id}")
                .route(patch().to(manage::rename_passkey))
                .route(actix_web::web::delete().to(manage::delete_passkey)),
        );
}

/// A question to an authenticator, as the client takes it.
#[derive(Debug, Serialize)]
struct CeremonyOptions {
    challenge_id: Uuid,
    options: Value,
    /// Seconds since 1970.
    expires_at: i64,
}

#[derive(Debug, Deserialize)]
struct CredentialAnswer {
    challenge_id: Option<String>,
    credential: Option<Value>,
}

/// The challenge that is answered, and the credential that answers it.
fn read_answer(bytes: &[u8]) -> Result<(Uuid, Value), AuthRefusal> {
    let body: CredentialAnswer = parse_body(bytes)?;
    let challenge_id = body
        .challenge_id
        .filter(|id| !id.is_empty())
        .ok_or_else(|| validation_failed("challenge_id is required"))?;
    let credential =
        unless_null(body.credential).ok_or_else(|| validation_failed("credential is required"))?;
    let challenge_id = challenge_id
        .parse()
        .map_err(|_| validation_failed("challenge_id must be a valid UUID"))?;
    Ok((challenge_id, credential))
}

pub fn check_enabled(app: &App) -> Result<(), AuthRefusal> {
    if app.auth.options.passkeys {
        Ok(())
    } else {
        Err(AuthRefusal(AuthError::PasskeysDisabled))
    }
}

/// Passkeys come and go only from the second level, where the user has a second factor.
async fn check_level(app: &App, current: &Current) -> Result<(), AuthRefusal> {
    if current.is_second_level() {
        return Ok(());
    }
    let factors = app.store.factors(current.user.id).await?;
    if factors.iter().any(|factor| factor.is_verified()) {
        return Err(AuthRefusal(AuthError::InsufficientAal(
            "AAL2 session is required to manage passkeys when MFA is enabled",
        )));
    }
    Ok(())
}

pub fn read_id(text: &str) -> Result<Uuid, AuthRefusal> {
    text.parse()
        .map_err(|_| AuthRefusal(AuthError::PasskeyNotFound))
}

fn too_many(app: &App, known: &[Passkey]) -> bool {
    known.len() >= app.auth.options.maximum_passkeys
}
