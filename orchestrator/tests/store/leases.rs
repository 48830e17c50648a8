//! Ownership of chats.

use std::time::Duration;

use portolan::store::{Lease, Store, StoreError, StoreOptions};

use crate::world::StoreWorld;

both!(every_owner_gets_a_greater_epoch, |world| {
    let chat = world.chat(world.user("a@example.com").await).await;
    for more in 1..4 {
        let lease = world.store.acquire(chat.id, "node").await.unwrap();
        assert_eq!(
            lease,
            Lease::Acquired {
                epoch: chat.epoch + more
            }
        );
    }
    let unknown = world.store.acquire(world.ids.id(), "node").await;
    assert!(matches!(unknown, Err(StoreError::NotFound("chat"))));
});

#[tokio::test]
async fn on_postgres_a_lease_keeps_other_nodes_out_until_it_ends() {
    let Some(world) = StoreWorld::postgres().await else {
        return;
    };
    let chat = world.chat(world.user("a@example.com").await).await;
    let held = Lease::HeldBy {
        owner: "node".to_owned(),
    };
    assert_eq!(world.store.acquire(chat.id, "other").await.unwrap(), held);
    let renewed = world.store.renew_leases("node").await.unwrap();
    assert_eq!(renewed, [(chat.id, chat.epoch)]);
    chat.begun(1).await;
    assert!(
        world
            .store
            .unfinished_turns("other")
            .await
            .unwrap()
            .is_empty()
    );
    // Letting go with an old epoch lets nothing go.
    world.store.release(chat.id, chat.epoch - 1).await.unwrap();
    assert_eq!(world.store.acquire(chat.id, "other").await.unwrap(), held);
    world.store.release(chat.id, chat.epoch).await.unwrap();
    assert_eq!(
        world.store.unfinished_turns("other").await.unwrap().len(),
        1
    );
    let taken = world.store.acquire(chat.id, "other").await.unwrap();
    assert_eq!(
        taken,
        Lease::Acquired {
            epoch: chat.epoch + 1
        }
    );
    assert!(world.store.renew_leases("node").await.unwrap().is_empty());
}

#[tokio::test]
async fn on_postgres_a_lease_that_ran_out_is_taken_over_and_its_owner_fenced() {
    let Some(world) = StoreWorld::postgres().await else {
        return;
    };
    let options = StoreOptions {
        lease: Duration::ZERO,
        ..world.database.options.clone()
    };
    let hasty = Store::open(&options).await.unwrap();
    let chat = world.chat_with_credits(10).await;
    // The node's lease runs out at once.
    let Lease::Acquired { epoch } = hasty.acquire(chat.id, "node").await.unwrap() else {
        panic!("it is the node's own");
    };
    let taken = world.store.acquire(chat.id, "other").await.unwrap();
    assert_eq!(taken, Lease::Acquired { epoch: epoch + 1 });
    let mut late = chat.commit(1, &[]);
    late.epoch = epoch;
    assert!(matches!(hasty.commit(&late).await, Err(StoreError::Fenced)));
}
