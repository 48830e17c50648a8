use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data},
};
use chrono::TimeDelta;
use portolan_auth::{AuthError, TotpSecret, phone_number, qr_code};
use portolan_domain::{Factor, FactorStatus, FactorType};
use serde::Deserialize;
use serde_json::{Value, json};

use super::seal_name;
use crate::http::{
    App,
    auth::{
        addresses::site_url,
        answer::{AuthRefusal, parse_body},
        audit,
        limits::Attempt,
        session::{self, Current},
        signup::validation_failed,
    },
    caller::Peer,
};

/// Unverified factors that no one continues with do not stand in the way for longer.
pub const UNVERIFIED_FOR: TimeDelta = TimeDelta::minutes(5);

#[derive(Debug, Deserialize)]
struct Enroll {
    friendly_name: Option<String>,
    factor_type: Option<String>,
    issuer: Option<String>,
    phone: Option<String>,
}

/// Prepares a second factor; it counts once a code of it was shown.
pub async fn enroll(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    bytes: Bytes,
) -> Result<HttpResponse, AuthRefusal> {
    let current = session::named_session(&app, &request).await?;
    app.auth.limits.check(Attempt::Factor, &peer)?;
    let body: Enroll = parse_body(&bytes)?;
    let options = &app.auth.options;
    let factor_type = match body.factor_type.as_deref() {
        Some("totp") if options.totp => FactorType::Totp,
        Some("totp") => return Err(AuthRefusal(AuthError::TotpEnrollDisabled)),
        Some("phone") if options.phone_factor => FactorType::Phone,
        Some("phone") => return Err(AuthRefusal(AuthError::PhoneEnrollDisabled)),
        Some("webauthn") if options.webauthn_factor => FactorType::Webauthn,
        Some("webauthn") => return Err(AuthRefusal(AuthError::WebauthnEnrollDisabled)),
        _ => {
            return Err(validation_failed(
                "factor_type needs to be totp, phone, or webauthn",
            ));
        }
    };
    let now = app.clock.now();
    let mut factor = Factor {
        id: app.ids.id(),
        user_id: current.user.id,
        factor_type,
        friendly_name: body.friendly_name.filter(|name| !name.trim().is_empty()),
        status: FactorStatus::Unverified,
        secret: None,
        credential: None,
        phone: None,
        last_step: None,
        last_challenged_at: None,
        created_at: now,
        updated_at: now,
    };
    let mut answer = json!({
        "id": factor.id,
        "type": factor_type.name(),
        "friendly_name": factor.friendly_name.as_deref().unwrap_or_default(),
    });
    match factor_type {
        FactorType::Totp => {
            let secret = TotpSecret::new(app.ids.bytes());
            let sealed = app
                .auth
                .codes
                .seal(&seal_name(factor.id), secret.as_bytes());
            factor.secret = Some(hex::encode(sealed));
            answer["totp"] = draw_qr_code(&app, &request, &current, &secret, body.issuer)?;
        }
        FactorType::Phone => {
            let phone = body.phone.unwrap_or_default();
            if phone.is_empty() {
                return Err(validation_failed(
                    "Phone number required to enroll Phone factor",
                ));
            }
            factor.phone = Some(phone_number(&phone)?);
            answer["phone"] = json!(phone);
        }
        // The authenticator makes it when it is challenged; codes have a call of their own.
        FactorType::Webauthn | FactorType::RecoveryCode => {}
    }
    let maximum = options.maximum_factors;
    app.store
        .create_factor(&factor, |known| may_add(&factor, known, maximum, &current))
        .await?;
    audit::note_action(&app, &peer, &current.user, "factor_in_progress").await;
    Ok(HttpResponse::Ok()
        .insert_header(("cache-control", "no-store"))
        .json(answer))
}

/// Checks that another factor may be added. It replaces unverified factors of the same phone number.
fn may_add(
    factor: &Factor,
    known: &[Factor],
    maximum: usize,
    current: &Current,
) -> Result<(), AuthRefusal> {
    let is_same_phone = |known: &Factor| factor.phone.is_some() && known.phone == factor.phone;
    if known
        .iter()
        .any(|known| known.is_verified() && is_same_phone(known))
    {
        return Err(AuthRefusal(AuthError::VerifiedFactorExists));
    }
    let stands = |known: &&Factor| {
        known.is_verified()
            || factor.created_at - known.created_at < UNVERIFIED_FOR && !is_same_phone(known)
    };
    let enrolled: Vec<&Factor> = known.iter().filter(stands).collect();
    check_beside(factor, &enrolled, maximum, current)
}

/// Names, numbers and the level of the session.
pub fn check_beside(
    factor: &Factor,
    enrolled: &[&Factor],
    maximum: usize,
    current: &Current,
) -> Result<(), AuthRefusal> {
    if enrolled
        .iter()
        .any(|known| known.friendly_name == factor.friendly_name)
    {
        let name = factor.friendly_name.clone().unwrap_or_default();
        return Err(AuthRefusal(AuthError::FactorNameConflict(name)));
    }
    let verified = enrolled.iter().filter(|known| known.is_verified()).count();
    if verified >= maximum || enrolled.len() >= maximum * 2 {
        return Err(AuthRefusal(AuthError::TooManyFactors));
    }
    if verified > 0 && !current.is_second_level() {
        return Err(AuthRefusal(AuthError::InsufficientAal(
            "AAL2 required to enroll a new factor",
        )));
    }
    Ok(())
}

fn draw_qr_code(
    app: &App,
    request: &HttpRequest,
    current: &Current,
    secret: &TotpSecret,
    issuer: Option<String>,
) -> Result<Value, AuthRefusal> {
    let issuer = issuer
        .filter(|issuer| !issuer.is_empty())
        .or_else(|| site_url(app, request).host_str().map(str::to_owned))
        .unwrap_or_else(|| "Portolan".into());
    let user = &current.user;
    let account = user
        .email
        .clone()
        .or_else(|| user.phone.clone())
        .unwrap_or_else(|| user.id.to_string());
    let uri = secret.uri(&issuer, &account);
    let picture =
        qr_code(&uri).ok_or_else(|| validation_failed("The issuer's name is too long"))?;
    Ok(json!({ "qr_code": picture, "secret": secret.text(), "uri": uri }))
}
