//! Tests of the HTTP interface over real sockets, on SQLite and on PostgreSQL.

#![expect(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it should be"
)]

/// One test for each database: `both!(name, |world| { … })`.
macro_rules! both {
    ($name:ident, |$world:ident| $body:block) => {
        async fn $name($world: &crate::world::World) $body

        mod $name {
            use crate::world::World;

            #[actix_web::test]
            async fn sqlite() {
                super::$name(&World::sqlite().await).await;
            }

            #[actix_web::test]
            async fn postgres() {
                if let Some(world) = World::postgres().await {
                    super::$name(&world).await;
                }
            }
        }
    };
}

/// Returns the number of cases that this variable names, or a small one: `npm run test:long` runs many.
fn case_count(variable: &str, small: usize) -> usize {
    let named = std::env::var(variable).ok();
    named.map_or(small, |count| count.parse().unwrap())
}

mod access_rules;
mod account;
mod admin;
mod admin_actions;
mod admin_pages;
mod admin_replays;
mod ag_ui;
mod api_keys;
mod ask_command;
mod audit_log;
mod auth;
mod auth_admin;
mod auth_codes;
mod auth_custom_providers;
mod auth_factors;
mod auth_hosted;
mod auth_import;
mod auth_limits;
mod auth_messages;
mod auth_oauth;
mod auth_oauth_clients;
mod auth_oauth_threats;
mod auth_passkeys;
mod auth_provider;
mod auth_providers;
mod auth_recovery;
mod auth_support;
mod auth_templates;
mod auth_users;
mod auth_wallets;
mod authenticator;
mod backup;
mod billing;
mod boards;
mod chart_preview;
mod chart_refresh;
mod chart_versions;
mod charts;
mod chats;
mod client;
mod client_files;
mod contract;
mod contributors;
mod databases;
mod databases_mysql;
mod databases_tls;
mod doctor_command;
mod events;
mod exports;
mod fair_shares;
mod feedback;
mod handlers;
mod hardening;
mod lakes;
mod library;
mod mcp;
mod messages;
mod oauth_support;
mod observe;
mod one_call;
mod outbox;
#[path = "../../crates/query-worker/tests/engine/overflows.rs"]
mod overflows;
mod pages;
mod paper;
mod plan;
mod plans;
mod portolans;
mod profile;
mod ratings;
mod reading;
mod reading_boards;
mod realtime;
mod realtime_changes;
mod realtime_limits;
mod realtime_servers;
mod refusals;
mod replay;
mod replay_command;
mod rest;
mod rest_atomic;
mod rest_forms;
mod rest_writes;
mod restart;
mod reverse_proxy;
mod s3_support;
mod search;
mod sharing;
mod site;
mod socket;
mod source_columns;
mod source_words;
mod sources;
mod storage;
mod storage_buckets;
mod storage_contract;
mod storage_quota;
mod storage_resumable;
mod storage_s3;
mod storage_safety;
mod storage_support;
mod stream;
mod typed_data;
mod usage_events;
mod webhook;
mod webhook_endpoint;
mod webhooks;
mod world;
