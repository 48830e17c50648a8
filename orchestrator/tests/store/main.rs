//! What the store promises, on SQLite and on PostgreSQL.

#![expect(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it should be"
)]

/// One test for each database: `both!(name, |world| { … })`.
macro_rules! both {
    ($name:ident, |$world:ident| $body:block) => {
        mod $name {
            use super::*;

            async fn check($world: &crate::world::World) $body

            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                check(&crate::world::World::sqlite().await).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                if let Some(world) = crate::world::World::postgres().await {
                    check(&world).await;
                }
            }
        }
    };
}

mod begin_turn;
mod charts;
mod chats;
mod commit;
mod concurrency;
mod faults;
mod leases;
mod ledger;
mod ledger_model;
mod people;
mod resume;
mod sessions;
mod sources;
mod things;
mod world;
