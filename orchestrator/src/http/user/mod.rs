//! The caller's own profile, plan, usage and event stream.

mod api_keys;
mod delete;
mod events;
mod export;
mod feedback;
mod plan;
mod profile;
mod usage;

pub use delete::erase_account;

use actix_web::web::{ServiceConfig, delete, get, patch, post, resource};

pub fn routes(config: &mut ServiceConfig) {
    config
        .service(
            resource("/api/user/profile")
                .route(get().to(profile::get_profile))
                .route(patch().to(profile::update_profile)),
        )
        .service(resource("/api/user/export").route(get().to(export::export_account)))
        .service(resource("/api/user").route(delete().to(delete::delete_account)))
        .service(resource("/api/user/plan").route(get().to(plan::get_plan)))
        .service(resource("/api/user/plan/cancel").route(post().to(plan::cancel_plan)))
        .service(resource("/api/user/plan/resume").route(post().to(plan::resume_plan)))
        .service(resource("/api/user/usage").route(get().to(usage::list_usage)))
        .service(
            resource("/api/user/api-keys")
                .route(get().to(api_keys::list_api_keys))
                .route(post().to(api_keys::create_api_key)),
        )
        .service(
            resource("/api/user/api-keys/{keyId}").route(delete().to(api_keys::delete_api_key)),
        )
        .service(resource("/api/user/events").route(get().to(events::user_events)))
        .service(resource("/api/feedback").route(post().to(feedback::send_feedback)));
}
