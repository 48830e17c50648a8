use crate::{
    faults::{Faults, UpstreamFaults},
    world::OccurrenceCounts,
};

/// A fault of the table, and how to tell that it happened.
pub struct FaultRow {
    pub number: &'static str,
    pub what: &'static str,
    pub faults: Faults,
    pub happened: fn(&OccurrenceCounts) -> bool,
}

fn upstream_faults(upstream: UpstreamFaults) -> Faults {
    Faults {
        upstream,
        kill: 10,
        cancel: 5,
        ..Faults::NONE
    }
}

/// Faults 1 to 18 as far as they reach the pure core, then what they do together.
pub fn fault_table() -> Vec<FaultRow> {
    let none = UpstreamFaults::default();
    let mut rows = Vec::new();
    let mut row = |number, what, faults, happened| {
        rows.push(FaultRow {
            number,
            what,
            faults,
            happened,
        });
    };
    row("0", "nothing", Faults::NONE, |seen| seen.turns > 3);
    let kill = Faults {
        kill: 100,
        ..Faults::NONE
    };
    row("1", "kill -9 at any point", kill, |seen| seen.kills > 2);
    let again = Faults {
        kill: 100,
        crash: 50,
        hand_over: 100,
        cancel: 20,
        ..Faults::NONE
    };
    row(
        "1",
        "kill -9, crash and SIGTERM again and again",
        again,
        |seen| seen.kills > 2,
    );
    let term = Faults {
        hand_over: 100,
        ..Faults::NONE
    };
    row("2", "SIGTERM in mid-turn", term, |seen| {
        seen.handed_over > 1
    });
    let limited = upstream_faults(UpstreamFaults {
        limited: 50,
        ..none
    });
    row(
        "3",
        "upstream says 429, with a wait and without",
        limited,
        |seen| seen.limited_calls > 0,
    );
    let failing = upstream_faults(UpstreamFaults {
        failing: 50,
        ..none
    });
    row("4", "upstream answers 500, 502, 503", failing, |seen| {
        seen.failed_calls > 0
    });
    let unreachable = upstream_faults(UpstreamFaults {
        unreachable: 50,
        ..none
    });
    row("5", "upstream cannot be reached", unreachable, |seen| {
        seen.silent_calls > 0
    });
    let cut = Faults {
        crash: 50,
        ..upstream_faults(UpstreamFaults { cut: 100, ..none })
    };
    row("6", "upstream is cut in mid-chunk", cut, |seen| {
        seen.cuts > 2
    });
    let garbage = upstream_faults(UpstreamFaults {
        garbage: 60,
        ..none
    });
    row("7", "upstream sends garbage", garbage, |seen| {
        seen.nonsense > 0
    });
    let silent = upstream_faults(UpstreamFaults { silent: 50, ..none });
    row("8", "upstream falls silent", silent, |seen| {
        seen.silent_calls > 0
    });
    let slow = upstream_faults(UpstreamFaults { slow: 100, ..none });
    row("9", "upstream writes a letter at a time", slow, |seen| {
        seen.slow_calls > 0
    });
    let odd = upstream_faults(UpstreamFaults {
        odd_usage: 80,
        ..none
    });
    row("10", "usage missing or contradictory", odd, |seen| {
        seen.odd_usage > 0
    });
    let leave = Faults {
        leave_always: true,
        rename: 100,
        ..Faults::NONE
    };
    row(
        "11",
        "clients leave at every event and resume",
        leave,
        |seen| seen.resumed_inside_a_block > 0,
    );
    row(
        "11",
        "the store knows more than the chat has heard",
        leave,
        |seen| seen.read_ahead > 0,
    );
    let both = Faults {
        kill: 100,
        leave: 100,
        ..leave
    };
    row("11", "the same while the server is killed", both, |seen| {
        seen.resumed_inside_a_block > 0 && seen.kills > 0
    });
    let slow = Faults {
        slow: 100,
        ..Faults::NONE
    };
    row("12", "a reader that is too slow", slow, |seen| {
        seen.let_go > 0
    });
    let copies = Faults {
        duplicate: 100,
        copies: 50,
        kill: 50,
        failed_begin: 20,
        ..Faults::NONE
    };
    row("13", "the same message 2 to 50 times", copies, |seen| {
        seen.replayed > 3
    });
    let burst = Faults {
        burst: 50,
        duplicate: 50,
        ..Faults::NONE
    };
    row("14", "50 messages to one chat at once", burst, |seen| {
        seen.refused > 30
    });
    let rush = Faults {
        chats: 200,
        viewers: 4,
        granted: 10 * crate::upstream::CALL,
        rush: true,
        kill: 30,
        ..Faults::NONE
    };
    row(
        "15",
        "200 chats send at once on credits for 10",
        rush,
        |seen| seen.refused >= 190,
    );
    row(
        "15",
        "turns go on while the credits run out",
        Faults::crowded(),
        |seen| seen.refused > 1 && seen.limited > 0,
    );
    let busy = Faults {
        busy: 100,
        duplicate: 50,
        ..Faults::NONE
    };
    row("16", "the store is busy for a while", busy, |seen| {
        seen.busy > 0
    });
    let fails = Faults {
        failed_commit: 15,
        failed_begin: 15,
        duplicate: 100,
        ..Faults::NONE
    };
    row("16", "commits fail, or nobody knows", fails, |seen| {
        seen.failed_commits > 2
    });
    let full = Faults {
        full: 60,
        duplicate: 50,
        leave: 50,
        ..Faults::NONE
    };
    row("17", "the disk is full", full, |seen| {
        seen.read_while_full > 0
    });
    let clock = Faults {
        clock: 30,
        cancel: 30,
        kill: 50,
        ..Faults::NONE
    };
    row(
        "18",
        "the clock jumps an hour, or a day back",
        clock,
        |seen| seen.clock_jumps > 2,
    );
    let cancel = Faults {
        cancel: 100,
        kill: 20,
        ..Faults::NONE
    };
    row("–", "turns are cancelled at any time", cancel, |seen| {
        seen.cancelled > 3
    });
    row("all", "everything at once", Faults::every_fault(), |seen| {
        seen.kills > 0 && seen.cuts > 0
    });
    rows
}
