//! Fault injection for tests inside a real process; only in builds with the feature `testing`.
//!
//! `PORTOLAN_FAULTS` names a folder. Its file `kill` names a point, and perhaps after how many
//! passes (`commit.after 3`): there the process kills itself as `kill -9` would, and the file is
//! gone. Its file `clock` holds milliseconds by which the clock is wrong.

use std::{path::PathBuf, sync::OnceLock};

use rustix::process::{Signal, getpid, kill_process};

/// Dies here where a test has asked for it.
pub fn fault_point(name: &str) {
    let Some(path) = fault_folder().map(|folder| folder.join("kill")) else {
        return;
    };
    let Ok(wanted) = std::fs::read_to_string(&path) else {
        return;
    };
    let mut words = wanted.split_whitespace();
    if words.next() != Some(name) {
        return;
    }
    let passes: u32 = words.next().and_then(|word| word.parse().ok()).unwrap_or(1);
    if passes > 1 {
        let rest = format!("{name} {}", passes - 1);
        std::fs::write(&path, rest).expect("the test's folder can be written");
        return;
    }
    std::fs::remove_file(&path).expect("the test's folder can be written");
    kill_process(getpid(), Signal::KILL).expect("a process may kill itself");
    // The signal comes at once; nothing more is done in this thread.
    loop {
        std::thread::park();
    }
}

/// Milliseconds by which the clock is wrong.
pub fn clock_offset() -> i64 {
    let path = fault_folder().map(|folder| folder.join("clock"));
    path.and_then(|path| std::fs::read_to_string(path).ok())
        .and_then(|text| text.trim().parse().ok())
        .unwrap_or(0)
}

fn fault_folder() -> Option<&'static PathBuf> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOLDER
        .get_or_init(|| std::env::var_os("PORTOLAN_FAULTS").map(PathBuf::from))
        .as_ref()
}
