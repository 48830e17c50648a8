//! This server as an OAuth 2.1 authorization server: OAuth clients that operators have registered sign users
//! in through it, and act in their name as far as those allow.

mod authorizations;
mod authorize;
mod client;
mod discovery;
mod grants;
mod register;
mod token;
mod userinfo;

use actix_web::web::{ServiceConfig, delete, get, post, resource};
use portolan_auth::AuthError;

use super::answer::AuthRefusal;
use crate::http::App;

pub fn routes(config: &mut ServiceConfig, path: &str) {
    let at = |name: &str| resource(format!("{path}{name}"));
    let metadata = "/.well-known/oauth-authorization-server";
    let configuration = "/.well-known/openid-configuration";
    config
        .service(at("/oauth/authorize").route(get().to(authorize::authorize)))
        .service(
            at("/oauth/authorizations/{authorization_id}")
                .route(get().to(authorizations::get_authorization)),
        )
        .service(
            at("/oauth/authorizations/{authorization_id}/consent")
                .route(post().to(authorizations::answer_authorization)),
        )
        .service(at("/oauth/token").route(post().to(token::grant_token)))
        .service(at("/oauth/userinfo").route(get().to(userinfo::get_userinfo)))
        .service(at("/oauth/clients/register").route(post().to(register::register)))
        .service(
            at("/user/oauth/grants")
                .route(get().to(grants::list_grants))
                .route(delete().to(grants::revoke_grant)),
        )
        .service(at(metadata).route(get().to(discovery::server_metadata)))
        .service(at(configuration).route(get().to(discovery::openid_configuration)));
    // The path for clients that know only the issuer (RFC 8414, 3.1).
    if !path.is_empty() {
        config
            .service(
                resource(format!("{metadata}{path}")).route(get().to(discovery::server_metadata)),
            )
            .service(
                resource(format!("{configuration}{path}"))
                    .route(get().to(discovery::openid_configuration)),
            );
    }
}

/// Refuses if the settings have it switched off.
fn check_enabled(app: &App) -> Result<(), AuthRefusal> {
    if app.auth.options.oauth_server.enabled {
        Ok(())
    } else {
        Err(AuthRefusal(AuthError::OauthServerDisabled))
    }
}
