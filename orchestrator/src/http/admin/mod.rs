//! Routes for admins only: the latest chats, one chat with a reason, usage, feedback, outgoing mail; public
//! charts, and which of them are featured; the models and whether they answer; the log of what admins do.

mod api_keys;
mod audit;
mod chat;
mod discover;
mod domain_stats;
mod feedback;
mod items;
mod latest;
mod list;
mod mail;
mod models;
mod overview;
mod user_usage;

use actix_web::web::{ServiceConfig, delete, get, patch, post, put, resource};

pub fn routes(config: &mut ServiceConfig) {
    config
        .service(resource("/api/admin/chats/latest").route(get().to(latest::latest_chats)))
        .service(resource("/api/admin/chats/events").route(get().to(latest::latest_events)))
        .service(resource("/api/admin/chats/{chatId}").route(get().to(chat::view_chat)))
        .service(resource("/api/admin/chats/{chatId}/events").route(get().to(chat::watch_chat)))
        .service(resource("/api/admin/audit-log").route(get().to(audit::list_actions)))
        .service(resource("/api/admin/overview").route(get().to(overview::get_overview)))
        .service(resource("/api/admin/api-keys").route(get().to(api_keys::list_all_api_keys)))
        .service(
            resource("/api/admin/api-keys/{keyId}").route(delete().to(api_keys::revoke_api_key)),
        )
        .service(
            resource("/api/admin/domain-stats").route(get().to(domain_stats::list_domain_stats)),
        )
        .service(
            resource("/api/admin/domain-stats/days")
                .route(get().to(domain_stats::list_domain_days)),
        )
        .service(resource("/api/admin/charts").route(get().to(items::list_charts)))
        .service(resource("/api/admin/portolans").route(get().to(items::list_portolans)))
        .service(
            resource("/api/admin/hidden/{kind}/{itemId}")
                .route(put().to(items::hide_item))
                .route(delete().to(items::show_item)),
        )
        .service(
            resource("/api/admin/discover")
                .route(get().to(discover::list_featured))
                .route(put().to(discover::order_featured)),
        )
        .service(
            resource("/api/admin/discover/{kind}/{itemId}")
                .route(put().to(discover::curate))
                .route(delete().to(discover::uncurate)),
        )
        .service(resource("/api/admin/user-usage").route(get().to(user_usage::list_user_usage)))
        .service(
            resource("/api/admin/users/{userId}/ledger")
                .route(get().to(user_usage::list_user_ledger)),
        )
        .service(
            resource("/api/admin/users/{userId}/credits")
                .route(post().to(user_usage::change_credits)),
        )
        .service(
            resource("/api/admin/users/{userId}/suspend")
                .route(post().to(user_usage::suspend_user)),
        )
        .service(
            resource("/api/admin/users/{userId}/restore")
                .route(post().to(user_usage::restore_user)),
        )
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
