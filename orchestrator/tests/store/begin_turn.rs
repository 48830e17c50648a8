//! The order in which a message is refused, and what a 202 means.

use portolan_blocks::Event;
use portolan_store::{BeginOutcome, BeginTurn, StoreError};

both!(begun_turn_has_event_key_and_hold, |world| {
    let chat = world.chat_with_credits(10).await;
    let turn_id = world.ids.id();
    assert_eq!(
        chat.begin(turn_id, Some("k"), 7).await.unwrap(),
        BeginOutcome::Begun
    );
    let turn = world.store.turn(turn_id).await.unwrap();
    assert_eq!((turn.hold, turn.attempts, turn.first_event_id), (7, 1, 1));
    let events = world.store.events_after(chat.id, 0, 10).await.unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].event, chat.started(turn_id));
    let plan = world.store.plan(chat.user_id, world.now()).await.unwrap();
    assert_eq!(plan.credits_left, 10, "a hold is no charge");
    world.assert_audited().await;
});

both!(turn_that_names_its_chat_takes_two_ids, |world| {
    let user_id = world.user("a@example.com").await;
    let chat = world.titled_chat(user_id, "").await;
    let started = chat.started(world.ids.id());
    let begin = BeginTurn {
        title: Some("Monthly sales"),
        ..chat.begin_with(&started, 0).await
    };
    let begun = world.store.begin_turn(&begin).await.unwrap();
    assert_eq!(begun, BeginOutcome::Begun);
    let events = world.store.events_after(chat.id, 0, 10).await.unwrap();
    let title = "Monthly sales".to_owned();
    let events: Vec<_> = events.into_iter().map(|stored| stored.event).collect();
    assert_eq!(events, [started, Event::ChatChanged { title }]);
    let stored = world.store.any_chat(chat.id).await.unwrap();
    assert_eq!(
        (stored.title.as_str(), stored.last_event_id),
        ("Monthly sales", 2)
    );
});

both!(repeated_request_key_returns_same_turn, |world| {
    let chat = world.chat_with_credits(10).await;
    let turn_id = world.ids.id();
    chat.begin(turn_id, Some("k"), 7).await.unwrap();
    // Also while the turn runs, and without room for a second hold.
    for _ in 0..3 {
        let again = chat.begin(world.ids.id(), Some("k"), 7).await.unwrap();
        assert_eq!(again, BeginOutcome::Replay { turn_id });
    }
    chat.finish(turn_id, 7).await.unwrap();
    let again = chat.begin(world.ids.id(), Some("k"), 7).await.unwrap();
    assert_eq!(again, BeginOutcome::Replay { turn_id });
    assert_eq!(chat.last_event_id().await, 3);
});

both!(
    begin_turn_checks_rejections_in_order_and_stores_none,
    |world| {
        let chat = world.chat_with_credits(10).await;
        let turn_id = chat.begun(6).await;
        let key = Some("k");
        // Running and too expensive: running is said first.
        assert_eq!(
            chat.begin(world.ids.id(), key, 50).await.unwrap(),
            BeginOutcome::TurnRunning
        );
        let other = world.chat(chat.user_id).await;
        assert_eq!(
            other.begin(world.ids.id(), key, 11).await.unwrap(),
            BeginOutcome::UsageLimitReached
        );
        assert_eq!(
            other.begin(world.ids.id(), key, 5).await.unwrap(),
            BeginOutcome::TurnsRunning
        );
        chat.finish(turn_id, 1).await.unwrap();
        let begun = world.ids.id();
        assert_eq!(
            chat.begin(begun, key, 9).await.unwrap(),
            BeginOutcome::Begun
        );
        // A reused key is said before anything else.
        let reused = chat
            .begin_body(world.ids.id(), key, "another body", 50)
            .await
            .unwrap();
        assert_eq!(reused, BeginOutcome::KeyReused);
        world.assert_audited().await;
    }
);

both!(only_the_owner_of_the_chat_can_begin_turns, |world| {
    let mut chat = world.chat_with_credits(10).await;
    chat.epoch -= 1;
    let stale = chat.begin(world.ids.id(), None, 1).await.unwrap_err();
    assert!(matches!(stale, StoreError::Fenced));
    chat.epoch += 1;
    chat.user_id = world.user("b@example.com").await;
    let foreign = chat.begin(world.ids.id(), None, 1).await.unwrap_err();
    assert!(matches!(foreign, StoreError::NotFound("chat")));
    assert_eq!(chat.last_event_id().await, 0);
});
