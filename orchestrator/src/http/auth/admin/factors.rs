use actix_web::{
    HttpRequest,
    web::{Bytes, Data, Json, Path},
};
use portolan_auth::{AuthError, phone_number};
use serde::Deserialize;
use uuid::Uuid;

use super::{find_user, require_operator};
use crate::http::{
    App,
    auth::{
        answer::{AuthRefusal, parse_body},
        audit, session,
    },
    caller::Peer,
};

/// Lists a user's second factors.
pub async fn list_factors(
    app: Data<App>,
    request: HttpRequest,
    user_id: Path<String>,
) -> Result<Json<Vec<portolan_auth::UserFactor>>, AuthRefusal> {
    require_operator(&app, &request)?;
    let user = find_user(&app, &user_id).await?;
    let factors = app.store.factors(user.id).await?;
    Ok(Json(
        factors.into_iter().map(session::to_user_factor).collect(),
    ))
}

#[derive(Debug, Deserialize)]
struct FactorChange {
    friendly_name: Option<String>,
    phone: Option<String>,
}

/// Renames a factor, or gives it another number.
pub async fn update_factor(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    path: Path<(String, String)>,
    bytes: Bytes,
) -> Result<Json<portolan_auth::UserFactor>, AuthRefusal> {
    require_operator(&app, &request)?;
    let (user_id, factor_id) = path.into_inner();
    let user = find_user(&app, &user_id).await?;
    let body: FactorChange = parse_body(&bytes)?;
    let phone = body.phone.as_deref().map(phone_number).transpose()?;
    let factor = app
        .store
        .update_factor(
            user.id,
            parse_factor_id(&factor_id)?,
            body.friendly_name.as_deref(),
            phone.as_deref(),
            app.clock.now(),
        )
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::FactorNotFound))?;
    audit::note_operator(&app, &peer, "factor_updated", &user).await;
    Ok(Json(session::to_user_factor(factor)))
}

/// Removes a factor that its user has lost.
pub async fn delete_factor(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    path: Path<(String, String)>,
) -> Result<Json<portolan_auth::UserFactor>, AuthRefusal> {
    require_operator(&app, &request)?;
    let (user_id, factor_id) = path.into_inner();
    let user = find_user(&app, &user_id).await?;
    let factor = app
        .store
        .delete_factor(user.id, parse_factor_id(&factor_id)?)
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::FactorNotFound))?;
    audit::note_operator(&app, &peer, "factor_deleted", &user).await;
    Ok(Json(session::to_user_factor(factor)))
}

fn parse_factor_id(factor_id: &str) -> Result<Uuid, AuthRefusal> {
    factor_id
        .parse()
        .map_err(|_| AuthRefusal(AuthError::BadId("factor_id")))
}
