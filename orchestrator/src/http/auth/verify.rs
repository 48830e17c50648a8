use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data},
};
use portolan_auth::{AuthError, VerificationType, email_address, phone_number};
use serde::Deserialize;
use serde_json::json;

use super::{
    answer::{AuthRefusal, parse_body},
    confirmation::{self, ConfirmationOutcome},
    limits::Attempt,
    session,
    signup::validation_failed,
};
use crate::http::{App, caller::Peer};

/// The message after one of the two confirmations of an address change.
pub const HALF: &str =
    "Confirmation link accepted. Please proceed to confirm link sent to the other email";

#[derive(Debug, Deserialize)]
struct VerifyRequest {
    #[serde(rename = "type")]
    kind: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    token: Option<String>,
    token_hash: Option<String>,
}

/// A session for a code that was sent, or for the token of a link.
pub async fn verify(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    bytes: Bytes,
) -> Result<HttpResponse, AuthRefusal> {
    app.auth.limits.check(Attempt::Verify, &peer)?;
    let body: VerifyRequest = parse_body(&bytes)?;
    let filled = |text: Option<String>| text.filter(|text| !text.is_empty());
    let kind = filled(body.kind)
        .ok_or_else(|| validation_failed("Verify requires a verification type"))?;
    let kind = VerificationType::parse(&kind)
        .ok_or_else(|| validation_failed("Unsupported verification type"))?;
    let (email, phone) = (filled(body.email), filled(body.phone));
    let outcome = match (filled(body.token), filled(body.token_hash)) {
        (None, None) => {
            return Err(validation_failed("Verify requires a token or a token hash"));
        }
        (_, Some(_)) if email.is_some() || phone.is_some() => {
            return Err(validation_failed(
                "Only the token_hash and type should be provided",
            ));
        }
        (_, Some(token)) => confirmation::with_link(&app, kind, &token).await?,
        (Some(code), None) => {
            let address = match (email, phone) {
                (Some(email), None) if !kind.is_phone() => email,
                (None, Some(phone)) if kind.is_phone() => phone,
                (Some(_), Some(_)) => {
                    return Err(validation_failed(
                        "Only an email address or phone number should be provided on verify",
                    ));
                }
                (None, None) => {
                    return Err(validation_failed(
                        "Only an email address or phone number should be provided on verify",
                    ));
                }
                _ => return Err(validation_failed("Unsupported verification type")),
            };
            let address = if kind.is_phone() {
                phone_number(&address)?
            } else {
                email_address(&address)?
            };
            app.auth
                .limits
                .check_account(Attempt::Verify, &peer, &address)?;
            confirmation::with_code(&app, kind, &address, &code).await?
        }
    };
    match outcome {
        ConfirmationOutcome::Proven(user, _) => {
            let session = session::open_session(&app, &request, peer, &user, "otp").await?;
            Ok(HttpResponse::Ok()
                .insert_header(("cache-control", "no-store"))
                .json(session))
        }
        ConfirmationOutcome::Half => {
            Ok(HttpResponse::Ok().json(json!({ "msg": HALF, "code": "200" })))
        }
        ConfirmationOutcome::Refused => Err(AuthRefusal(AuthError::OtpExpired)),
    }
}
