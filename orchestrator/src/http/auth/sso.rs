use actix_web::{HttpResponse, web::Data};
use portolan_auth::AuthError;

use super::{answer::AuthRefusal, limits::Attempt};
use crate::http::{App, caller::Peer};

/// Signing in through a company's own SAML provider: this server has none.
pub async fn sign_in(app: Data<App>, peer: Peer) -> Result<HttpResponse, AuthRefusal> {
    app.auth.limits.check(Attempt::Provider, &peer)?;
    Err(AuthRefusal(AuthError::SamlDisabled))
}
