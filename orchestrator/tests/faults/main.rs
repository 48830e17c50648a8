//! Faults 1 to 23 on the real process: the binary as a child, a scripted model on the loopback
//! interface, an SQLite database or several servers on one PostgreSQL with NATS, and one checker for what must hold.
//!
//! The binary that is tested is built with the feature `testing`, which adds the points at which it
//! kills itself and the clock that can be wrong, and nothing else to what it does.

#![expect(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it should be"
)]

mod bombs;
mod checker;
mod client;
mod cluster;
mod crashes;
mod crowds;
mod growth;
mod live_view;
mod mail;
mod narrow;
mod proxy;
mod searches;
mod server;
mod servers;
mod storage;
mod storm;
mod table;
mod upstreams;
mod watcher;
#[path = "../http/webhook.rs"]
#[expect(dead_code, reason = "the webhook is for other tests")]
mod webhook;

use futures_util::FutureExt;
use table::FaultScenario;

/// Rows of the table of faults: number, words, and the function that runs it.
macro_rules! rows {
    ($($number:literal $what:literal $run:path,)*) => {
        [$(FaultScenario { number: $number, what: $what, run: |random| $run(random).boxed_local() },)*]
    };
}

#[test]
fn every_fault_scenario_holds() {
    table::run(&rows![
        1 "kill -9 at every point" crashes::killed_at_every_point,
        2 "SIGTERM in mid-turn" crashes::stopped_by_signal,
        3 "upstream: 429" upstreams::too_many_requests,
        4 "upstream: 500, 502, 503" upstreams::server_errors,
        5 "upstream: connect time-out" upstreams::cannot_be_reached,
        6 "upstream: cut in mid-chunk" upstreams::cut_in_mid_chunk,
        7 "upstream: garbage" upstreams::garbage,
        8 "upstream: silence" upstreams::silence,
        9 "upstream: byte by byte" upstreams::byte_by_byte,
        10 "upstream: usage missing or contradictory" upstreams::odd_usage,
        11 "clients leave at every event" crowds::leave_at_every_event,
        12 "slow readers" crowds::read_slowly,
        13 "the same message 2 to 50 times" crowds::send_same_message,
        14 "50 messages to one chat at once" crowds::many_messages_to_one_chat,
        15 "200 turns at once on credits for 10" crowds::two_hundred_on_credits_for_ten,
        16 "SQLite is busy" storage::busy_database,
        17 "the disk is full" storage::full_disk,
        18 "the clock is wrong" storage::wrong_clock,
        19 "the owner is killed" servers::owner_is_killed,
        20 "the owner is paused beyond its lease" servers::owner_is_paused,
        21 "the owner is cut off from PostgreSQL" servers::owner_is_cut_off,
        22 "PostgreSQL is away in mid-commit" servers::database_is_unreachable,
        23 "NATS is killed in mid-turn" servers::nats_is_killed,
    ]);
}
