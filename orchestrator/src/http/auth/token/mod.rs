mod id_token;
mod password;
mod pkce;
mod refresh;
mod web3;

pub use pkce::{ProviderTokens, issue_code};
pub use refresh::renew_session;

use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data, Query},
};
use portolan_auth::AuthError;
use serde::Deserialize;

use super::{
    answer::{AuthRefusal, parse_body},
    limits::Attempt,
};
use crate::http::{App, caller::Peer};

#[derive(Debug, Deserialize)]
pub struct GrantQuery {
    grant_type: Option<String>,
}

/// Grants a session for whatever proves who the user is.
pub async fn grant_token(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    grant: Query<GrantQuery>,
    bytes: Bytes,
) -> Result<HttpResponse, AuthRefusal> {
    let limits = &app.auth.limits;
    let grant = grant.grant_type.as_deref();
    limits.check(
        match grant {
            Some("refresh_token") => Attempt::Refresh,
            _ => Attempt::SignIn,
        },
        &peer,
    )?;
    let session = match grant {
        Some("password") => {
            password::grant_password(&app, &request, peer, parse_body(&bytes)?).await?
        }
        Some("refresh_token") => {
            refresh::grant_refresh(&app, &request, parse_body(&bytes)?).await?
        }
        Some("pkce") => pkce::grant_pkce(&app, &request, peer, parse_body(&bytes)?).await?,
        Some("id_token") => {
            id_token::grant_id_token(&app, &request, peer, parse_body(&bytes)?).await?
        }
        Some("web3") => web3::grant_web3(&app, &request, peer, parse_body(&bytes)?).await?,
        _ => return Err(AuthRefusal(AuthError::UnsupportedGrantType)),
    };
    Ok(HttpResponse::Ok()
        .insert_header(("cache-control", "no-store"))
        .json(session))
}
