//! Chats that are asked again, through the same actors and the same core, and charged to no user.
//!
//! A run lives in a folder: what is asked again (`chats.jsonl`), a database of its own in which the
//! turns run (`replay.sqlite`), a line for each turn that was compared (`results.jsonl`), recorded calls
//! of remote models (`cassettes.jsonl`), and the reports. A run that was stopped goes on there: a turn's
//! key is the original turn's id, so that what was begun is found again and nothing is asked twice.
//!
//! A run is hermetic: rows of queries and pages come from the record of the original (`record`), and model calls from
//! cassettes where some are given.

mod answer;
mod cassette;
mod checks;
mod compare;
mod folder;
mod record;
mod report;
mod runner;
mod start;
mod summary;
mod supervisor;
mod transcript;
mod turns;

pub use cassette::{CassetteError, Player, Recorder};
pub use checks::{CheckResult, Checks, ChecksError};
pub use compare::Comparison;
pub use folder::{RunFolder, TranscriptWriter};
pub use report::{
    HtmlReport, ReplaySummary, reference_answers, shown_turns, write_answers, write_html,
    write_junit, write_markdown, write_table,
};
pub use runner::{Replay, ReplayError, ReplayOptions};
pub use start::{Surroundings, write_selected};
pub use supervisor::{MOST_CHATS, ReplayServices, ReplaySupervisor, ReplaysChanged, StopReplays};
pub use transcript::{
    Transcript, TranscriptBoard, TranscriptError, TranscriptSource, TranscriptTurn, Transcripts,
    read_transcripts,
};

/// Returns a value as it is on the wire.
fn wire_word(value: impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => "unknown".to_owned(),
    }
}
