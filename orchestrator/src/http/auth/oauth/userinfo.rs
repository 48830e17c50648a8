use actix_web::{HttpRequest, HttpResponse, web::Data};
use portolan_auth::identity_claims;
use serde_json::json;

use super::check_enabled;
use crate::http::{
    App,
    auth::{answer::AuthRefusal, session},
};

/// Returns the user data that the session's scope grants (OpenID Connect Core, 5.3).
pub async fn get_userinfo(
    app: Data<App>,
    request: HttpRequest,
) -> Result<HttpResponse, AuthRefusal> {
    check_enabled(&app)?;
    let current = session::current_or_program(&app, &request).await?;
    let user = session::to_auth_user(&app, &current.user).await?;
    let scope = current.session.scope.unwrap_or_default();
    let mut told = identity_claims(&user, &scope);
    told.insert("sub".into(), json!(user.id));
    Ok(HttpResponse::Ok()
        .insert_header(("cache-control", "no-store"))
        .json(told))
}
