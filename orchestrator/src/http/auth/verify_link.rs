use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Query},
};
use portolan_auth::{AuthError, SessionTokens, VerificationType};
use serde::Deserialize;
use url::Url;

use super::{
    addresses::{choose_redirect, with_fragment, with_query},
    answer::AuthRefusal,
    confirmation::{self, ConfirmationOutcome},
    limits::Attempt,
    session,
    signup::validation_failed,
    token,
    verify::HALF,
};
use crate::http::{App, caller::Peer};

#[derive(Debug, Deserialize)]
pub struct VerifyLinkQuery {
    token: Option<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    redirect_to: Option<String>,
}

/// Follows a link from a mail: back to the app, with a session, or with a code where the app has
/// asked for one.
pub async fn follow_link(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    link: Query<VerifyLinkQuery>,
) -> HttpResponse {
    let back = choose_redirect(&app, &request, link.redirect_to.as_deref());
    let url = match redeem_link(&app, &request, peer, &link, &back).await {
        Ok(url) => url,
        Err(AuthRefusal(error)) => with_error(back, &error),
    };
    redirect_to(&url)
}

async fn redeem_link(
    app: &App,
    request: &HttpRequest,
    peer: Peer,
    link: &VerifyLinkQuery,
    back: &Url,
) -> Result<Url, AuthRefusal> {
    app.auth.limits.check(Attempt::Verify, &peer)?;
    let token = link
        .token
        .as_deref()
        .filter(|token| !token.is_empty())
        .ok_or_else(|| validation_failed("Verify requires a token or a token hash"))?;
    let kind = link
        .kind
        .as_deref()
        .and_then(VerificationType::parse)
        .ok_or_else(|| validation_failed("Verify requires a verification type"))?;
    match confirmation::with_link(app, kind, token).await? {
        ConfirmationOutcome::Refused => Err(AuthRefusal(AuthError::LinkExpired)),
        ConfirmationOutcome::Half => Ok(with_fragment(back.clone(), &[("message", HALF.into())])),
        ConfirmationOutcome::Proven(user, proof) => match proof.code_challenge {
            Some(challenge) => {
                if user.is_banned(app.clock.now()) {
                    return Err(AuthRefusal(AuthError::UserBanned));
                }
                let code = token::issue_code(app, user.id, "otp", challenge, None).await?;
                Ok(with_query(back.clone(), &[("code", code)]))
            }
            None => {
                let session = session::open_session(app, request, peer, &user, "otp").await?;
                Ok(with_session(back.clone(), &session, Some(kind.name())))
            }
        },
    }
}

/// The session after the `#`, which no server sees.
pub fn with_session(back: Url, session: &SessionTokens, kind: Option<&str>) -> Url {
    let mut pairs = vec![
        ("access_token", session.access_token.clone()),
        ("expires_at", session.expires_at.to_string()),
        ("expires_in", session.expires_in.to_string()),
    ];
    let provided = [
        ("provider_refresh_token", &session.provider_refresh_token),
        ("provider_token", &session.provider_token),
    ];
    for (name, value) in provided {
        if let Some(value) = value {
            pairs.push((name, value.clone()));
        }
    }
    pairs.push(("refresh_token", session.refresh_token.clone()));
    pairs.push(("token_type", "bearer".into()));
    if let Some(kind) = kind {
        pairs.push(("type", kind.into()));
    }
    with_fragment(back, &pairs)
}

/// The refusal in the query and after the `#`: clients read either.
pub fn with_error(back: Url, error: &AuthError) -> Url {
    let name = match error.status() {
        400..500 => "access_denied",
        _ => "server_error",
    };
    let pairs = [
        ("error", name.to_owned()),
        ("error_code", error.code().to_owned()),
        ("error_description", error.to_string()),
    ];
    with_fragment(with_query(back, &pairs), &pairs)
}

/// To another page, which gets nothing of this one's address.
pub fn redirect_to(url: &Url) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header(("location", url.as_str()))
        .insert_header(("cache-control", "no-store"))
        .insert_header(("referrer-policy", "no-referrer"))
        .finish()
}
