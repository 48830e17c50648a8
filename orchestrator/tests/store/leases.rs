//! Ownership of chats.

use std::time::Duration;

use portolan_store::{ChatPosition, HeldLease, Lease, Store, StoreError, StoreOptions};

use crate::world::StoreWorld;

both!(each_new_owner_gets_a_greater_epoch, |world| {
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
    let own = |is_wanted| HeldLease {
        chat_id: chat.id,
        epoch: chat.epoch,
        is_wanted,
    };
    assert_eq!(renewed, [own(false)]);
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

#[tokio::test]
async fn released_chat_goes_to_the_server_that_requested_it() {
    let Some(world) = StoreWorld::postgres().await else {
        return;
    };
    let chat = world.chat(world.user("a@example.com").await).await;
    let store = &world.store;
    store.request_chat(chat.id, "node").await.unwrap();
    let is_wanted = async || store.renew_leases("node").await.unwrap()[0].is_wanted;
    assert!(!is_wanted().await, "no server asks for a chat that it owns");
    store.request_chat(chat.id, "other").await.unwrap();
    assert!(is_wanted().await);
    store.release(chat.id, chat.epoch).await.unwrap();
    // The earlier owner is not quicker than the one that asked.
    let held = Lease::HeldBy {
        owner: "other".to_owned(),
    };
    assert_eq!(store.acquire(chat.id, "node").await.unwrap(), held);
    // A second release of the earlier owner takes nothing away.
    store.release(chat.id, chat.epoch).await.unwrap();
    let position = store.chat_position(chat.id).await.unwrap();
    let expected = ChatPosition {
        last_event_id: 0,
        owner: Some("other".to_owned()),
    };
    assert_eq!(position, Some(expected));
    let taken = store.acquire(chat.id, "other").await.unwrap();
    let epoch = chat.epoch + 1;
    assert_eq!(taken, Lease::Acquired { epoch });
    let held = store.renew_leases("other").await.unwrap();
    assert_eq!(held.len(), 1);
    assert!(!held[0].is_wanted);
    store.release(chat.id, epoch).await.unwrap();
    let position = store.chat_position(chat.id).await.unwrap();
    assert_eq!(position.unwrap().owner, None);
    assert_eq!(store.chat_position(world.ids.id()).await.unwrap(), None);
}
