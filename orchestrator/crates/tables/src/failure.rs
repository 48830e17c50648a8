//! What went wrong with a file, in words that say what to do.

use std::io;

use arrow::error::ArrowError;
use parquet::errors::ParquetError;
use portolan_query::{Failure, FailureCode};

const MESSAGE_CHARACTERS: usize = 400;

pub fn failure(code: FailureCode, message: impl Into<String>) -> Failure {
    Failure {
        code,
        message: message.into(),
    }
}

pub fn unreadable(message: impl Into<String>) -> Failure {
    failure(FailureCode::SourceUnreadable, message)
}

pub fn too_large(message: impl Into<String>) -> Failure {
    failure(FailureCode::SourceTooLarge, message)
}

/// A fault of the disk or of the process, not of the file.
pub fn from_io(error: &io::Error) -> Failure {
    unreadable(format!("The file could not be read: {error}."))
}

pub fn from_parquet(error: &ParquetError) -> Failure {
    unreadable(format!(
        "The Parquet file could not be read: {}.",
        trimmed(&error.to_string())
    ))
}

pub fn from_arrow(error: &ArrowError) -> Failure {
    unreadable(format!(
        "A column could not be read: {}.",
        trimmed(&error.to_string())
    ))
}

/// The first line of a message, as much of it as a person reads.
pub fn trimmed(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.chars().take(MESSAGE_CHARACTERS).collect()
}
