//! The chat's machine under a seeded scheduler, with a store, a model and viewers that misbehave.
//!
//! Every test runs a fault, or all together, for many seeds; a seed that fails is named, and
//! `PORTOLAN_SIMULATOR_SEED` runs it alone. The simulator itself is tested with deliberate bugs.

mod bug;
mod faults;
mod log_rules;
mod play;
mod random;
mod store;
mod upstream;
mod viewer;
mod work;
mod world;

use bug::Bug;
use faults::Faults;
use portolan_blocks::{Cursor, Event, Fold, Outcome};
use portolan_chat::Usage;
use uuid::Uuid;
use world::{Seen, World};

const SEEDS: u64 = 1_000;
const STEPS: u64 = 300;
const NOTHING: Usage = Usage {
    input_tokens: 0,
    output_tokens: 0,
    estimated: false,
};

/// One life of a few chats; what was seen of it, or what was violated.
fn run(seed: u64, faults: Faults, bug: Option<Bug>) -> Result<Seen, String> {
    let mut world = World::new(seed, faults, bug);
    for _ in 0..STEPS {
        world.step();
        if let Some(violation) = world.violation.take() {
            return Err(violation);
        }
    }
    let settles = world.settle();
    if let Some(violation) = world.violation.take() {
        return Err(violation);
    }
    if !settles {
        return Err("I3: the work does not end".to_owned());
    }
    check_end(&mut world)?;
    Ok(world.seen)
}

/// What holds once everything is over.
fn check_end(world: &mut World) -> Result<(), String> {
    if world.store.held != 0 {
        return Err("I4: credits are held for nothing".to_owned());
    }
    for rows in &world.store.chats {
        log_rules::check_log(rows, true)?;
        for turn in &rows.turns {
            check_usage(world, turn)?;
        }
    }
    for viewer in &world.viewers {
        let rows = &world.store.chats[viewer.chat];
        let mut fold = Fold::new(Uuid::nil(), String::new());
        for (place, event) in rows.events.iter().enumerate() {
            let cursor = Cursor {
                event: place as u64 + 1,
                offset: None,
            };
            fold.apply(Some(cursor), event.clone());
        }
        if viewer.chat_seen() != fold.chat() {
            return Err("I2: a viewer saw another chat than the log tells".to_owned());
        }
    }
    for event in world.store.chats.iter().flat_map(|rows| &rows.events) {
        if let Event::TurnFinished { outcome, error, .. } = event {
            let code = error.as_ref().map(|error| error.code.as_str());
            world.seen.limited += u64::from(*outcome == Outcome::Limited);
            world.seen.interrupted += u64::from(code == Some("turn_interrupted"));
        }
    }
    Ok(())
}

/// I4: the charge is for what the assistant reported, or for the finished steps and the estimate.
fn check_usage(world: &World, turn: &store::TurnRow) -> Result<(), String> {
    let Some(settlement) = turn.settlement else {
        return Ok(());
    };
    let mut steps = Usage::default();
    for step in &turn.steps {
        steps.add(step.step.usage);
    }
    let reported = world.reported.get(&turn.id).into_iter().flatten().copied();
    let estimated = world.estimated.get(&turn.id).into_iter().flatten();
    let estimated = estimated.chain([&NOTHING]).map(|cut_call| {
        let mut usage = steps;
        usage.add(*cut_call);
        usage
    });
    let fits = reported
        .chain(estimated.collect::<Vec<_>>())
        .any(|usage| usage == settlement.usage);
    fits.then_some(())
        .ok_or_else(|| format!("I4: charged {:?}", settlement.usage))
}

/// Runs all seeds; `happened` says what must have been seen at least once.
fn hold(faults: Faults, happened: impl Fn(&Seen) -> bool) {
    let only = std::env::var("PORTOLAN_SIMULATOR_SEED").ok();
    let only: Option<u64> = only.and_then(|seed| seed.parse().ok());
    let seeds = only.map_or(0..SEEDS, |seed| seed..seed + 1);
    let mut seen_once = false;
    for seed in seeds {
        match run(seed, faults, None) {
            Ok(seen) => seen_once |= happened(&seen),
            Err(violation) => panic!("seed {seed}: {violation}"),
        }
    }
    assert!(seen_once || only.is_some(), "the fault never happened");
}

#[test]
fn a_day_without_faults() {
    hold(Faults::default(), |seen| seen.turns > 3);
}

#[test]
fn killed_at_any_point() {
    let faults = Faults {
        kill: 100,
        ..Faults::default()
    };
    hold(faults, |seen| seen.kills > 2 && seen.turns > 0);
}

#[test]
fn killed_again_and_again() {
    let faults = Faults {
        kill: 100,
        hand_over: 100,
        crash: 50,
        ..Faults::default()
    };
    hold(faults, |seen| seen.kills > 2);
}

#[test]
fn the_model_is_cut_off() {
    let faults = Faults {
        cut: 100,
        crash: 50,
        ..Faults::default()
    };
    hold(faults, |seen| seen.cuts > 2);
}

#[test]
fn clients_leave_and_resume_everywhere() {
    let faults = Faults {
        leave: 100,
        rename: 100,
        ..Faults::default()
    };
    hold(faults, |seen| seen.resumed_inside_a_block > 0);
}

#[test]
fn clients_resume_while_the_server_dies() {
    let faults = Faults {
        leave: 100,
        kill: 100,
        rename: 100,
        ..Faults::default()
    };
    hold(faults, |seen| {
        seen.resumed_inside_a_block > 0 && seen.kills > 0
    });
}

#[test]
fn messages_are_sent_twice() {
    let faults = Faults {
        duplicate: 100,
        kill: 50,
        failed_begin: 20,
        ..Faults::default()
    };
    hold(faults, |seen| seen.replayed > 3);
}

#[test]
fn many_send_at_once() {
    let faults = Faults {
        concurrent: 100,
        duplicate: 50,
        ..Faults::default()
    };
    hold(faults, |seen| seen.refused > 3);
}

#[test]
fn turns_are_cancelled_at_any_time() {
    let faults = Faults {
        cancel: 100,
        kill: 20,
        ..Faults::default()
    };
    hold(faults, |seen| seen.cancelled > 3);
}

#[test]
fn commits_fail() {
    let faults = Faults {
        failed_commit: 15,
        failed_begin: 15,
        duplicate: 100,
        ..Faults::default()
    };
    hold(faults, |seen| seen.failed_commits > 2);
}

#[test]
fn many_chats_on_a_small_balance() {
    hold(crowded(), |seen| seen.refused > 1 && seen.limited > 0);
}

#[test]
fn the_clock_jumps() {
    let faults = Faults {
        clock: 30,
        cancel: 30,
        kill: 50,
        ..Faults::default()
    };
    hold(faults, |seen| seen.kills > 0);
}

#[test]
fn everything_at_once() {
    hold(Faults::all(), |seen| seen.kills > 0 && seen.cuts > 0);
    let interrupted = (0..SEEDS).any(|seed| {
        let kills = Faults {
            kill: 100,
            hand_over: 0,
            ..Faults::default()
        };
        run(seed, kills, None).is_ok_and(|seen| seen.interrupted > 0)
    });
    assert!(interrupted, "no turn was ever given up");
}

/// Several chats on credits for three of them.
fn crowded() -> Faults {
    Faults {
        chats: 4,
        granted: 130,
        kill: 30,
        ..Faults::default()
    }
}

/// Asks that some seed finds the bug.
fn find(bug: Bug) -> Option<String> {
    let mut runs = (0..SEEDS / 2).flat_map(|seed| [(seed, Faults::all()), (seed, crowded())]);
    runs.find_map(|(seed, faults)| run(seed, faults, Some(bug)).err())
}

#[test]
fn deliberate_bugs_are_found() {
    for bug in [
        Bug::ChargeBeforeCommit,
        Bug::PublishBeforeCommit,
        Bug::ResumeSkipsAnEvent,
        Bug::ResumeForgetsOffset,
        Bug::NoIdempotency,
        Bug::NoHold,
        Bug::RaiseWithoutRoom,
        Bug::HoldNotReleased,
        Bug::NoFencing,
        Bug::OpenBlockForgotten,
        Bug::JournalForgotten,
        Bug::DeltaLost,
    ] {
        assert!(find(bug).is_some(), "{bug:?} is not found");
    }
}
