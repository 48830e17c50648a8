//! One chat's machine, input by input.

mod follower;
mod helpers;
mod recovery;

use chrono::TimeDelta;
use portolan_blocks::{
    Block, BlockContent, BlockType, Cursor, Event, Outcome, TextRange, TurnError, UnderstoodWord,
    WordState,
};
use portolan_chat::{
    BeginResult, Effect, HoldResult, Input, MessageInput, Published, Resume, SendRefusal, State,
    TurnOutput, Usage,
};
use uuid::Uuid;

use helpers::*;

#[test]
fn sent_message_starts_turn() {
    let mut state = State::new();
    let effects = state.step(send_input(1, TURN));
    let [Effect::Begin(begin)] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    assert_eq!(
        (begin.event.id, begin.busy, begin.hold, begin.parent),
        (1, false, 50, None)
    );
    let effects = state.step(Input::Begun(BeginResult::Begun));
    assert_eq!(
        effects[0],
        Effect::Reply {
            request: 1,
            result: Ok(TURN)
        }
    );
    assert_eq!(published_names(&effects), ["1 turn.started"]);
    assert!(matches!(&effects[2], Effect::StartTurn(start) if start.attempt == 1));
    assert!(!state.is_idle());
}

#[test]
fn turn_of_untitled_chat_names_it() {
    let mut state = State::new();
    let Input::Send(send) = send_input(1, TURN) else {
        panic!("a send");
    };
    let title = Some("Sales".to_owned());
    let effects = state.step(Input::Send(MessageInput {
        title: title.clone(),
        ..send
    }));
    assert!(matches!(effects.as_slice(), [Effect::Begin(begin)] if begin.title == title));
    // Both ids may be in the log already.
    assert_eq!(state.resume(Some(Cursor::stored(2))), Resume::Ahead);
    assert_eq!(state.resume(Some(Cursor::stored(3))), Resume::Bad);
    let effects = state.step(Input::Begun(BeginResult::Begun));
    assert_eq!(
        published_names(&effects),
        ["1 turn.started", "2 chat.changed"]
    );
    let effects = state.step(open_input(BlockType::Text));
    assert_eq!(expect_commit(&effects).first_id, 3);
}

#[test]
fn outputs_that_arrive_together_become_one_commit() {
    let mut state = running_state();
    let outputs = vec![
        TurnOutput::BlockClosed {
            block: text_block(8, "b"),
        },
        TurnOutput::Finished {
            outcome: Outcome::Completed,
            error: None,
            usage: usage_of(3, 4),
        },
    ];
    let effects = state.step(Input::Outputs {
        turn_id: TURN,
        outputs,
        now: fixed_now(),
    });
    assert_eq!(
        event_names(expect_commit(&effects)),
        [
            "block.opened",
            "block.closed",
            "turn.metered",
            "turn.finished"
        ]
    );
}

#[test]
fn sends_wait_for_the_one_that_begins() {
    let mut state = State::new();
    state.step(send_input(1, TURN));
    assert_eq!(state.step(send_input(2, Uuid::from_u128(2))), []);
    let effects = state.step(Input::Begun(BeginResult::Begun));
    assert!(matches!(effects.last(), Some(Effect::Begin(begin)) if begin.busy));
    let refused = BeginResult::Refused(SendRefusal::TurnRunning);
    assert_eq!(
        state.step(Input::Begun(refused)),
        [Effect::Reply {
            request: 2,
            result: Err(SendRefusal::TurnRunning)
        }]
    );
}

#[test]
fn send_waits_while_turn_end_is_committing() {
    let mut state = running_state();
    state.step(finished_input(Outcome::Completed, usage_of(3, 4)));
    // The store may have the end already, and a reader may have seen it there.
    assert_eq!(state.step(send_input(2, Uuid::from_u128(2))), []);
    let effects = commit_all(&mut state);
    assert!(matches!(effects.last(), Some(Effect::Begin(begin)) if !begin.busy));
}

#[test]
fn replayed_begin_starts_turn() {
    let mut state = State::new();
    state.step(send_input(1, TURN));
    let effects = state.step(Input::Begun(BeginResult::Replayed { turn_id: TURN }));
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::StartTurn(_)))
    );
}

#[test]
fn uncertain_begin_retires_chat() {
    let mut state = State::new();
    state.step(send_input(1, TURN));
    state.step(send_input(2, Uuid::from_u128(2)));
    let unavailable = |request| Effect::Reply {
        request,
        result: Err(SendRefusal::StoreUnavailable),
    };
    assert_eq!(
        state.step(Input::Begun(BeginResult::Uncertain)),
        [unavailable(1), unavailable(2), Effect::Retire]
    );
    assert_eq!(state.step(send_input(3, TURN)), [unavailable(3)]);
}

#[test]
fn text_waits_for_its_block_and_then_flows() {
    let mut state = running_state();
    let effects = state.step(open_input(BlockType::Text));
    assert_eq!(event_names(expect_commit(&effects)), ["block.opened"]);
    assert_eq!(state.step(write_input("Hello ")), []);
    assert_eq!(state.step(write_input("🧭")), []);
    assert_eq!(
        published_names(&commit_all(&mut state)),
        ["2 block.opened", "2.8 block.delta"]
    );
    assert_eq!(
        published_names(&state.step(write_input("!"))),
        ["2.9 block.delta"]
    );
}

#[test]
fn queued_events_are_committed_together() {
    let mut state = running_state();
    state.step(open_input(BlockType::Text));
    state.step(write_input("a"));
    let block = Block {
        id: BLOCK,
        ..text_block(0, "a")
    };
    state.step(output_input(TurnOutput::BlockClosed { block }));
    let next = output_input(TurnOutput::BlockClosed {
        block: text_block(8, "b"),
    });
    assert_eq!(state.step(next), []);
    let effects = commit_all(&mut state);
    assert_eq!(
        published_names(&effects),
        ["2 block.opened", "2.1 block.delta"]
    );
    let second = expect_commit(&effects);
    assert_eq!(
        (second.first_id, event_names(second)),
        (3, vec!["block.closed", "block.opened", "block.closed"])
    );
    assert_eq!(
        published_names(&commit_all(&mut state)),
        ["3 block.closed", "4 block.opened", "5 block.closed"]
    );
}

#[test]
fn settlement_commits_with_end_of_turn() {
    let mut state = running_state();
    let effects = state.step(finished_input(Outcome::Completed, usage_of(3, 4)));
    let end = expect_commit(&effects);
    assert_eq!(event_names(end), ["turn.metered", "turn.finished"]);
    assert_eq!(
        end.settlement.map(|settlement| settlement.credits),
        Some(11)
    );
    assert!(!state.is_idle());
    assert_eq!(
        published_names(&commit_all(&mut state)),
        ["2 turn.metered", "3 turn.finished"]
    );
    assert!(state.is_idle());
}

fn waived_usage(usage: Usage) -> Usage {
    Usage {
        waived: true,
        ..usage
    }
}

#[test]
fn charges_have_a_floor_and_a_ceiling() {
    for (outcome, used, credits) in [
        (Outcome::Completed, usage_of(0, 0), 1),
        (Outcome::Failed, usage_of(0, 0), 0),
        (Outcome::Failed, usage_of(1, 0), 0),
        (Outcome::Cancelled, usage_of(1, 0), 1),
        (Outcome::Completed, waived_usage(usage_of(1000, 1000)), 0),
        (Outcome::Completed, usage_of(1000, 1000), 50),
    ] {
        let effects = running_state().step(finished_input(outcome, used));
        let settlement = expect_commit(&effects).settlement.expect("a settlement");
        assert_eq!(settlement.credits, credits, "{outcome:?} {used:?}");
    }
}

#[test]
fn understood_words_are_stored_only_between_blocks() {
    let understood = || {
        output_input(TurnOutput::Understood {
            words: vec![UnderstoodWord {
                text: "sales".to_owned(),
                start: 0,
                end: 5,
                state: WordState::Understood,
                meaning: Some("the column Sales".to_owned()),
                alternatives: Vec::new(),
                source_id: None,
            }],
        })
    };
    let mut state = running_state();
    let effects = state.step(understood());
    assert_eq!(event_names(expect_commit(&effects)), ["turn.understood"]);
    commit_all(&mut state);
    state.step(open_input(BlockType::Text));
    commit_all(&mut state);
    assert!(state.step(understood()).is_empty());
}

#[test]
fn cancel_keeps_written_text() {
    let mut state = running_state();
    state.step(open_input(BlockType::Thinking));
    commit_all(&mut state);
    state.step(write_input("Hm."));
    let effects = state.step(Input::Cancel {
        request: 9,
        now: fixed_now() + TimeDelta::seconds(2),
    });
    assert_eq!(effects[0], Effect::StopTurn { turn_id: TURN });
    let kept = BlockContent::Thinking {
        markdown: "Hm.".to_owned(),
        duration_ms: 1750,
    };
    let Effect::Estimate { cut: Some(cut), .. } = &effects[1] else {
        panic!("{effects:?}");
    };
    assert_eq!(cut.content, kept);
    assert_eq!(state.step(write_input("late")), []);
    let effects = state.step(Input::Estimated {
        turn_id: TURN,
        usage: usage_of(0, 2),
        unverified_numbers: Vec::new(),
    });
    let end = expect_commit(&effects);
    let Event::BlockClosed { block, .. } = &end.events[0].event else {
        panic!("{end:?}");
    };
    assert_eq!(block.content, kept);
    assert_eq!(end.settlement.map(|settlement| settlement.credits), Some(4));
    let Event::TurnFinished { outcome, .. } = &end.events[2].event else {
        panic!("{end:?}");
    };
    assert_eq!(*outcome, Outcome::Cancelled);
    assert_eq!(
        commit_all(&mut state).last(),
        Some(&Effect::Done {
            request: 9,
            result: Ok(())
        })
    );
}

#[test]
fn numbers_of_a_cut_text_that_nothing_explains_are_marked() {
    let mut state = running_state();
    state.step(open_input(BlockType::Text));
    commit_all(&mut state);
    state.step(write_input("Some 12 of"));
    state.step(Input::Cancel {
        request: 9,
        now: fixed_now(),
    });
    let marked = vec![TextRange { start: 5, end: 7 }];
    let effects = state.step(Input::Estimated {
        turn_id: TURN,
        usage: usage_of(0, 2),
        unverified_numbers: marked.clone(),
    });
    let Event::BlockClosed { block, .. } = &expect_commit(&effects).events[0].event else {
        panic!("{effects:?}");
    };
    let kept = BlockContent::Text {
        markdown: "Some 12 of".to_owned(),
        unverified_numbers: marked,
    };
    assert_eq!(block.content, kept);
}

#[test]
fn cancel_before_first_text_charges_nothing() {
    let mut state = running_state();
    state.step(open_input(BlockType::Text));
    commit_all(&mut state);
    let effects = state.step(Input::Cancel {
        request: 9,
        now: fixed_now(),
    });
    let end = expect_commit(&effects);
    assert_eq!(
        event_names(end),
        ["block.discarded", "turn.metered", "turn.finished"]
    );
    assert_eq!(end.settlement.map(|settlement| settlement.credits), Some(0));
}

#[test]
fn cancel_during_begin_stops_turn() {
    let mut state = State::new();
    let done = Effect::Done {
        request: 8,
        result: Ok(()),
    };
    assert_eq!(
        state.step(Input::Cancel {
            request: 8,
            now: fixed_now()
        }),
        [done]
    );
    state.step(send_input(1, TURN));
    assert_eq!(
        state.step(Input::Cancel {
            request: 9,
            now: fixed_now()
        }),
        []
    );
    let effects = state.step(Input::Begun(BeginResult::Begun));
    assert!(
        !effects
            .iter()
            .any(|effect| matches!(effect, Effect::StartTurn(_)))
    );
    assert_eq!(
        event_names(expect_commit(&effects)),
        ["turn.metered", "turn.finished"]
    );
}

#[test]
fn crash_fails_turn_with_internal_error() {
    let mut state = running_state();
    let effects = state.step(Input::TurnCrashed {
        turn_id: TURN,
        message: "Something broke.".to_owned(),
        now: fixed_now(),
    });
    let Event::TurnFinished { outcome, error, .. } = &expect_commit(&effects).events[1].event
    else {
        panic!("{effects:?}");
    };
    let code = error.as_ref().map(|TurnError { code, .. }| code.as_str());
    assert_eq!((*outcome, code), (Outcome::Failed, Some("internal")));
}

fn step_finished(next_hold: Option<u64>) -> Input {
    output_input(TurnOutput::StepFinished {
        step: journaled_step(usage_of(2, 0)),
        usage: usage_of(2, 0),
        next_hold,
    })
}

#[test]
fn next_model_call_waits_for_raised_hold() {
    let mut state = running_state();
    let effects = state.step(step_finished(Some(80)));
    let journal = expect_commit(&effects);
    assert_eq!(
        (journal.steps.len(), journal.raise_hold, journal.attempts),
        (1, Some(80), Some(0))
    );
    assert_eq!(published_names(&effects), ["- turn.metered"]);
    let raised = Input::Committed {
        hold: Some(HoldResult::Raised),
        now: fixed_now(),
    };
    assert_eq!(state.step(raised), [Effect::ContinueTurn { turn_id: TURN }]);
}

#[test]
fn turn_is_limited_when_hold_cannot_be_raised() {
    let mut state = running_state();
    state.step(step_finished(Some(80)));
    let effects = state.step(Input::Committed {
        hold: Some(HoldResult::NoRoom),
        now: fixed_now(),
    });
    assert_eq!(effects[0], Effect::StopTurn { turn_id: TURN });
    let end = expect_commit(&effects);
    assert_eq!(end.settlement.map(|settlement| settlement.credits), Some(2));
    assert!(matches!(
        &end.events[1].event,
        Event::TurnFinished {
            outcome: Outcome::Limited,
            ..
        }
    ));
}

#[test]
fn rename_waits_for_open_block() {
    let mut state = running_state();
    state.step(open_input(BlockType::Text));
    commit_all(&mut state);
    let rename = |request, title: &str| Input::Rename {
        request,
        title: title.to_owned(),
    };
    assert_eq!(state.step(rename(5, "First")), []);
    assert_eq!(state.step(rename(6, "Second")), []);
    let effects = state.step(output_input(TurnOutput::BlockDiscarded));
    assert_eq!(
        event_names(expect_commit(&effects)),
        ["block.discarded", "chat.changed"]
    );
    let effects = commit_all(&mut state);
    assert!(effects.contains(&Effect::Done {
        request: 5,
        result: Ok(())
    }));
    assert!(effects.contains(&Effect::Done {
        request: 6,
        result: Ok(())
    }));
}

#[test]
fn viewer_resumes_inside_open_block() {
    let mut state = running_state();
    state.step(open_input(BlockType::Text));
    commit_all(&mut state);
    state.step(write_input("a🧭b"));
    let rest = |from: &str| match state.resume(parse_cursor(from)) {
        Resume::Live(events) => match events.as_slice() {
            [
                Published {
                    cursor: Some(cursor),
                    event: Event::BlockDelta { text, .. },
                },
            ] => {
                format!("{cursor} {text}")
            }
            [] => "nothing".to_owned(),
            other => panic!("{other:?}"),
        },
        Resume::Behind { up_to } => format!("behind {up_to}"),
        Resume::Ahead => "ahead".to_owned(),
        Resume::Bad => "bad".to_owned(),
    };
    for (from, expected) in [
        ("2", "2.4 a🧭b"),
        ("2.0", "2.4 a🧭b"),
        ("2.1", "2.4 🧭b"),
        ("2.2", "bad"),
        ("2.3", "2.4 b"),
        ("2.4", "nothing"),
        ("2.5", "bad"),
        ("1", "behind 2"),
        ("1.3", "behind 2"),
        ("3", "bad"),
    ] {
        assert_eq!(rest(from), expected, "{from}");
    }
    assert_eq!(state.resume(None), Resume::Behind { up_to: 2 });
}

#[test]
fn resume_reports_ahead_while_commit_is_pending() {
    let mut state = State::new();
    state.step(send_input(1, TURN));
    assert_eq!(state.resume(parse_cursor("1")), Resume::Ahead);
    assert_eq!(state.resume(parse_cursor("2")), Resume::Bad);
    state.step(Input::Begun(BeginResult::Begun));
    assert_eq!(state.resume(parse_cursor("1")), Resume::Live(Vec::new()));
    state.step(open_input(BlockType::Text));
    assert_eq!(state.resume(parse_cursor("2")), Resume::Ahead);
    assert_eq!(state.resume(parse_cursor("2.1")), Resume::Bad);
    commit_all(&mut state);
    assert_eq!(state.resume(parse_cursor("2")), Resume::Live(Vec::new()));
}

#[test]
fn failed_commit_retires_chat() {
    let mut state = running_state();
    state.step(open_input(BlockType::Text));
    state.step(Input::Cancel {
        request: 4,
        now: fixed_now(),
    });
    let effects = state.step(Input::CommitFailed);
    assert!(matches!(
        effects.first(),
        Some(Effect::Done {
            request: 4,
            result: Err(_)
        })
    ));
    assert_eq!(effects.last(), Some(&Effect::Retire));
}
