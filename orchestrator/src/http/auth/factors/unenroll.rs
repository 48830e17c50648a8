use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Path},
};
use portolan_auth::AuthError;
use portolan_domain::{Factor, FactorType};
use serde_json::json;

use super::{find_factor, stands_alone};
use crate::http::{
    App,
    auth::{answer::AuthRefusal, audit, session},
    caller::Peer,
};

/// Takes a factor away; a verified one only from the second level.
pub async fn unenroll(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    factor_id: Path<String>,
) -> Result<HttpResponse, AuthRefusal> {
    let current = session::named_session(&app, &request).await?;
    let factor = find_factor(&app, &current, &factor_id).await?;
    if factor.factor_type == FactorType::RecoveryCode {
        return Err(AuthRefusal(AuthError::RecoveryCodesNotUnenrollable));
    }
    if factor.is_verified() && !current.is_second_level() {
        return Err(AuthRefusal(AuthError::AalToUnenroll));
    }
    if factor.is_verified() {
        let factors = app.store.factors(current.user.id).await?;
        let of_codes = |factor: &Factor| factor.factor_type == FactorType::RecoveryCode;
        let is_other = |other: &Factor| other.id != factor.id && stands_alone(other);
        if factors.iter().any(of_codes) && !factors.iter().any(is_other) {
            return Err(AuthRefusal(AuthError::RecoveryCodesAlone(
                "Recovery codes cannot be the only verified factor. Please enroll another factor before \
                 unenrolling this one or delete your recovery codes.",
            )));
        }
    }
    app.store
        .delete_factor(current.user.id, factor.id)
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::FactorNotFound))?;
    audit::note_action(&app, &peer, &current.user, "factor_unenrolled").await;
    Ok(HttpResponse::Ok().json(json!({ "id": factor.id })))
}
