//! Routes for operators with the service key.

mod audit_log;
mod custom_providers;
mod factors;
mod generate_link;
mod invite;
mod oauth_clients;
mod passkeys;
mod users;

use actix_web::{
    HttpRequest, HttpResponse, HttpResponseBuilder,
    web::{ServiceConfig, delete, get, post, resource},
};
use portolan_auth::AuthError;
use portolan_domain::User;
use serde::Deserialize;
use uuid::Uuid;

pub use oauth_clients::register_client;

use super::answer::AuthRefusal;
use crate::http::App;

pub fn routes(config: &mut ServiceConfig, path: &str) {
    let at = |name: &str| resource(format!("{path}{name}"));
    config
        .service(at("/invite").route(post().to(invite::invite)))
        .service(at("/admin/generate_link").route(post().to(generate_link::generate_link)))
        .service(at("/admin/audit").route(get().to(audit_log::list_audit)))
        .service(
            at("/admin/users")
                .route(get().to(users::list_users))
                .route(post().to(users::create_user)),
        )
        .service(
            at("/admin/users/{user_id}")
                .route(get().to(users::get_user))
                .route(actix_web::web::put().to(users::update_user))
                .route(delete().to(users::delete_user)),
        )
        .service(
            at("/admin/oauth/clients")
                .route(get().to(oauth_clients::list_clients))
                .route(post().to(oauth_clients::create_client)),
        )
        .service(
            at("/admin/oauth/clients/{client_id}")
                .route(get().to(oauth_clients::get_client))
                .route(actix_web::web::put().to(oauth_clients::update_client))
                .route(delete().to(oauth_clients::delete_client)),
        )
        .service(
            at("/admin/oauth/clients/{client_id}/regenerate_secret")
                .route(post().to(oauth_clients::regenerate_secret)),
        )
        .service(
            at("/admin/custom-providers")
                .route(get().to(custom_providers::list_providers))
                .route(post().to(custom_providers::create_provider)),
        )
        .service(
            at("/admin/custom-providers/{identifier}")
                .route(get().to(custom_providers::get_provider))
                .route(actix_web::web::put().to(custom_providers::update_provider))
                .route(delete().to(custom_providers::delete_provider)),
        )
        .service(at("/admin/users/{user_id}/passkeys").route(get().to(passkeys::list_passkeys)))
        .service(
            at("/admin/users/{user_id}/passkeys/{passkey_id}")
                .route(delete().to(passkeys::delete_passkey)),
        )
        .service(at("/admin/users/{user_id}/factors").route(get().to(factors::list_factors)))
        .service(
            at("/admin/users/{user_id}/factors/{factor_id}")
                .route(actix_web::web::put().to(factors::update_factor))
                .route(delete().to(factors::delete_factor)),
        );
}

/// Refuses callers without the operator's key: a token with one of two roles, signed by any key that
/// verifies here, or the secret word of the settings.
fn require_operator(app: &App, request: &HttpRequest) -> Result<(), AuthRefusal> {
    let token = request
        .headers()
        .get("authorization")
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "))
        .ok_or(AuthRefusal(AuthError::NoBearerToken))?;
    if app.auth.is_secret_key(token) {
        return Ok(());
    }
    let claims = app.auth.verify(token, app.clock.now())?;
    if claims.is_admin() {
        Ok(())
    } else {
        Err(AuthRefusal(AuthError::NotAdmin))
    }
}

async fn find_user(app: &App, user_id: &str) -> Result<User, AuthRefusal> {
    let user_id: Uuid = user_id
        .parse()
        .map_err(|_| AuthRefusal(AuthError::BadUserId))?;
    app.store
        .user(user_id)
        .await
        .map_err(|error| AuthRefusal::from_store(error, AuthError::UserNotFound))
}

/// Which part of a list; the client sends empty members too.
#[derive(Debug, Default, Deserialize)]
pub struct Paging {
    page: Option<String>,
    per_page: Option<String>,
}

const PER_PAGE: u32 = 50;
const MOST_PER_PAGE: u32 = 1_000;

impl Paging {
    /// The page, counted from 1, and how many are on it.
    fn read(&self) -> Result<(u32, u32), AuthRefusal> {
        let number = |text: &Option<String>, default: u32| match text.as_deref() {
            None | Some("") => Ok(default),
            Some(text) => text.parse::<u32>().map_err(|_| {
                AuthRefusal(AuthError::Validation("Bad Pagination Parameters".into()))
            }),
        };
        let page = number(&self.page, 1)?.max(1);
        let per_page = number(&self.per_page, PER_PAGE)?.clamp(1, MOST_PER_PAGE);
        Ok((page, per_page))
    }

    /// How many come before the page, and how many are on it.
    fn window(&self) -> Result<(u64, u32), AuthRefusal> {
        let (page, per_page) = self.read()?;
        Ok((u64::from(page - 1) * u64::from(per_page), per_page))
    }

    /// An answer with `link` and `x-total-count`; `page` comes first in each address.
    fn answer(
        &self,
        app: &App,
        path: &str,
        total: u64,
    ) -> Result<HttpResponseBuilder, AuthRefusal> {
        let (page, per_page) = self.read()?;
        let path = format!("{}{path}", app.auth.path());
        let last = total.div_ceil(per_page.into()).max(1);
        let link = |page: u64, relation: &str| {
            format!("<{path}?page={page}&per_page={per_page}>; rel=\"{relation}\"")
        };
        let mut links = Vec::new();
        if u64::from(page) < last {
            links.push(link(u64::from(page) + 1, "next"));
        }
        links.push(link(last, "last"));
        let mut answer = HttpResponse::Ok();
        answer
            .insert_header(("link", links.join(", ")))
            .insert_header(("x-total-count", total.to_string()));
        Ok(answer)
    }
}
