//! Use cases: what accounts do with their items, whichever way they ask.
//!
//! Routes, the tables of `/rest/v1`, named functions and the command line translate to these and
//! back. A use case that writes takes an open transaction ([`UnitOfWork`](portolan_store::UnitOfWork)),
//! so that callers decide what happens together; it commits nothing by itself, and calls no model,
//! query or other server while the transaction is open.

pub mod accounts;
pub mod billing;
pub mod boards;
pub mod charts;
pub mod chats;
pub mod contributors;
mod input;
pub mod library;
pub mod portolans;
pub mod sources;
pub mod webhooks;

pub use input::{InvalidField, InvalidInput, TITLE_LENGTH, check_title};

use uuid::Uuid;

/// The account in whose name a use case runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Principal {
    pub user_id: Uuid,
}

/// The use cases of every area.
#[derive(Clone)]
pub struct UseCases {
    pub accounts: accounts::AccountService,
    /// None if no plans are sold.
    pub billing: Option<billing::BillingService>,
    pub boards: boards::BoardService,
    pub charts: charts::ChartService,
    pub chats: chats::ChatService,
    pub contributors: contributors::ContributorService,
    pub library: library::LibraryService,
    pub portolans: portolans::PortolanService,
    pub webhooks: webhooks::WebhookService,
}

impl Principal {
    /// Returns whether this is the owner; a visitor who is not signed in owns nothing.
    fn owns(viewer: Option<Self>, user_id: Uuid) -> bool {
        viewer.is_some_and(|viewer| viewer.user_id == user_id)
    }
}
