//! Second factors.

mod challenge;
mod enroll;
mod recovery_codes;
mod unenroll;
mod verify;

use actix_web::web::{ServiceConfig, delete, get, post, resource};
use portolan_auth::AuthError;
use portolan_domain::{Factor, FactorType};
use uuid::Uuid;

use super::{answer::AuthRefusal, session::Current};
use crate::http::App;

pub fn routes(config: &mut ServiceConfig, path: &str) {
    let at = |name: &str| resource(format!("{path}{name}"));
    config
        .service(at("/factors").route(post().to(enroll::enroll)))
        .service(
            at("/factors/recovery-codes")
                .route(get().to(recovery_codes::get_status))
                .route(post().to(recovery_codes::generate))
                .route(delete().to(recovery_codes::remove)),
        )
        .service(at("/factors/recovery-codes/verify").route(post().to(recovery_codes::verify)))
        .service(
            at("/factors/recovery-codes/regenerate").route(post().to(recovery_codes::regenerate)),
        )
        .service(at("/factors/{factor_id}").route(delete().to(unenroll::unenroll)))
        .service(at("/factors/{factor_id}/challenge").route(post().to(challenge::challenge)))
        .service(at("/factors/{factor_id}/verify").route(post().to(verify::verify)));
}

/// One of the signed-in user's own factors.
async fn find_factor(app: &App, current: &Current, factor_id: &str) -> Result<Factor, AuthRefusal> {
    let factor_id: Uuid = factor_id
        .parse()
        .map_err(|_| AuthRefusal(AuthError::BadId("factor_id")))?;
    let factors = app
        .store
        .factors(current.user.id)
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::FactorNotFound))?;
    factors
        .into_iter()
        .find(|factor| factor.id == factor_id)
        .ok_or(AuthRefusal(AuthError::FactorNotFound))
}

/// Under what a factor's secret is sealed.
pub fn seal_name(factor_id: Uuid) -> String {
    format!("factor {factor_id}")
}

/// Returns whether a user with this factor has a second one: codes on paper only stand in for another.
fn stands_alone(factor: &Factor) -> bool {
    factor.is_verified() && factor.factor_type != FactorType::RecoveryCode
}
