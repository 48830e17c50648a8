use portolan_blocks::{BlockType, Event, StoredEvent, UserMessage};
use portolan_chat::{
    Effect, HoldResult, Input, Recovered, Resume, State, StoredStep, UnfinishedTurn,
};
use uuid::Uuid;

use crate::helpers::*;

fn unfinished_turn(attempts: u32, hold: u64) -> Recovered {
    let opened = |index, id| Event::BlockOpened {
        turn_id: TURN,
        block_id: Uuid::from_u128(id),
        index,
        block_type: BlockType::Text,
    };
    let closed = |id, text| Event::BlockClosed {
        turn_id: TURN,
        block: text_block(id, text),
    };
    let started = Event::TurnStarted {
        turn_id: TURN,
        parent_turn_id: None,
        model: "built-in".to_owned(),
        message: UserMessage {
            text: "Hi".to_owned(),
            source_ids: Vec::new(),
        },
        started_at: fixed_now(),
    };
    let events = [
        started,
        opened(0, 1),
        closed(1, "one"),
        opened(1, 2),
        closed(2, "two"),
        opened(2, 3),
    ];
    let events = (1..)
        .zip(events)
        .map(|(id, event)| StoredEvent { id, event });
    Recovered {
        last_event_id: 6,
        newest_turn: Some(TURN),
        unfinished: Some(UnfinishedTurn {
            events: events.collect(),
            attempts,
            steps: vec![StoredStep {
                number: 1,
                last_event_id: 3,
                next_hold: Some(80),
                step: journaled_step(usage_of(2, 1)),
            }],
            price: PRICE,
            hold,
        }),
    }
}

#[test]
fn restart_resumes_turn_from_journal() {
    let (mut state, effects) = State::recover(unfinished_turn(1, 80), fixed_now());
    let first = expect_commit(&effects);
    assert_eq!(
        (event_names(first), first.attempts, first.raise_hold),
        (vec!["block.discarded"], Some(2), None)
    );
    // The viewer's part of the lost block is unknown now, and its discard event is still to come.
    assert_eq!(
        state.resume(parse_cursor("6.123")),
        Resume::Live(Vec::new())
    );
    let effects = commit_all(&mut state);
    let Some(Effect::StartTurn(start)) = effects.last() else {
        panic!("{effects:?}");
    };
    assert_eq!((start.attempt, start.hold, start.steps.len()), (2, 80, 1));
    assert_eq!(
        (&start.blocks[..], &start.kept[..]),
        (&[text_block(1, "one")][..], &[text_block(2, "two")][..])
    );
    let effects = state.step(open_input(BlockType::Text));
    assert!(matches!(
        expect_commit(&effects).events[0].event,
        Event::BlockOpened { index: 2, .. }
    ));
}

#[test]
fn restart_requests_unraised_hold_again() {
    let (mut state, effects) = State::recover(unfinished_turn(0, 50), fixed_now());
    assert_eq!(expect_commit(&effects).raise_hold, Some(80));
    let effects = state.step(Input::Committed {
        hold: Some(HoldResult::Raised),
        now: fixed_now(),
    });
    assert!(matches!(effects.last(), Some(Effect::StartTurn(start)) if start.hold == 80));
}

#[test]
fn after_three_attempts_a_turn_is_given_up() {
    let (mut state, effects) = State::recover(unfinished_turn(3, 80), fixed_now());
    assert!(matches!(&effects[0], Effect::Estimate { steps: 1, kept, .. } if kept.len() == 1));
    commit_all(&mut state);
    let effects = state.step(Input::Estimated {
        turn_id: TURN,
        usage: usage_of(1, 1),
        unverified_numbers: Vec::new(),
    });
    let end = expect_commit(&effects);
    // The interruptions are our fault, so the turn costs nothing.
    assert_eq!(end.settlement.map(|settlement| settlement.credits), Some(0));
    let Event::TurnFinished {
        error: Some(error), ..
    } = &end.events[1].event
    else {
        panic!("{end:?}");
    };
    assert_eq!(error.code, "turn_interrupted");
}

#[test]
fn handing_over_is_no_failed_attempt() {
    let mut state = running_state();
    let effects = state.step(Input::HandOver);
    assert_eq!(effects[0], Effect::StopTurn { turn_id: TURN });
    assert_eq!(expect_commit(&effects).attempts, Some(0));
    assert_eq!(commit_all(&mut state), [Effect::Retire]);
}

#[test]
fn idle_chat_hands_over_immediately() {
    assert_eq!(State::new().step(Input::HandOver), [Effect::Retire]);
}
