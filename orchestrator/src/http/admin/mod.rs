//! Routes for admins only: the latest chats, one chat with a reason, usage, feedback, outgoing mail; public
//! charts, and which of them are featured; contributors; the models and whether they answer; batch
//! replays; the audit log.

mod api_keys;
mod audit;
mod chat;
mod contributors;
mod discover;
mod domain_stats;
mod feedback;
mod items;
mod latest;
mod list;
mod mail;
mod models;
mod overview;
mod replays;
mod usage_events;
mod user_usage;

use crate::http::contract::{Routes, delete, get, patch, post, put, resource};

pub fn routes(routes: &mut Routes<'_>) {
    routes
        .service(
            resource("/api/admin/chats/latest").route(
                get()
                    .to(latest::latest_chats)
                    .about("Lists the chats of all users, without what was written in them."),
            ),
        )
        .service(
            resource("/api/admin/chats/events").route(
                get()
                    .to(latest::latest_events)
                    .about("Streams `chat.latest` for each chat that changes.")
                    .events::<portolan_chat_actors::LatestEvent>(),
            ),
        )
        .service(
            resource("/api/admin/chats/{chatId}").route(
                get()
                    .to(chat::view_chat)
                    .about("Returns a user's chat and records the view."),
            ),
        )
        .service(
            resource("/api/admin/chats/{chatId}/events").route(
                get()
                    .to(chat::watch_chat)
                    .about("Streams the events of a user's chat and records the view.")
                    .events::<portolan_blocks::Event>()
                    .header(
                        "Last-Event-ID",
                        "The last event that the client received; overrides `after`.",
                    ),
            ),
        )
        .service(
            resource("/api/admin/audit-log")
                .route(
                    get()
                        .to(audit::list_actions)
                        .about("Lists the actions of all admins, newest first.")
                        .named("listAdminActions"),
                ),
        )
        .service(
            resource("/api/admin/usage-events")
                .route(
                    get()
                        .to(usage_events::list_usage_events)
                        .about("Lists the charges of all turns as CloudEvents, oldest first."),
                ),
        )
        .service(
            resource("/api/admin/overview")
                .route(
                    get()
                        .to(overview::get_overview)
                        .about("Returns users, turns, tokens, credits, cost, errors and latency of the last days."),
                ),
        )
        .service(
            resource("/api/admin/api-keys")
                .route(
                    get()
                        .to(api_keys::list_all_api_keys)
                        .about("Lists the API keys of all users."),
                ),
        )
        .service(
            resource("/api/admin/api-keys/{keyId}")
                .route(
                    delete()
                        .to(api_keys::revoke_api_key)
                        .about("Revokes a user's API key.")
                        .named("revokeUserApiKey")
                        .empty(204),
                ),
        )
        .service(
            resource("/api/admin/domain-stats")
                .route(
                    get()
                        .to(domain_stats::list_domain_stats)
                        .about("Lists the sites that users read and start boards from."),
                ),
        )
        .service(
            resource("/api/admin/domain-stats/days")
                .route(
                    get()
                        .to(domain_stats::list_domain_days)
                        .about("Returns the last days of one site, or of all sites."),
                ),
        )
        .service(
            resource("/api/admin/charts")
                .route(
                    get()
                        .to(items::list_charts)
                        .about("Lists all public or hidden charts.")
                        .named("listAdminCharts"),
                ),
        )
        .service(
            resource("/api/admin/portolans")
                .route(
                    get()
                        .to(items::list_portolans)
                        .about("Lists all public or hidden portolans.")
                        .named("listAdminPortolans"),
                ),
        )
        .service(
            resource("/api/admin/hidden/{kind}/{itemId}")
                .route(
                    put()
                        .to(items::hide_item)
                        .about("Hides a public item.")
                        .empty(204),
                )
                .route(
                    delete()
                        .to(items::show_item)
                        .about("Shows a hidden item again.")
                        .empty(204),
                ),
        )
        .service(
            resource("/api/admin/discover")
                .route(
                    get()
                        .to(discover::list_featured)
                        .about("Lists all featured items in their order, with topics and schedules."),
                )
                .route(
                    put()
                        .to(discover::order_featured)
                        .about("Orders the featured items.")
                        .empty(204),
                ),
        )
        .service(
            resource("/api/admin/discover/{kind}/{itemId}")
                .route(
                    put()
                        .to(discover::curate)
                        .about("Features an item on the discover page, or changes its topic and schedule.")
                        .empty(204),
                )
                .route(
                    delete()
                        .to(discover::uncurate)
                        .about("Removes an item from the discover page.")
                        .empty(204),
                ),
        )
        .service(
            resource("/api/admin/contributor-applications").route(
                get()
                    .to(contributors::list_applications)
                    .about("Lists the applications that wait for a decision, the oldest first."),
            ),
        )
        .service(
            resource("/api/admin/proposals").route(
                get()
                    .to(contributors::list_proposals)
                    .about("Lists the proposals that wait for a decision, the oldest first."),
            ),
        )
        .service(
            resource("/api/admin/contributors").route(
                get()
                    .to(contributors::list_contributors)
                    .about("Lists the contributors with what they have published."),
            ),
        )
        .service(
            resource("/api/admin/contributors/{userId}/withdraw").route(
                post()
                    .to(contributors::withdraw_contributor)
                    .about("Withdraws a contributor's role.")
                    .empty(204),
            ),
        )
        .service(
            resource("/api/admin/contributor-applications/{userId}").route(
                post()
                    .to(contributors::decide_application)
                    .about("Decides whether a user becomes a contributor.")
                    .empty(204),
            ),
        )
        .service(
            resource("/api/admin/proposals/{kind}/{itemId}").route(
                post()
                    .to(contributors::decide_proposal)
                    .about("Decides whether a proposed item is featured.")
                    .empty(204),
            ),
        )
        .service(
            resource("/api/admin/user-usage").route(
                get()
                    .to(user_usage::list_user_usage)
                    .about("Lists the credits and usage of all users."),
            ),
        )
        .service(
            resource("/api/admin/users/{userId}/ledger")
                .route(
                    get()
                        .to(user_usage::list_user_ledger)
                        .about("Lists a user's ledger, newest entry first."),
                ),
        )
        .service(
            resource("/api/admin/users/{userId}/credits")
                .route(
                    post()
                        .to(user_usage::change_credits)
                        .about("Grants credits to a user, or sets how many are left."),
                ),
        )
        .service(
            resource("/api/admin/users/{userId}/suspend")
                .route(
                    post()
                        .to(user_usage::suspend_user)
                        .about("Suspends a user.")
                        .empty(204),
                ),
        )
        .service(
            resource("/api/admin/users/{userId}/restore")
                .route(
                    post()
                        .to(user_usage::restore_user)
                        .about("Restores a suspended user.")
                        .empty(204),
                ),
        )
        .service(
            resource("/api/admin/feedback").route(
                get()
                    .to(feedback::list_feedback)
                    .about("Lists feedback, newest first."),
            ),
        )
        .service(
            resource("/api/admin/models").route(
                get()
                    .to(models::list_models)
                    .about("Lists the configured models and their endpoints."),
            ),
        )
        .service(
            resource("/api/admin/models/test").route(
                post()
                    .to(models::test_connection)
                    .about("Tests a model with one real call.")
                    .named("testModel"),
            ),
        )
        .service(
            resource("/api/admin/models/offered").route(
                get()
                    .to(models::list_offered_models)
                    .about("Lists the models that a model's endpoint offers."),
            ),
        )
        .service(
            resource("/api/admin/replays")
                .route(
                    get()
                        .to(replays::list_replays)
                        .about("Lists the batch replays of stored chats, newest first."),
                )
                .route(
                    post()
                        .to(replays::start_replay)
                        .about("Queues a replay of stored chats.")
                        .answer::<portolan_domain::ReplayRun>(201),
                ),
        )
        .service(
            resource("/api/admin/replays/{runId}").route(
                get()
                    .to(replays::get_replay)
                    .about("Returns a replay with its progress."),
            ),
        )
        .service(
            resource("/api/admin/replays/{runId}/comparison").route(
                get()
                    .to(replays::compare_replay)
                    .about("Compares a replay with the original chats, or with another replay."),
            ),
        )
        .service(
            resource("/api/admin/replays/{runId}/turns").route(
                get()
                    .to(replays::list_replayed_turns)
                    .about("Lists the turns of a replay with the turns that they are compared to."),
            ),
        )
        .service(
            resource("/api/admin/replays/{runId}/turns/{turnId}").route(
                get()
                    .to(replays::get_replayed_answers)
                    .about("Returns a turn's answers in a replay and in what it is compared with."),
            ),
        )
        .service(
            resource("/api/admin/replays/{runId}/cancel").route(
                post()
                    .to(replays::cancel_replay)
                    .about("Cancels a replay.")
                    .empty(204),
            ),
        )
        .service(
            resource("/api/admin/replays/{runId}/resume").route(
                post()
                    .to(replays::resume_replay)
                    .about("Continues an interrupted or failed replay.")
                    .empty(204),
            ),
        )
        .service(
            resource("/api/admin/mail").route(
                get()
                    .to(mail::list_messages)
                    .about("Lists queued and sent email and text messages.")
                    .named("listMail"),
            ),
        )
        .service(
            resource("/api/admin/mail/{messageId}/retry").route(
                post()
                    .to(mail::retry_message)
                    .about("Sends a failed message again.")
                    .named("retryMail")
                    .empty(204),
            ),
        )
        .service(
            resource("/api/admin/feedback/{feedbackId}").route(
                patch()
                    .to(feedback::update_feedback)
                    .about("Changes the status of feedback.")
                    .empty(204),
            ),
        )
        .service(
            resource("/api/admin/feedback/{feedbackId}/reply").route(
                post()
                    .to(feedback::reply_to_feedback)
                    .about("Replies to feedback by email, once.")
                    .empty(204),
            ),
        );
}
