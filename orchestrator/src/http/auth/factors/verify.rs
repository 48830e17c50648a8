use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data, Path},
};
use portolan_auth::{AuthError, RelyingParty, TotpSecret, is_same, refresh_token, token_hash};
use portolan_domain::{Factor, FactorChallenge, FactorType};
use portolan_store::{FactorAnswer, FactorCheck, FactorProof, SessionRaise};
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use super::{find_factor, seal_name};
use crate::http::{
    App,
    auth::{
        answer::{AuthRefusal, parse_body},
        audit,
        limits::Attempt,
        relying_party::{from_text, relying_party, to_text, unless_null},
        session,
        signup::validation_failed,
    },
    caller::Peer,
};

#[derive(Debug, Deserialize)]
struct FactorVerification {
    challenge_id: Option<String>,
    code: Option<String>,
    webauthn: Option<WebauthnAnswer>,
}

#[derive(Debug, Deserialize)]
struct WebauthnAnswer {
    r#type: Option<String>,
    credential_response: Option<Value>,
}

/// The proof of a factor.
enum PresentedProof {
    Code(String),
    /// A credential that the authenticator has just made.
    Created(Value),
    Signed(Value),
}

/// Raises the session to the second level for the right code or signature.
pub async fn verify(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    factor_id: Path<String>,
    bytes: Bytes,
) -> Result<HttpResponse, AuthRefusal> {
    let current = session::named_session(&app, &request).await?;
    app.auth.limits.check(Attempt::Factor, &peer)?;
    app.auth
        .limits
        .check_account(Attempt::Factor, &peer, &current.user.id.to_string())?;
    let body: FactorVerification = parse_body(&bytes)?;
    let factor = find_factor(&app, &current, &factor_id).await?;
    let proof = read_proof(&factor, body.code, body.webauthn)?;
    let challenge_id: Uuid = body
        .challenge_id
        .and_then(|id| id.parse().ok())
        .ok_or(AuthRefusal(AuthError::ChallengeNotFound))?;
    let party = relying_party(&app, &request)?;
    let token = refresh_token(app.ids.bytes());
    let answer = FactorAnswer {
        raise: SessionRaise {
            user_id: current.user.id,
            session_id: current.session.id,
            refresh_token_hash: &token_hash(&token),
            now: app.clock.now(),
        },
        factor_id: factor.id,
        challenge_id,
        ip: &peer.address.to_string(),
    };
    let checked = app
        .store
        .answer_challenge(&answer, |factor, challenge| {
            check_proof(&app, &party, factor, challenge, &proof)
        })
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::SessionNotFound))?;
    let session = match checked {
        FactorCheck::Right(session) => session,
        FactorCheck::Wrong => {
            return Err(AuthRefusal(match factor.factor_type {
                FactorType::Totp => AuthError::TotpCodeInvalid,
                FactorType::Phone => AuthError::PhoneCodeInvalid,
                FactorType::Webauthn => AuthError::FactorCredentialInvalid,
                FactorType::RecoveryCode => AuthError::RecoveryCodeInvalid,
            }));
        }
        FactorCheck::NoFactor => return Err(AuthRefusal(AuthError::FactorNotFound)),
        FactorCheck::NoChallenge => return Err(AuthRefusal(AuthError::ChallengeNotFound)),
        FactorCheck::Expired => return Err(AuthRefusal(AuthError::ChallengeExpired(challenge_id))),
        FactorCheck::IpMismatch => return Err(AuthRefusal(AuthError::ChallengeIpMismatch)),
    };
    audit::note_action(&app, &peer, &current.user, "verification_attempted").await;
    let answer =
        session::answer_with_session(&app, &request, &current.user, &session, token).await?;
    Ok(HttpResponse::Ok()
        .insert_header(("cache-control", "no-store"))
        .json(answer))
}

/// Returns the proof in the request.
fn read_proof(
    factor: &Factor,
    code: Option<String>,
    webauthn: Option<WebauthnAnswer>,
) -> Result<PresentedProof, AuthRefusal> {
    if factor.factor_type == FactorType::RecoveryCode {
        return Err(validation_failed(
            "factor_type needs to be totp, phone, or webauthn",
        ));
    }
    if factor.factor_type != FactorType::Webauthn {
        return code
            .filter(|code| !code.is_empty())
            .map(PresentedProof::Code)
            .ok_or_else(|| validation_failed("Code needs to be non-empty"));
    }
    let webauthn = webauthn.ok_or_else(|| validation_failed("WebAuthn config required"))?;
    let proof = match webauthn.r#type.as_deref() {
        Some("create") => PresentedProof::Created,
        Some("request") => PresentedProof::Signed,
        _ => return Err(validation_failed("WebAuthn type must be create or request")),
    };
    unless_null(webauthn.credential_response)
        .map(proof)
        .ok_or_else(|| validation_failed("credential_response required"))
}

/// Returns the change of the factor if the answer is correct.
fn check_proof(
    app: &App,
    party: &RelyingParty,
    factor: &Factor,
    challenge: &FactorChallenge,
    proof: &PresentedProof,
) -> Option<FactorProof> {
    match (proof, factor.factor_type) {
        (PresentedProof::Code(code), FactorType::Totp) => {
            let sealed = hex::decode(factor.secret.as_deref()?).ok()?;
            let secret = app.auth.codes.seal(&seal_name(factor.id), &sealed);
            let secret = TotpSecret::from_bytes(&secret)?;
            let step = secret.check(code, app.clock.now().timestamp(), factor.last_step)?;
            Some(FactorProof {
                step: Some(step),
                ..FactorProof::default()
            })
        }
        (PresentedProof::Code(code), FactorType::Phone) => {
            let hash = app.auth.codes.hash(&challenge.id.to_string(), code);
            is_same(challenge.code_hash.as_deref()?, &hash).then(FactorProof::default)
        }
        _ => check_authenticator(party, factor, challenge, proof),
    }
}

/// The credential as it is after a right answer.
fn check_authenticator(
    party: &RelyingParty,
    factor: &Factor,
    challenge: &FactorChallenge,
    proof: &PresentedProof,
) -> Option<FactorProof> {
    let ceremony = challenge.ceremony.as_deref()?;
    let checked = match (proof, &factor.credential) {
        (PresentedProof::Created(answer), None) => party
            .finish_create(ceremony, answer)
            .map(|made| made.credential),
        (PresentedProof::Signed(answer), Some(credential)) => {
            let credential = from_text(credential).ok()?;
            party.finish_request(ceremony, answer, factor.user_id, &credential)
        }
        _ => return None,
    };
    let credential = checked
        .inspect_err(|error| tracing::info!(error.cause = %error, "authenticator rejected"))
        .ok()?;
    Some(FactorProof {
        credential: Some(to_text(&credential).ok()?),
        ..FactorProof::default()
    })
}
