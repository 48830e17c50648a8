//! API keys, feedback, bookmarks.

use chrono::TimeDelta;
use portolan_domain::{
    ApiKey, FeatureSettings, Feedback, FeedbackFilter, FeedbackStatus, PageRequest, SavedKind,
    Scope, Visibility,
};
use portolan_store::{NewChart, StoreError};
use serde_json::json;

both!(api_key_is_found_by_hash_and_records_last_use, |world| {
    let user_id = world.user("a@example.com").await;
    let key = ApiKey {
        id: world.ids.id(),
        user_id,
        name: "laptop".to_owned(),
        prefix: "ptl_abcdef".to_owned(),
        scopes: vec![Scope::Read],
        expires_at: None,
        requests_per_minute: 60,
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

both!(feedback_is_stored_and_counted_per_hour, |world| {
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
            .feedback(&FeedbackFilter::default(), &PageRequest::default())
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

both!(bookmark_is_stored_once_while_its_target_exists, |world| {
    let (owner, reader) = (
        world.user("owner@example.com").await,
        world.user("reader@example.com").await,
    );
    let block = crate::charts::chart(world.ids.id(), 1, "Sea");
    let new = NewChart {
        user_id: owner,
        first: crate::charts::edited(&block),
        now: world.now(),
    };
    world.store.create_chart(&new).await.unwrap();
    let id = block.chart_id;
    let show = async |visibility| {
        let shown = world
            .store
            .set_chart_visibility(id, owner, visibility, None, world.now())
            .await;
        shown.unwrap();
    };
    let saved = async || {
        let all = PageRequest::default();
        world.store.saved_items(reader, &all).await.unwrap().items
    };
    show(Visibility::Unlisted).await;
    for _ in 0..2 {
        world
            .store
            .save_item(reader, SavedKind::Chart, id, world.now())
            .await
            .unwrap();
    }
    let items = saved().await;
    assert_eq!(
        (
            items.len(),
            items[0].id,
            items[0].kind,
            items[0].title.as_str()
        ),
        (1, id, SavedKind::Chart, "Sea")
    );
    show(Visibility::Private).await;
    assert!(saved().await.is_empty());
    show(Visibility::Public).await;
    assert_eq!(saved().await.len(), 1);
    world
        .store
        .unsave_item(reader, SavedKind::Chart, id)
        .await
        .unwrap();
    assert!(saved().await.is_empty());
});

both!(featured_items_are_listed_while_public, |world| {
    let owner = world.user("owner@example.com").await;
    let mut ids = Vec::new();
    for title in ["Sea", "Land"] {
        world.hand.advance(TimeDelta::seconds(1));
        let block = crate::charts::chart(world.ids.id(), 1, title);
        let new = NewChart {
            user_id: owner,
            first: crate::charts::edited(&block),
            now: world.now(),
        };
        world.store.create_chart(&new).await.unwrap();
        ids.push(block.chart_id);
    }
    let admin = world.user("admin@example.com").await;
    let curate = async |id| {
        let action = world.admin_action(admin);
        let settings = FeatureSettings::default();
        world
            .store
            .curate(SavedKind::Chart, id, &settings, &action)
            .await
    };
    assert!(matches!(
        curate(ids[0]).await,
        Err(StoreError::NotFound("public item"))
    ));
    for id in &ids {
        let shown = world
            .store
            .set_chart_visibility(*id, owner, Visibility::Public, None, world.now())
            .await;
        shown.unwrap();
    }
    for id in [ids[1], ids[0], ids[0]] {
        world.hand.advance(TimeDelta::seconds(1));
        curate(id).await.unwrap();
    }
    let one = PageRequest {
        limit: 1,
        cursor: None,
    };
    let first = world
        .store
        .curated_items(None, None, &one, world.now())
        .await
        .unwrap();
    assert_eq!(first.items[0].id, ids[0]);
    let rest = PageRequest {
        limit: 1,
        cursor: first.next_cursor,
    };
    assert_eq!(
        world
            .store
            .curated_items(Some(SavedKind::Chart), None, &rest, world.now())
            .await
            .unwrap()
            .items[0]
            .id,
        ids[1]
    );
    world
        .store
        .uncurate(SavedKind::Chart, ids[0], &world.admin_action(admin))
        .await
        .unwrap();
    let hidden = world
        .store
        .set_chart_visibility(ids[1], owner, Visibility::Private, None, world.now())
        .await;
    hidden.unwrap();
    let all = PageRequest::default();
    assert!(
        world
            .store
            .curated_items(None, None, &all, world.now())
            .await
            .unwrap()
            .items
            .is_empty()
    );
    let own = world
        .store
        .published_items_of(owner, SavedKind::Chart, &all)
        .await
        .unwrap()
        .items;
    assert_eq!((own.len(), own[0].id), (1, ids[0]));
    let stranger = world.user("b@example.com").await;
    assert!(
        world
            .store
            .published_items_of(stranger, SavedKind::Chart, &all)
            .await
            .unwrap()
            .items
            .is_empty()
    );
});
