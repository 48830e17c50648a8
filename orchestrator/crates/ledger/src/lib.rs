//! The rules of credits: grants, monthly periods, holds, charges, corrections and alerts.
//!
//! Pure: an [`Account`] is read from its locked row, changed here, and written back together with
//! the [`AccountChanges`] that explain it. What holds at every moment, and is tested against a model:
//!
//! - The balance is what is left in all grants, and the sum of all entries' amounts.
//! - No balance is below what running turns hold, so none is below zero.
//! - Every entry moves exactly its amount into or out of grants.
//! - Each alert is given at most once a period, and never two for one charge.

mod account;
mod alert;
mod entry;
mod grant;
mod period;
mod plan;
mod subscription;

pub use account::{Account, AccountPlan, AccountState, Charge, Correction, Hold};
pub use alert::Alert;
pub use entry::{AccountChanges, AccountEntry, EntryKind, EntryUsage, Movement};
pub use grant::{Grant, GrantKind, NORMAL_PRIORITY, NewGrant, OVERAGE_PRIORITY};
pub use period::{Period, period_at};
pub use plan::{Plan, PlanLimits, Plans, PlansError, Tier};
pub use subscription::{NothingToCancel, Subscription};
