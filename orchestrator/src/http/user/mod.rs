//! The caller's own profile, plan, usage and event stream.

mod api_keys;
mod delete;
mod events;
mod export;
mod feedback;
mod plan;
mod profile;
mod usage;
mod webhooks;

pub use delete::erase_account;

use crate::http::contract::{Routes, delete, get, patch, post, resource};

pub fn routes(routes: &mut Routes<'_>) {
    routes
        .service(
            resource("/api/user/profile")
                .route(
                    get()
                        .to(profile::get_profile)
                        .about("Returns the caller's profile."),
                )
                .route(
                    patch()
                        .to(profile::update_profile)
                        .about("Changes the caller's profile."),
                ),
        )
        .service(
            resource("/api/user/export").route(
                get()
                    .to(export::export_account)
                    .about("Downloads all data of the caller.")
                    .file(&["application/zip"]),
            ),
        )
        .service(
            resource("/api/user").route(
                delete()
                    .to(delete::delete_account)
                    .about("Deletes the caller's account and everything in it.")
                    .empty(204),
            ),
        )
        .service(
            resource("/api/user/plan").route(
                get()
                    .to(plan::get_plan)
                    .about("Returns the caller's plan and credits."),
            ),
        )
        .service(
            resource("/api/user/plan/cancel").route(
                post()
                    .to(plan::cancel_plan)
                    .about("Cancels the plan at the end of its period."),
            ),
        )
        .service(
            resource("/api/user/plan/resume").route(
                post()
                    .to(plan::resume_plan)
                    .about("Withdraws a cancellation."),
            ),
        )
        .service(
            resource("/api/user/usage").route(
                get()
                    .to(usage::list_usage)
                    .about("Lists ledger entries, newest first."),
            ),
        )
        .service(
            resource("/api/user/api-keys")
                .route(
                    get()
                        .to(api_keys::list_api_keys)
                        .about("Lists the caller's API keys."),
                )
                .route(
                    post()
                        .to(api_keys::create_api_key)
                        .about("Creates an API key; its secret is shown once.")
                        .answer::<api_keys::CreatedApiKey>(201),
                ),
        )
        .service(
            resource("/api/user/api-keys/{keyId}").route(
                delete()
                    .to(api_keys::delete_api_key)
                    .about("Revokes an API key.")
                    .empty(204),
            ),
        )
        .service(
            resource("/api/user/webhooks")
                .route(
                    get()
                        .to(webhooks::list_webhooks)
                        .about("Lists the caller's webhooks."),
                )
                .route(
                    post()
                        .to(webhooks::create_webhook)
                        .about("Creates a webhook; its secret is shown once.")
                        .answer::<webhooks::WebhookWithSecretAnswer>(201),
                ),
        )
        .service(
            resource("/api/user/webhooks/{webhookId}")
                .route(
                    patch()
                        .to(webhooks::update_webhook)
                        .about("Changes, disables or enables a webhook."),
                )
                .route(
                    delete()
                        .to(webhooks::delete_webhook)
                        .about("Deletes a webhook with its deliveries.")
                        .empty(204),
                ),
        )
        .service(
            resource("/api/user/webhooks/{webhookId}/secret").route(
                post()
                    .to(webhooks::rotate_webhook_secret)
                    .about("Replaces a webhook's secret; the old one signs for a day too.")
                    .answer::<webhooks::WebhookWithSecretAnswer>(200),
            ),
        )
        .service(
            resource("/api/user/webhooks/{webhookId}/test").route(
                post()
                    .to(webhooks::send_webhook_test)
                    .about("Sends a test event to a webhook.")
                    .answer::<portolan_domain::WebhookDelivery>(202),
            ),
        )
        .service(
            resource("/api/user/webhooks/{webhookId}/replay").route(
                post()
                    .to(webhooks::replay_webhook_deliveries)
                    .about("Sends all events again that a webhook has not accepted.")
                    .answer::<webhooks::ReplayedDeliveries>(202),
            ),
        )
        .service(
            resource("/api/user/webhooks/{webhookId}/deliveries").route(
                get()
                    .to(webhooks::list_webhook_deliveries)
                    .about("Lists a webhook's deliveries, newest first."),
            ),
        )
        .service(
            resource("/api/user/webhooks/{webhookId}/deliveries/{deliveryId}/send").route(
                post()
                    .to(webhooks::resend_webhook_delivery)
                    .about("Sends an event to a webhook again.")
                    .answer::<portolan_domain::WebhookDelivery>(202),
            ),
        )
        .service(
            resource("/api/user/events").route(
                get()
                    .to(events::user_events)
                    .about("Streams changes of the plan and notifications.")
                    .events::<portolan_chat_actors::UserEvent>(),
            ),
        )
        .service(
            resource("/api/feedback").route(
                post()
                    .to(feedback::send_feedback)
                    .about("Sends feedback; signed-out callers must include an email address.")
                    .empty(201),
            ),
        );
}
