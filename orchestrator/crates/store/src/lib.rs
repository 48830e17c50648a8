//! All SQL: SQLite and PostgreSQL behind the same functions.
//!
//! Every function is one transaction: if it fails, nothing of it happened. Where it fails with `Busy` while
//! committing to PostgreSQL, it may have happened: those that matter can be called again. [`Store::transact`]
//! makes several of them one transaction.

mod account_plans;
mod accounts;
mod activity;
mod address_identities;
mod admin_actions;
mod admin_items;
mod api_keys;
mod audit;
mod auth_audit;
mod auth_codes;
mod backup;
mod begin_turn;
mod billing;
mod board_nodes;
mod boards;
mod buckets;
mod changes;
mod chart_schedules;
mod chart_versions;
mod charts;
mod chat_keys;
mod chats;
mod commit;
mod contributors;
mod custom_providers;
mod database;
mod days;
mod domain_stats;
mod error;
mod factors;
mod feedback;
mod hidden_items;
mod hosted_users;
mod item_limit;
mod item_topics;
mod item_views;
mod keyset;
mod leases;
mod ledger;
mod log;
mod migrations;
mod oauth_authorizations;
mod oauth_clients;
mod oauth_grants;
mod one_time_tokens;
mod options;
mod outbox;
mod overview;
mod paging;
mod passkeys;
mod pending_deletions;
mod portolans;
mod profiles;
mod published_items;
mod queues;
mod ratings;
mod recovery_codes;
mod refresh_tokens;
mod relay;
mod replay;
mod replay_runs;
mod resumable_uploads;
mod rows;
mod saved;
mod search;
mod sessions;
mod settlement;
mod shares;
mod sources;
mod sqlite_pool;
mod sqlite_transaction;
mod stored_objects;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod transfer;
mod turns;
mod unit_of_work;
mod usage_events;
mod user_data;
mod user_usage;
mod users;
mod value;
mod webhook_deliveries;
mod webhooks;

pub use audit::{AuditReport, Difference};
pub use auth_codes::Exchange;
pub use backup::{copy_sqlite, is_empty};
pub use begin_turn::{BeginOutcome, BeginTurn};
pub use billing::BillingReading;
pub use board_nodes::card_of;
pub use boards::NewBoard;
pub use changes::{Listener, RowChange};
pub use chart_versions::NewVersion;
pub use charts::NewChart;
pub use chat_keys::KeyUse;
pub use commit::{ChatCommit, Committed, RaiseHold, TurnSettlement};
pub use error::{Result, StoreError, format_size_limit, group_digits};
pub use factors::{FactorAnswer, FactorCheck, FactorProof, SessionRaise};
pub use feedback::ClaimedFeedback;
pub use hosted_users::HostedUser;
pub use item_views::NewViews;
pub use leases::{ChatPosition, HeldLease, Lease};
pub use log::TurnsPage;
pub use oauth_authorizations::{Answered, Claimed, NewCode};
pub use one_time_tokens::{NewOneTimeToken, OneTimeToken, Try};
pub use options::{DatabaseUrl, DatabaseUrlError, StoreOptions, Synchronous};
pub use outbox::{ClaimedMessage, Delivery, NewMessage};
pub use portolans::NewPortolan;
pub use queues::Queues;
pub use recovery_codes::{RecoveryCheck, RecoveryCodeCount};
pub use refresh_tokens::Rotation;
pub use relay::{CallListener, LONGEST_CALL};
pub use settlement::UsageReport;
pub use shares::{NewShare, Share};
pub use transfer::{CopiedTable, copy_to_postgres};
pub use unit_of_work::UnitOfWork;
pub use user_usage::CreditChange;
pub use webhook_deliveries::{ClaimedDelivery, DeliveryResult, EndedAttempt};
pub use webhooks::SigningSecrets;

use database::Database;
pub use database::PoolLoad;
use portolan_ledger::Plans;

/// Does an actor's work on the runtime itself: where the actor ends in the middle, no connection is
/// dropped outside of the runtime.
pub async fn apart<T: Send + 'static>(
    work: impl Future<Output = Result<T>> + Send + 'static,
) -> Result<T> {
    match tokio::spawn(work).await {
        Ok(result) => result,
        Err(error) => Err(StoreError::Busy(error.to_string())),
    }
}

/// The database, whichever it is. Clones share its connections.
#[derive(Clone, Debug)]
pub struct Store {
    database: Database,
    lease_millis: u64,
    /// Credits beyond a plan that a period may have; 0 is the hard limit.
    overage_limit: u64,
    /// Items of one kind that an account may store; 0 for no limit.
    account_items: u64,
    plans: Plans,
    listeners: changes::Listeners,
}

impl Store {
    /// Connects, and runs the migrations that are missing.
    pub async fn open(options: &StoreOptions) -> Result<Self> {
        let lease = options.lease.as_millis().min(10_000);
        let database = Database::open(options).await?;
        search::index_backlog(&database).await?;
        Ok(Self {
            database,
            lease_millis: u64::try_from(lease).unwrap_or(10_000),
            overage_limit: options.overage_limit,
            account_items: options.account_items,
            plans: options.plans.clone(),
            listeners: changes::Listeners::default(),
        })
    }

    /// Returns the plans that accounts can have.
    pub fn plans(&self) -> &Plans {
        &self.plans
    }

    /// Returns how many items of each kind an account may store whatever its plan; None for no limit.
    pub fn account_items(&self) -> Option<u64> {
        Some(self.account_items).filter(|limit| *limit > 0)
    }

    /// Returns whether the database answers.
    pub async fn ping(&self) -> Result<()> {
        let mut session = self.database.read().await?;
        session.row("SELECT id FROM users LIMIT 1", &[]).await?;
        Ok(())
    }

    /// Returns the connections that are open now.
    pub fn pools(&self) -> Vec<PoolLoad> {
        self.database.pools()
    }

    /// Waits for running calls and closes the connections.
    pub async fn close(&self) {
        self.database.close().await;
    }
}
