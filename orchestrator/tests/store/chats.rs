//! Finding, listing, changing and deleting chats.

use chrono::TimeDelta;
use portolan_blocks::Event;
use portolan_domain::PageRequest;
use portolan_store::StoreError;

both!(chat_list_pages_through_all_chats_by_last_use, |world| {
    let user_id = world.user("a@example.com").await;
    let mut expected = Vec::new();
    for number in 0..5 {
        // Two of them at the same millisecond.
        if number != 3 {
            world.hand.advance(TimeDelta::seconds(1));
        }
        expected.insert(
            0,
            world
                .titled_chat(user_id, &format!("Chat {number}"))
                .await
                .id,
        );
    }
    world.chat(world.user("b@example.com").await).await;
    let mut found = Vec::new();
    let mut request = PageRequest::first(2);
    loop {
        let page = world.store.chats(user_id, None, &request).await.unwrap();
        found.extend(page.items.into_iter().map(|found| found.chat.id));
        request.cursor = page.next_cursor;
        if request.cursor.is_none() {
            break;
        }
        assert!(found.len() < 10);
    }
    assert_eq!(found, expected);
});

both!(
    chat_search_matches_title_parts_literally_without_case,
    |world| {
        let user_id = world.user("a@example.com").await;
        let all = PageRequest::default();
        for title in ["Überblick 100%", "under_score", "plain"] {
            world.titled_chat(user_id, title).await;
        }
        for (search, count) in [
            ("über", 1),
            ("0%", 1),
            ("r_s", 1),
            ("%", 1),
            ("", 3),
            ("\\", 0),
            ("PLAIN", 1),
        ] {
            let page = world
                .store
                .chats(user_id, Some(search), &all)
                .await
                .unwrap();
            assert_eq!(page.items.len(), count, "{search:?}");
        }
        let bad = PageRequest {
            limit: 1,
            cursor: Some("1_x".to_owned()),
        };
        let error = world.store.chats(user_id, None, &bad).await.unwrap_err();
        assert!(matches!(error, StoreError::BadCursor));
    }
);

both!(other_users_chat_is_not_found, |world| {
    let chat = world.chat(world.user("a@example.com").await).await;
    let other = world.user("b@example.com").await;
    let store = &world.store;
    for error in [
        store.chat(chat.id, other).await.unwrap_err(),
        store
            .set_chat_model(chat.id, other, None)
            .await
            .unwrap_err(),
        store.delete_chat(chat.id, other).await.unwrap_err(),
    ] {
        assert!(matches!(error, StoreError::NotFound("chat")));
    }
    assert_eq!(
        store.chat(chat.id, chat.user_id).await.unwrap().title,
        "Sales"
    );
});

both!(chat_title_changes_through_log_and_model_directly, |world| {
    let chat = world.chat(world.user("a@example.com").await).await;
    let title = "Costs\0".to_owned();
    chat.append(&[Event::ChatChanged { title }]).await.unwrap();
    let changed = world
        .store
        .set_chat_model(chat.id, chat.user_id, Some("m"))
        .await
        .unwrap();
    assert_eq!(
        (changed.title.as_str(), changed.model.as_deref()),
        ("Costs\u{FFFD}", Some("m"))
    );
    assert_eq!(changed.last_event_id, 1);
});

both!(chat_is_deleted_only_without_running_turn, |world| {
    let chat = world.chat_with_credits(10).await;
    let turn_id = chat.begun(4).await;
    let error = world
        .store
        .delete_chat(chat.id, chat.user_id)
        .await
        .unwrap_err();
    assert!(matches!(error, StoreError::Conflict(_)));
    chat.finish(turn_id, 3).await.unwrap();
    world
        .store
        .delete_chat(chat.id, chat.user_id)
        .await
        .unwrap();
    assert!(
        world
            .store
            .events_after(chat.id, 0, 10)
            .await
            .unwrap()
            .is_empty()
    );
    world.assert_audited().await;
});
