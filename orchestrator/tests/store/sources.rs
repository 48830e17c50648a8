//! Sources, and which chats know them.

use portolan_domain::{PageRequest, Source, SourceStatus};
use portolan_query::{TableProfile, reading::Metadata};
use portolan_store::{BeginTurn, StoreError};
use uuid::Uuid;

use crate::world::StoreWorld;

fn source(world: &StoreWorld, user_id: Uuid, name: &str) -> Source {
    Source {
        id: world.ids.id(),
        user_id,
        name: name.to_owned(),
        kind: "csv".to_owned(),
        status: SourceStatus::Part,
        detail: Some("two rows were padded".to_owned()),
        sql_name: "sales".to_owned(),
        object_path: Some("sources/x.parquet".to_owned()),
        bytes: 1 << 40,
        row_count: Some(12),
        profile: Some(TableProfile {
            name: "sales".to_owned(),
            row_count: 12,
            columns: Vec::new(),
        }),
        document: None,
        words: None,
        original: None,
        metadata: Some(Metadata {
            author: Some("M. Keeper".to_owned()),
            pages: Some(12),
            ..Metadata::default()
        }),
        content_hash: "00".to_owned(),
        url: None,
        created_at: world.now(),
    }
}

both!(source_round_trips_only_for_its_owner, |world| {
    let user_id = world.user("a@example.com").await;
    let source = source(world, user_id, "sales.csv");
    world.store.create_source(&source).await.unwrap();
    assert_eq!(
        world.store.source(source.id, user_id).await.unwrap(),
        source
    );
    let other = world.user("b@example.com").await;
    let foreign = world.store.source(source.id, other).await;
    assert!(matches!(foreign, Err(StoreError::NotFound("source"))));
    assert!(world.store.delete_source(source.id, other).await.is_err());
    let listed = world
        .store
        .sources(user_id, &PageRequest::default())
        .await
        .unwrap();
    assert_eq!(listed.items, std::slice::from_ref(&source));
    assert_eq!(
        world.store.delete_source(source.id, user_id).await.unwrap(),
        source
    );
    assert!(world.store.source(source.id, user_id).await.is_err());
});

both!(message_adds_only_own_sources_to_chat, |world| {
    let chat = world.chat_with_credits(10).await;
    let stranger = world.user("b@example.com").await;
    let mine = source(world, chat.user_id, "mine");
    let theirs = source(world, stranger, "theirs");
    for source in [&mine, &theirs] {
        world.store.create_source(source).await.unwrap();
    }
    let turn_id = world.ids.id();
    let begin = BeginTurn {
        chat_id: chat.id,
        epoch: chat.epoch,
        user_id: chat.user_id,
        idempotency_key: None,
        body_hash: "",
        busy: false,
        event_id: 1,
        started: &chat.started_with(turn_id, &[mine.id, theirs.id, mine.id]),
        title: None,
        new_sources: &[],
        hold: 1,
        now: world.now(),
    };
    world.store.begin_turn(&begin).await.unwrap();
    assert_eq!(
        world.store.chat_sources(chat.id).await.unwrap(),
        std::slice::from_ref(&mine)
    );
    world
        .store
        .delete_source(mine.id, chat.user_id)
        .await
        .unwrap();
    assert!(world.store.chat_sources(chat.id).await.unwrap().is_empty());
});
