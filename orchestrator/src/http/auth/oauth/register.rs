use actix_web::{
    HttpResponse,
    web::{Bytes, Data},
};
use portolan_auth::AuthError;

use super::check_enabled;
use crate::http::{
    App,
    auth::{admin::register_client, answer::AuthRefusal, limits::Attempt},
    caller::Peer,
};

/// An OAuth client registers itself (RFC 7591), where the settings allow that.
pub async fn register(
    app: Data<App>,
    peer: Peer,
    bytes: Bytes,
) -> Result<HttpResponse, AuthRefusal> {
    check_enabled(&app)?;
    if !app.auth.options.oauth_server.allow_dynamic_registration {
        return Err(AuthRefusal(AuthError::OauthRegistrationDisabled));
    }
    app.auth.limits.check(Attempt::SignUp, &peer)?;
    register_client(&app, &bytes, "dynamic").await
}
