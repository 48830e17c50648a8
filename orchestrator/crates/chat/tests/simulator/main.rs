//! The chat's machine under a seeded scheduler, with a store, a model and viewers that misbehave.
//!
//! Every row of the table of faults runs for many seeds, and `invariants` judges each. A seed that
//! fails is named; `PORTOLAN_SIMULATOR_SEED` runs it alone, and `PORTOLAN_SIMULATOR_SEEDS` says how
//! many there are. The simulator itself is tested with deliberate bugs: those of the world around
//! the machine here, those of the machine in `tests/bugs`.

mod bug;
mod faults;
mod invariants;
mod play;
mod random;
mod store;
mod table;
mod upstream;
mod viewer;
mod work;
mod world;

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    io::Write as _,
    num::NonZero,
    ops::Range,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use bug::Bug;
use faults::Faults;
use invariants::{Invariant, Violation};
use table::{FaultRow, fault_table};
use world::{OccurrenceCounts, Simulation};

const SEEDS: u64 = 1_000;
const STEPS: u64 = 300;
/// Seeds that one thread takes at a time.
const CHUNK: u64 = 50;

/// One life of a few chats; what was seen of it, or what was violated.
fn run_life(seed: u64, faults: Faults, bug: Option<Bug>) -> Result<OccurrenceCounts, Violation> {
    let mut world = Simulation::new(seed, faults, bug);
    if faults.rush {
        world.rush_sends();
    }
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
    Invariant::I3.unless(settles, "the work does not end")?;
    invariants::at_the_end(&mut world)?;
    Ok(world.seen)
}

/// The outcome of a row's seeds.
#[derive(Default)]
struct Tally {
    seeds: u64,
    happened: u64,
    kill_points: [u64; 13],
    /// By seed, since threads find them in any order.
    violations: BTreeMap<u64, Violation>,
}

#[test]
fn invariants_hold_for_every_row_of_fault_table() {
    let rows = fault_table();
    let chunks: Vec<(usize, Range<u64>)> = split_rows(rows.len());
    let tallies: Vec<Mutex<Tally>> = rows.iter().map(|_| Mutex::default()).collect();
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((row, seeds)) = chunks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    run_chunk(&rows[*row], seeds.clone(), &tallies[*row]);
                }
            });
        }
    });
    let tallies: Vec<Tally> = tallies
        .into_iter()
        .map(|tally| tally.into_inner().expect("no thread panics with it"))
        .collect();
    print_rows(&rows, &tallies);
    let single = only_seed().is_some();
    for (row, tally) in rows.iter().zip(&tallies) {
        let FaultRow { number, what, .. } = row;
        if let Some((seed, violation)) = tally.violations.first_key_value() {
            panic!("fault {number} ({what}): seed {seed}: {violation}");
        }
        assert!(
            single || tally.happened > 0,
            "fault {number} ({what}) never happened"
        );
    }
    let points = count_kills(&tallies);
    assert!(single || !points.contains(&0), "killed only at {points:?}");
}

fn run_chunk(row: &FaultRow, seeds: Range<u64>, tally: &Mutex<Tally>) {
    for seed in seeds {
        let result = run_life(seed, row.faults, None);
        let mut tally = tally.lock().expect("no thread panics with it");
        tally.seeds += 1;
        match result {
            Ok(seen) => {
                tally.happened += u64::from((row.happened)(&seen));
                for (sum, kills) in tally.kill_points.iter_mut().zip(seen.kill_points) {
                    *sum += kills;
                }
            }
            Err(violation) => {
                tally.violations.insert(seed, violation);
            }
        }
    }
}

fn split_rows(rows: usize) -> Vec<(usize, Range<u64>)> {
    let seeds = match only_seed() {
        Some(seed) => seed..seed + 1,
        None => 0..number_from_env("PORTOLAN_SIMULATOR_SEEDS").unwrap_or(SEEDS),
    };
    let starts = || seeds.clone().step_by(CHUNK as usize);
    (0..rows)
        .flat_map(|row| starts().map(move |start| (row, start)))
        .map(|(row, start)| (row, start..seeds.end.min(start + CHUNK)))
        .collect()
}

fn only_seed() -> Option<u64> {
    number_from_env("PORTOLAN_SIMULATOR_SEED")
}

fn number_from_env(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// How many kills met the server at each point, in all rows.
fn count_kills(tallies: &[Tally]) -> [u64; 13] {
    let mut sums = [0; 13];
    for tally in tallies {
        for (sum, kills) in sums.iter_mut().zip(tally.kill_points) {
            *sum += kills;
        }
    }
    sums
}

/// Past the harness, which keeps what a passing test prints to itself.
fn print_rows(rows: &[FaultRow], tallies: &[Tally]) {
    let mut text = "\nsimulator: fault | seeds | happened in | violations\n".to_owned();
    for (row, tally) in rows.iter().zip(tallies) {
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{:>5}  {:<46} {:>6} {:>6} {:>4}",
            row.number,
            row.what,
            tally.seeds,
            tally.happened,
            tally.violations.len()
        );
    }
    let _ = writeln!(text, "kills by point: {:?}", count_kills(tallies));
    // A log that cannot be written is no reason to fail.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

#[test]
fn repeatedly_interrupted_turn_is_abandoned() {
    let faults = Faults {
        kill: 100,
        ..Faults::NONE
    };
    let given_up =
        (0..SEEDS).any(|seed| run_life(seed, faults, None).is_ok_and(|seen| seen.interrupted > 0));
    assert!(given_up, "no turn was ever given up");
}

/// The violation by which some seed finds the bug.
fn find_violation(bug: Bug) -> Option<Violation> {
    let rows = [Faults::every_fault(), Faults::crowded()];
    let mut runs = (0..SEEDS / 2).flat_map(|seed| rows.map(|faults| (seed, faults)));
    runs.find_map(|(seed, faults)| run_life(seed, faults, Some(bug)).err())
}

#[test]
fn deliberate_bugs_are_found() {
    for (bug, invariants) in Bug::ALL {
        let Some(violation) = find_violation(bug) else {
            panic!("{bug:?} is not found");
        };
        let found = violation.invariant;
        assert!(invariants.contains(&found), "{bug:?} shows as {violation}");
    }
}
