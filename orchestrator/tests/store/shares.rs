//! Links to snapshots of chats.

use portolan_store::{NewShare, StoreError};
use uuid::Uuid;

use crate::world::OwnedChat;

fn new<'a>(chat: &OwnedChat<'_>, turn_id: Option<Uuid>, token: &'a str) -> NewShare<'a> {
    NewShare {
        chat_id: chat.id,
        user_id: chat.user_id,
        turn_id,
        token,
        now: chat.world.now(),
    }
}

both!(share_ends_at_last_finished_turn, |world| {
    let chat = world.chat(world.user("a@example.com").await).await;
    let store = &world.store;
    let nothing = store.share_chat(&new(&chat, None, "one")).await;
    assert!(matches!(nothing, Err(StoreError::Conflict(_))));
    let first = chat.begun(0).await;
    let running = store.share_chat(&new(&chat, Some(first), "one")).await;
    assert!(matches!(running, Err(StoreError::Conflict(_))));
    chat.finish(first, 0).await.unwrap();
    let share = store.share_chat(&new(&chat, None, "one")).await.unwrap();
    assert_eq!((share.last_turn_id, share.token.as_str()), (first, "one"));
    // Again, under the same link.
    let second = chat.begun(0).await;
    chat.finish(second, 0).await.unwrap();
    assert_eq!(store.shared("one").await.unwrap().last_turn_id, first);
    let renewed = store.share_chat(&new(&chat, None, "two")).await.unwrap();
    assert_eq!(
        (renewed.last_turn_id, renewed.token.as_str()),
        (second, "one")
    );
    let back = store.share_chat(&new(&chat, Some(first), "two")).await;
    assert_eq!(back.unwrap().last_turn_id, first);
    let unknown = store
        .share_chat(&new(&chat, Some(Uuid::nil()), "two"))
        .await;
    assert!(matches!(unknown, Err(StoreError::NotFound("turn"))));
});

both!(share_belongs_to_owner_and_can_be_revoked, |world| {
    let chat = world.chat(world.user("a@example.com").await).await;
    let other = world.user("b@example.com").await;
    let turn_id = chat.begun(0).await;
    chat.finish(turn_id, 0).await.unwrap();
    let store = &world.store;
    let foreign = NewShare {
        user_id: other,
        ..new(&chat, None, "x")
    };
    assert!(store.share_chat(&foreign).await.is_err());
    store.share_chat(&new(&chat, None, "one")).await.unwrap();
    assert!(store.share_of(chat.id, other).await.is_err());
    assert!(store.unshare_chat(chat.id, other).await.is_err());
    assert_eq!(
        store.share_of(chat.id, chat.user_id).await.unwrap().token,
        "one"
    );
    assert!(store.shared("two").await.is_err());
    store.unshare_chat(chat.id, chat.user_id).await.unwrap();
    store.unshare_chat(chat.id, chat.user_id).await.unwrap();
    assert!(store.shared("one").await.is_err());
});
