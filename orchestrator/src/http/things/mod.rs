//! Routes for bookmarks, public profile pages and featured items.

mod discover;
mod person;
mod saved;

use actix_web::web::{ServiceConfig, delete, get, put, resource};

pub fn routes(config: &mut ServiceConfig) {
    config
        .service(resource("/api/saved").route(get().to(saved::list_saved)))
        .service(
            resource("/api/saved/{kind}/{itemId}")
                .route(put().to(saved::save))
                .route(delete().to(saved::unsave)),
        )
        .service(resource("/api/users/{username}").route(get().to(person::get_person)))
        .service(resource("/api/discover").route(get().to(discover::discover)))
        .service(resource("/api/discover/charts").route(get().to(discover::discover_charts)));
}
