//! Routes for admins only: the latest chats, one chat with a reason, usage, feedback, outgoing mail; public
//! charts, and which of them are featured; the models and whether they answer.

mod api_keys;
mod chat;
mod discover;
mod domain_stats;
mod feedback;
mod latest;
mod mail;
mod models;
mod user_usage;

use actix_web::web::{ServiceConfig, delete, get, patch, post, put, resource};

pub fn routes(config: &mut ServiceConfig) {
    config
        .service(resource("/api/admin/chats/latest").route(get().to(latest::latest_chats)))
        .service(resource("/api/admin/chats/events").route(get().to(latest::latest_events)))
        .service(resource("/api/admin/chats/{chatId}").route(get().to(chat::view_chat)))
        .service(resource("/api/admin/chats/{chatId}/events").route(get().to(chat::watch_chat)))
        .service(resource("/api/admin/api-keys").route(get().to(api_keys::list_all_api_keys)))
        .service(
            resource("/api/admin/domain-stats").route(get().to(domain_stats::list_domain_stats)),
        )
        .service(resource("/api/admin/charts").route(get().to(discover::list_charts)))
        .service(resource("/api/admin/portolans").route(get().to(discover::list_portolans)))
        .service(
            resource("/api/admin/discover/{kind}/{itemId}")
                .route(put().to(discover::curate))
                .route(delete().to(discover::uncurate)),
        )
        .service(resource("/api/admin/user-usage").route(get().to(user_usage::list_user_usage)))
        .service(resource("/api/admin/feedback").route(get().to(feedback::list_feedback)))
        .service(resource("/api/admin/models").route(get().to(models::list_models)))
        .service(resource("/api/admin/models/test").route(post().to(models::test_connection)))
        .service(resource("/api/admin/models/offered").route(get().to(models::list_offered_models)))
        .service(resource("/api/admin/mail").route(get().to(mail::list_messages)))
        .service(
            resource("/api/admin/mail/{messageId}/retry").route(post().to(mail::retry_message)),
        )
        .service(
            resource("/api/admin/feedback/{feedbackId}")
                .route(patch().to(feedback::update_feedback)),
        );
}
