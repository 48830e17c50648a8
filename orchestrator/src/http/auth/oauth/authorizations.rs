use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data, Path},
};
use chrono::TimeDelta;
use portolan_auth::{AuthError, OauthError, token_hash};
use portolan_domain::{OauthAuthorization, User};
use portolan_store::{Answered, Claimed, NewCode};
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

use super::{authorize::with_refusal, check_enabled, client::client_details};
use crate::http::{
    App,
    auth::{
        addresses::{site_url, with_query},
        answer::{AuthRefusal, parse_body},
        audit, session,
        signup::validation_failed,
    },
    caller::Peer,
};

/// Returns a client's request for the signed-in user; with earlier consent, the redirect to the
/// client at once. From now on only this user may answer.
pub async fn get_authorization(
    app: Data<App>,
    request: HttpRequest,
    authorization_id: Path<String>,
) -> Result<HttpResponse, AuthRefusal> {
    check_enabled(&app)?;
    check_origin(&app, &request)?;
    let user = fully_signed_in_user(&app, &request).await?;
    let (code, stored) = new_code(&app);
    let claimed = app
        .store
        .claim_oauth_authorization(
            &token_hash(&authorization_id),
            user.id,
            &stored,
            app.clock.now(),
        )
        .await?;
    match claimed {
        Claimed::Allowed(authorization) => to_program(&authorization, Ok(&code)),
        Claimed::Asks(authorization) => {
            let client = app.store.oauth_client(authorization.client_id).await;
            let client = client.map_err(|error| {
                AuthRefusal::from_store(error, AuthError::OauthAuthorizationNotFound)
            })?;
            Ok(json_answer(&json!({
                "authorization_id": *authorization_id,
                "redirect_uri": authorization.redirect_uri,
                "client": client_details(&client),
                "user": { "id": user.id, "email": user.email.unwrap_or_default() },
                "scope": authorization.scope,
            })))
        }
        Claimed::Answered => Err(validation_failed(
            "authorization request cannot be processed",
        )),
        Claimed::Missing => Err(AuthRefusal(AuthError::OauthAuthorizationNotFound)),
    }
}

/// Returns the caller, who must have passed their second factor: OAuth clients later act without one.
async fn fully_signed_in_user(app: &App, request: &HttpRequest) -> Result<User, AuthRefusal> {
    let current = session::current_session(app, request).await?;
    if current.awaits_factor(app).await? {
        return Err(AuthRefusal(AuthError::InsufficientAal(
            "AAL2 session is required to let a program act for an account with MFA.",
        )));
    }
    Ok(current.user)
}

#[derive(Debug, Deserialize)]
struct Consent {
    #[serde(default)]
    action: String,
}

/// Stores the user's decision and returns the redirect target.
pub async fn answer_authorization(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    authorization_id: Path<String>,
    bytes: Bytes,
) -> Result<HttpResponse, AuthRefusal> {
    check_enabled(&app)?;
    check_origin(&app, &request)?;
    let user = fully_signed_in_user(&app, &request).await?;
    let Consent { action } = parse_body(&bytes)?;
    let allows = match action.as_str() {
        "approve" => true,
        "deny" => false,
        _ => return Err(validation_failed("action must be 'approve' or 'deny'")),
    };
    let (code, stored) = new_code(&app);
    let answered = app
        .store
        .answer_oauth_authorization(
            &token_hash(&authorization_id),
            user.id,
            allows.then_some(&stored),
            app.clock.now(),
        )
        .await?;
    let authorization = match answered {
        Answered::Taken(authorization) => authorization,
        Answered::TooLate => {
            return Err(validation_failed(
                "authorization request is no longer pending",
            ));
        }
        Answered::Missing => return Err(AuthRefusal(AuthError::OauthAuthorizationNotFound)),
    };
    if allows {
        audit::note_action(&app, &peer, &user, "oauth_grant_given").await;
        to_program(&authorization, Ok(&code))
    } else {
        let error = OauthError::new("access_denied", "User denied the request");
        to_program(&authorization, Err(&error))
    }
}

/// A code, and what the store keeps of it.
fn new_code(app: &App) -> (String, NewCode) {
    let code = app.ids.secret();
    let seconds = app.auth.options.oauth_server.code_seconds;
    let stored = NewCode {
        hash: token_hash(&code),
        expires_at: app.clock.now() + TimeDelta::seconds(seconds.into()),
    };
    (code, stored)
}

fn to_program(
    authorization: &OauthAuthorization,
    result: Result<&str, &OauthError>,
) -> Result<HttpResponse, AuthRefusal> {
    let back = Url::parse(&authorization.redirect_uri).map_err(AuthRefusal::unexpected)?;
    let state = authorization.state.as_deref();
    let url = match result {
        Ok(code) => {
            let mut pairs = vec![("code", code.to_owned())];
            if let Some(state) = state {
                pairs.push(("state", state.to_owned()));
            }
            with_query(back, &pairs)
        }
        Err(error) => with_refusal(back, error, state),
    };
    Ok(json_answer(&json!({ "redirect_url": url })))
}

fn json_answer(value: &Value) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header(("cache-control", "no-store"))
        .json(value)
}

/// A browser asks from the page that the user was sent to, and from no other.
fn check_origin(app: &App, request: &HttpRequest) -> Result<(), AuthRefusal> {
    let Some(origin) = request.headers().get("origin") else {
        return Ok(());
    };
    let origin = origin.to_str().ok().and_then(|text| Url::parse(text).ok());
    let site = site_url(app, request);
    let is_allowed = origin.is_some_and(|origin| app.auth.redirects.is_allowed(&origin, &site));
    if is_allowed {
        Ok(())
    } else {
        Err(validation_failed("unauthorized request origin"))
    }
}
