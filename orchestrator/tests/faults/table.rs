//! Runs every fault with every seed, a few at a time, and prints what came of each.

use std::{
    cell::RefCell,
    fmt::Write as _,
    io::Write as _,
    num::NonZero,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use futures_util::future::LocalBoxFuture;
use tokio::time::Instant;

pub struct FaultScenario {
    pub number: u32,
    pub what: &'static str,
    pub run: fn(SeededRandom) -> LocalBoxFuture<'static, String>,
}

/// SplitMix64: small, and the same everywhere for the same seed.
#[derive(Clone)]
pub struct SeededRandom(u64);

impl SeededRandom {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// In `0..bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    pub fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).expect("a length")
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for place in (1..items.len()).rev() {
            items.swap(place, self.index(place + 1));
        }
    }
}

thread_local! {
    /// The location of this thread's last panic.
    static PANICKED_AT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The outcome of one seed.
struct SeedResult {
    row: usize,
    seed: u64,
    outcome: Result<String, String>,
    took: Duration,
}

/// `FAULT` runs one fault only, `FAULT_SEEDS` says how many seeds each has, and
/// `FAULT_SEED` runs one seed alone.
pub fn run(rows: &[FaultScenario]) {
    // Clients of this process need one, though they speak no TLS.
    let _ = rustls::crypto::ring::default_provider().install_default();
    // The table tells what went wrong; here is where.
    std::panic::set_hook(Box::new(|panic| {
        PANICKED_AT.set(panic.location().map(ToString::to_string));
    }));
    let only = number("FAULT");
    let seeds = match number("FAULT_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..number("FAULT_SEEDS").unwrap_or(3),
    };
    let mut work: Vec<(usize, u64)> = Vec::new();
    for seed in seeds {
        let wanted = |row: &FaultScenario| only.is_none_or(|only| only == u64::from(row.number));
        let rows = rows.iter().enumerate().filter(|(_, row)| wanted(row));
        work.extend(rows.map(|(place, _)| (place, seed)));
    }
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<SeedResult>> = Mutex::default();
    // Much of a run is waiting.
    let threads = thread::available_parallelism().map_or(1, NonZero::get) + 1;
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((row, seed)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = run_one(rows, *row, *seed);
                    results
                        .lock()
                        .expect("no thread panics with it")
                        .push(result);
                }
            });
        }
    });
    // The default one again, for what this test itself has to say.
    let _ = std::panic::take_hook();
    let mut results = results.into_inner().expect("no thread panics with it");
    results.sort_by_key(|result| (result.row, result.seed));
    print(rows, &results);
    let failed = results
        .iter()
        .filter(|result| result.outcome.is_err())
        .count();
    assert_eq!(
        failed, 0,
        "{failed} runs violate what must hold, see the table above"
    );
}

fn run_one(rows: &[FaultScenario], row: usize, seed: u64) -> SeedResult {
    let start = Instant::now();
    let work = || {
        let random = SeededRandom(seed << 8 | u64::from(rows[row].number));
        actix_web::rt::System::new().block_on((rows[row].run)(random))
    };
    let outcome = catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text
            .or_else(|| Some((*panic.downcast_ref::<&str>()?).to_owned()))
            .unwrap_or_else(|| "it panicked".to_owned());
        let place = PANICKED_AT.take().unwrap_or_default();
        format!("{text} ({place})")
    });
    SeedResult {
        row,
        seed,
        outcome,
        took: start.elapsed(),
    }
}

/// Past the harness, which keeps what a passing test prints to itself.
fn print(rows: &[FaultScenario], results: &[SeedResult]) {
    let mut text = "\nreal process: fault | seed | seconds | result\n".to_owned();
    for result in results {
        let row = &rows[result.row];
        let seconds = result.took.as_secs_f32();
        let said = match &result.outcome {
            Ok(said) => format!("holds: {said}"),
            Err(violation) => format!("FAILS: {violation}"),
        };
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{:>4}  {:<42} {:>3} {seconds:>6.1}  {said}",
            row.number, row.what, result.seed
        );
    }
    // A log that cannot be written is no reason to fail.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}
