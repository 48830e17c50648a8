//! Chats that are asked again, through the same actors and the same core, and charged to no user.
//!
//! A run lives in a folder: what is asked again (`chats.jsonl`), a database of its own in which the
//! turns run (`replay.sqlite`), a line for each turn that was compared (`results.jsonl`), and the
//! report. A run that was stopped goes on there: a turn's key is the original turn's id, so that
//! what was begun is found again and nothing is asked twice.

mod compare;
mod options;
mod report;
mod runner;
mod start;
mod supervisor;
mod transcript;

pub use compare::Comparison;
pub use options::KeptOptions;
pub use report::{ReplaySummary, write_report};
pub use runner::{Replay, ReplayError, ReplayOptions};
pub use start::{Surroundings, read_selected};
pub use supervisor::{MOST_CHATS, ReplayServices, ReplaySupervisor, ReplaysChanged, StopReplays};
pub use transcript::{
    Transcript, TranscriptBoard, TranscriptError, TranscriptSource, TranscriptTurn,
    read_transcripts,
};
