//! Many at once: nothing is overshot, nothing is done twice.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use portolan_store::{BeginOutcome, BeginTurn};

use crate::world::OwnedChat;

/// Begins a turn in each of the chats at the same time, and counts what became of them.
async fn begin_at_once(
    chats: &[&OwnedChat<'_>],
    key: Option<&str>,
    hold: u64,
) -> BTreeMap<&'static str, usize> {
    let begins = chats.iter().map(|chat| async {
        let started = chat.started(chat.world.ids.id());
        let begin = BeginTurn {
            chat_id: chat.id,
            epoch: chat.epoch,
            user_id: chat.user_id,
            idempotency_key: key,
            body_hash: "body",
            busy: false,
            event_id: 1,
            started: &started,
            title: None,
            new_sources: &[],
            hold,
            now: chat.world.now(),
        };
        match chat.world.store.begin_turn(&begin).await.unwrap() {
            BeginOutcome::Begun => "begun",
            BeginOutcome::Replay { .. } => "replay",
            BeginOutcome::TurnRunning => "turn running",
            BeginOutcome::TurnsRunning => "turns running",
            BeginOutcome::TooManyTurns { .. } => "too many turns",
            BeginOutcome::ModelNotIncluded => "model not included",
            BeginOutcome::UsageLimitReached => "limit",
            BeginOutcome::KeyReused => "key reused",
        }
    });
    let mut counts = BTreeMap::new();
    for outcome in join_all(begins).await {
        *counts.entry(outcome).or_default() += 1;
    }
    counts
}

both!(two_hundred_concurrent_turns_never_exceed_balance, |world| {
    let first = world.chat_with_credits(10).await;
    let mut chats = Vec::new();
    for _ in 0..200 {
        chats.push(world.chat(first.user_id).await);
    }
    let counts = begin_at_once(&chats.iter().collect::<Vec<_>>(), None, 1).await;
    assert_eq!(
        counts,
        BTreeMap::from([("begun", 10), ("turns running", 190)])
    );
    world.assert_audited().await;
});

both!(fifty_messages_to_one_chat_begin_one_turn, |world| {
    let chat = world.chat_with_credits(100).await;
    let counts = begin_at_once(&[&chat; 50], None, 1).await;
    assert_eq!(counts, BTreeMap::from([("begun", 1), ("turn running", 49)]));
    assert_eq!(chat.last_event_id().await, 1);
});

both!(
    fifty_concurrent_sends_with_same_key_begin_one_turn,
    |world| {
        let chat = world.chat_with_credits(100).await;
        let counts = begin_at_once(&[&chat; 50], Some("key"), 60).await;
        assert_eq!(counts, BTreeMap::from([("begun", 1), ("replay", 49)]));
        world.assert_audited().await;
    }
);

both!(concurrent_reads_begin_new_period_once, |world| {
    let user_id = world.user("a@example.com").await;
    world.hand.advance(chrono::TimeDelta::days(40));
    let now = world.now();
    let plans = join_all((0..20).map(|_| world.store.plan(user_id, now))).await;
    for plan in plans {
        assert_eq!(plan.unwrap().credits_left, 200);
    }
    let entries = world
        .store
        .usage(user_id, &portolan_domain::PageRequest::default())
        .await
        .unwrap()
        .items;
    assert_eq!(entries.len(), 3, "grant, expiry, grant: {entries:?}");
    world.assert_audited().await;
});
