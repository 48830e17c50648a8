//! API keys, feedback, bookmarks.

use chrono::TimeDelta;
use portolan::{
    model::{ApiKey, Feedback, FeedbackStatus, PageRequest, SavedKind, Scope},
    store::StoreError,
};
use serde_json::json;

both!(an_api_key_is_found_by_its_hash_and_notes_its_use, |world| {
    let user_id = world.user("a@example.com").await;
    let key = ApiKey {
        id: world.ids.id(),
        user_id,
        name: "laptop".to_owned(),
        prefix: "ptl_abcdef".to_owned(),
        scopes: vec![Scope::Read],
        last_used_at: None,
        created_at: world.now(),
    };
    world.store.create_api_key(&key, "hash").await.unwrap();
    let first = world.store.use_api_key("hash", world.now()).await.unwrap();
    assert_eq!(first.last_used_at, Some(world.now()));
    world.hand.advance(TimeDelta::seconds(59));
    assert_eq!(
        world.store.use_api_key("hash", world.now()).await.unwrap(),
        first
    );
    world.hand.advance(TimeDelta::seconds(1));
    let later = world.store.use_api_key("hash", world.now()).await.unwrap();
    assert_eq!(world.store.api_keys(user_id).await.unwrap(), [later]);
    let stranger = world.user("b@example.com").await;
    assert!(world.store.delete_api_key(key.id, stranger).await.is_err());
    world.store.delete_api_key(key.id, user_id).await.unwrap();
    let gone = world.store.use_api_key("hash", world.now()).await;
    assert!(matches!(gone, Err(StoreError::NotFound("API key"))));
});

both!(feedback_is_kept_and_counted_by_the_hour, |world| {
    let user_id = world.user("a@example.com").await;
    let mut expected = Vec::new();
    for (user_id, text) in [
        (Some(user_id), "good"),
        (None, "bad"),
        (Some(user_id), "fine"),
    ] {
        world.hand.advance(TimeDelta::minutes(40));
        let feedback = Feedback {
            id: world.ids.id(),
            user_id,
            text: text.to_owned(),
            metadata: json!({"route": "/start"}),
            status: FeedbackStatus::New,
            created_at: world.now(),
        };
        world.store.create_feedback(&feedback, None).await.unwrap();
        expected.insert(0, feedback);
    }
    assert_eq!(
        world
            .store
            .feedback(&PageRequest::default())
            .await
            .unwrap()
            .items
            .into_iter()
            .map(|item| item.feedback)
            .collect::<Vec<_>>(),
        expected
    );
    let hour = world.now() - TimeDelta::hours(1);
    assert_eq!(world.store.feedback_since(user_id, hour).await.unwrap(), 1);
});

both!(a_bookmark_is_kept_once, |world| {
    let user_id = world.user("a@example.com").await;
    let item = world.ids.id();
    for _ in 0..2 {
        world
            .store
            .save_item(user_id, SavedKind::Chart, item, world.now())
            .await
            .unwrap();
    }
    let saved = world
        .store
        .saved_items(user_id, &PageRequest::default())
        .await
        .unwrap()
        .items;
    assert_eq!(
        (saved.len(), saved[0].item_id, saved[0].kind),
        (1, item, SavedKind::Chart)
    );
    world
        .store
        .unsave_item(user_id, SavedKind::Chart, item)
        .await
        .unwrap();
    assert!(
        world
            .store
            .saved_items(user_id, &PageRequest::default())
            .await
            .unwrap()
            .items
            .is_empty()
    );
});
