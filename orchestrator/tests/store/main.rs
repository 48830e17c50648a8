//! What the store promises, on SQLite and on PostgreSQL.

/// One test for each database: `both!(name, |world| { … })`.
macro_rules! both {
    ($(#[$attribute:meta])* $name:ident, |$world:ident| $body:block) => {
        mod $name {
            use super::*;

            async fn check($world: &crate::world::World) $body

            $(#[$attribute])*
            #[tokio::test]
            async fn sqlite() {
                check(&crate::world::World::sqlite().await).await;
            }

            $(#[$attribute])*
            #[tokio::test]
            async fn postgres() {
                if let Some(world) = crate::world::World::postgres().await {
                    check(&world).await;
                }
            }
        }
    };
}

mod begin_turn;
mod world;
