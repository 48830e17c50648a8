//! The log: ids without a gap, one owner, and everything at once.

use portolan_blocks::{Event, StoredEvent};
use portolan_store::{Committed, RaiseHold, StoreError, TurnSettlement};

use crate::world::USAGE;

both!(committed_events_round_trip, |world| {
    let chat = world.chat_with_credits(10).await;
    let turn_id = chat.begun(1).await;
    let blocks = [
        chat.text_block(turn_id, "a \u{1F600} \0 \"b\""),
        chat.text_block(turn_id, "c"),
    ];
    chat.append(&blocks).await.unwrap();
    for after in 0..=3 {
        let events = world.store.events_after(chat.id, after, 10).await.unwrap();
        let ids: Vec<u64> = events.iter().map(|event| event.id).collect();
        assert_eq!(ids, (after + 1..=3).collect::<Vec<_>>());
    }
    let events = world.store.events_after(chat.id, 1, 1).await.unwrap();
    let [StoredEvent { id: 2, event }] = &events[..] else {
        panic!("the limit is kept");
    };
    assert_eq!(event, &blocks[0]);
    let logged = world.store.logged_after(chat.id, 1, 1).await.unwrap();
    assert_eq!(logged[0].event, "block.closed");
    let wire = serde_json::to_value(&blocks[0]).unwrap();
    assert_eq!(logged[0].data, wire["data"].to_string());
});

both!(stale_owner_writes_nothing, |world| {
    let mut chat = world.chat_with_credits(10).await;
    let turn_id = chat.begun(5).await;
    world.store.acquire(chat.id, "node").await.unwrap();
    let block = [chat.text_block(turn_id, "late")];
    assert!(matches!(chat.append(&block).await, Err(StoreError::Fenced)));
    assert!(matches!(
        chat.finish(turn_id, 5).await,
        Err(StoreError::Fenced)
    ));
    assert_eq!(world.store.turn(turn_id).await.unwrap().hold, 5);
    chat.epoch += 1;
    chat.append(&block).await.unwrap();
    assert_eq!(chat.last_event_id().await, 2);
});

both!(non_consecutive_events_are_rejected, |world| {
    let chat = world.chat_with_credits(10).await;
    let turn_id = chat.begun(1).await;
    let block = [chat.text_block(turn_id, "x")];
    for first_id in [0, 1, 3, 99] {
        let refused = world.store.commit(&chat.commit(first_id, &block)).await;
        assert!(
            matches!(refused, Err(StoreError::Conflict(_))),
            "{first_id}"
        );
    }
    let delta = [Event::BlockDelta {
        block_id: world.ids.id(),
        text: "x".to_owned(),
    }];
    let refused = world.store.commit(&chat.commit(2, &delta)).await;
    assert!(
        matches!(refused, Err(StoreError::Conflict(_))),
        "a delta is not stored"
    );
    assert_eq!(chat.last_event_id().await, 1);
});

both!(
    commit_repeated_after_uncertain_failure_applies_once,
    |world| {
        let chat = world.chat_with_credits(10).await;
        let turn_id = chat.begun(5).await;
        let events = chat.finished(turn_id, 3);
        let mut commit = chat.commit(2, &events);
        commit.settlement = Some(TurnSettlement {
            turn_id,
            charge: 3,
            cost: 3,
            usage: USAGE,
        });
        for _ in 0..3 {
            let committed = world.store.commit(&commit).await.unwrap();
            assert_eq!(committed.charged, 3);
        }
        let plan = world.store.plan(chat.user_id, world.now()).await.unwrap();
        assert_eq!(plan.credits_left, 7);
        assert_eq!(chat.last_event_id().await, 3);
        world.assert_audited().await;
    }
);

both!(turn_is_settled_at_most_once, |world| {
    let chat = world.chat_with_credits(10).await;
    let turn_id = chat.begun(5).await;
    assert_eq!(chat.finish(turn_id, 4).await.unwrap().charged, 4);
    let again = chat.commit(4, &[]);
    let again = portolan_store::ChatCommit {
        settlement: Some(TurnSettlement {
            turn_id,
            charge: 4,
            cost: 4,
            usage: USAGE,
        }),
        ..again
    };
    assert_eq!(world.store.commit(&again).await.unwrap().charged, 4);
    let plan = world.store.plan(chat.user_id, world.now()).await.unwrap();
    assert_eq!(plan.credits_left, 6);
    world.assert_audited().await;
});

both!(finished_turn_without_settlement_releases_hold, |world| {
    let chat = world.chat_with_credits(10).await;
    let turn_id = chat.begun(10).await;
    chat.append(&chat.finished(turn_id, 0)).await.unwrap();
    chat.begun(10).await;
    world.assert_audited().await;
});

both!(charge_above_hold_takes_only_unreserved_credits, |world| {
    let chat = world.chat_with_credits(10).await;
    let other = world.chat(chat.user_id).await;
    other.begun(6).await;
    let turn_id = chat.begun(2).await;
    assert_eq!(chat.finish(turn_id, 9).await.unwrap().charged, 4);
    world.assert_audited().await;
});

both!(refused_hold_increase_still_commits_events, |world| {
    let chat = world.chat_with_credits(10).await;
    let turn_id = chat.begun(2).await;
    let block = [chat.text_block(turn_id, "x")];
    let mut raise = chat.commit(2, &block);
    raise.raise_hold = Some(RaiseHold { turn_id, to: 11 });
    let refused = Committed {
        hold_refused: true,
        charged: 0,
        ..Committed::default()
    };
    assert_eq!(world.store.commit(&raise).await.unwrap(), refused);
    // Repeated, it says the same.
    assert_eq!(world.store.commit(&raise).await.unwrap(), refused);
    assert_eq!(chat.last_event_id().await, 2);
    for (to, hold) in [(10, 10), (3, 10)] {
        let mut raise = chat.commit(3, &[]);
        raise.raise_hold = Some(RaiseHold { turn_id, to });
        assert!(!world.store.commit(&raise).await.unwrap().hold_refused);
        assert_eq!(world.store.turn(turn_id).await.unwrap().hold, hold);
    }
    world.assert_audited().await;
});

both!(running_turn_is_not_settled, |world| {
    let chat = world.chat_with_credits(10).await;
    let turn_id = chat.begun(5).await;
    let mut early = chat.commit(2, &[]);
    early.settlement = Some(TurnSettlement {
        turn_id,
        charge: 4,
        cost: 4,
        usage: USAGE,
    });
    let refused = world.store.commit(&early).await;
    assert!(matches!(refused, Err(StoreError::Conflict(_))));
    assert_eq!(world.store.turn(turn_id).await.unwrap().hold, 5);
});
