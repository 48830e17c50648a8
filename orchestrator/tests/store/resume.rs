//! State for a restarted server: unfinished turns, their attempts and steps, pages of turns.

use portolan_blocks::{Event, Outcome};
use portolan_chat::{JournaledStep, StepPart, StoredStep, Usage};
use portolan_store::{StoreError, testing::noted_statements};

fn step(number: u32) -> StoredStep {
    StoredStep {
        number,
        last_event_id: u64::from(number),
        next_hold: Some(5),
        step: JournaledStep {
            parts: vec![StepPart::Text {
                text: number.to_string(),
            }],
            usage: Usage::default(),
        },
    }
}

both!(
    unfinished_turns_are_found_with_their_steps_and_holds,
    |world| {
        let done = world.chat_with_credits(10).await;
        let turn_id = done.begun(1).await;
        done.finish(turn_id, 1).await.unwrap();
        let cut = world.chat_with_credits(10).await;
        let turn_id = cut.begun(4).await;
        for number in 1..=2 {
            let steps = [step(number)];
            let mut commit = cut.commit(2, &[]);
            commit.turn_id = Some(turn_id);
            commit.steps = &steps;
            world.store.commit(&commit).await.unwrap();
            world.store.commit(&commit).await.unwrap();
        }
        let found = world
            .database
            .reopen()
            .await
            .unfinished_turns("node")
            .await
            .unwrap();
        let [turn] = &found[..] else {
            panic!("{found:?}")
        };
        assert_eq!((turn.id, turn.chat_id, turn.hold), (turn_id, cut.id, 4));
        assert_eq!(
            world.store.journal(turn_id).await.unwrap(),
            [step(1), step(2)]
        );
    }
);

both!(attempts_come_from_last_commit, |world| {
    let chat = world.chat_with_credits(10).await;
    let turn_id = chat.begun(1).await;
    assert_eq!(world.store.turn(turn_id).await.unwrap().attempts, 1);
    let mut commit = chat.commit(2, &[]);
    commit.turn_id = Some(turn_id);
    commit.attempts = Some(3);
    world.store.commit(&commit).await.unwrap();
    assert_eq!(world.store.turn(turn_id).await.unwrap().attempts, 3);
    commit.epoch -= 1;
    let stale = world.store.commit(&commit).await;
    assert!(matches!(stale, Err(StoreError::Fenced)));
    let newest = world.store.newest_turn(chat.id).await.unwrap();
    assert_eq!(newest.map(|turn| turn.id), Some(turn_id));
});

both!(turn_pages_hold_complete_turns_newest_first, |world| {
    let chat = world.chat_with_credits(10).await;
    let mut turns = Vec::new();
    for _ in 0..3 {
        let turn_id = chat.begun(1).await;
        chat.append(&[chat.text_block(turn_id, "x")]).await.unwrap();
        chat.finish(turn_id, 1).await.unwrap();
        turns.push(turn_id);
    }
    let page = world.store.turns_page(chat.id, None, 2).await.unwrap();
    assert_eq!(
        page.events.iter().map(|event| event.id).collect::<Vec<_>>(),
        (5..=12).collect::<Vec<_>>()
    );
    assert_eq!((page.chat.last_event_id, page.has_earlier), (12, true));
    let page = world
        .store
        .turns_page(chat.id, Some(turns[1]), 2)
        .await
        .unwrap();
    assert_eq!(
        page.events.iter().map(|event| event.id).collect::<Vec<_>>(),
        [1, 2, 3, 4]
    );
    assert!(!page.has_earlier);
    let unknown = world
        .store
        .turns_page(chat.id, Some(world.ids.id()), 2)
        .await;
    assert!(matches!(unknown, Err(StoreError::NotFound("turn"))));
});

both!(finished_turn_stores_its_outcome, |world| {
    let chat = world.chat_with_credits(10).await;
    let turn_id = chat.begun(1).await;
    let finished = Event::TurnFinished {
        turn_id,
        outcome: Outcome::Cancelled,
        error: None,
        finished_at: world.now(),
    };
    chat.append(&[finished]).await.unwrap();
    let turn = world.store.turn(turn_id).await.unwrap();
    assert_eq!(
        (turn.outcome, turn.finished_at),
        (Some(Outcome::Cancelled), Some(world.now()))
    );
    assert!(
        world
            .store
            .unfinished_turns("node")
            .await
            .unwrap()
            .is_empty()
    );
});

both!(work_of_branch_does_not_grow_with_chat, |world| {
    let chat = world.chat_with_credits(10).await;
    let mut last = None;
    let mut works = Vec::new();
    for turns in [20, 380] {
        for _ in 0..turns {
            let turn_id = world.ids.id();
            let mut started = chat.started(turn_id);
            if let Event::TurnStarted { parent_turn_id, .. } = &mut started {
                *parent_turn_id = last;
            }
            let begin = chat.begin_with(&started, 0).await;
            world.store.begin_turn(&begin).await.unwrap();
            chat.finish(turn_id, 0).await.unwrap();
            last = Some(turn_id);
        }
        let branch = world.store.branch(chat.id, last.unwrap(), 10);
        let (events, statements) = noted_statements(branch).await;
        // A turn has three events here.
        assert_eq!(events.unwrap().len(), 30);
        let mut work = 0;
        for sql in &statements {
            work += world.store.statement_work(sql).await;
        }
        assert!(work > 0);
        works.push(work);
    }
    // The chat has become twenty times as long. PostgreSQL reads tables of a few pages as a whole.
    let growth = if world.store.is_on_postgres() {
        5.0
    } else {
        1.5
    };
    assert!(works[1] as f64 <= growth * works[0] as f64, "{works:?}");
});
