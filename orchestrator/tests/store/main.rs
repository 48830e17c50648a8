//! Tests of the store, on SQLite and on PostgreSQL.

#![expect(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it should be"
)]

/// One test for each database: `both!(name, |world| { … })`.
macro_rules! both {
    ($name:ident, |$world:ident| $body:block) => {
        async fn $name($world: &crate::world::StoreWorld) $body

        mod $name {
            use crate::world::StoreWorld;

            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                super::$name(&StoreWorld::sqlite().await).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                if let Some(world) = StoreWorld::postgres().await {
                    super::$name(&world).await;
                }
            }
        }
    };
}

mod admin_lists;
mod admins;
mod begin_turn;
mod charts;
mod chats;
mod commit;
mod concurrency;
mod fair_shares;
mod faults;
mod items;
mod leases;
mod ledger;
mod ledger_model;
mod resume;
mod search;
mod sessions;
mod shares;
mod sources;
mod unit_of_work;
mod users;
mod world;
