//! Failures of a file, with messages that say what to do.

use std::{error::Error, io};

use arrow::error::ArrowError;
use parquet::errors::ParquetError;
use portolan_query::{FailureCode, WorkerFailure, is_out_of_room};

const MESSAGE_CHARACTERS: usize = 400;

pub fn new_failure(code: FailureCode, message: impl Into<String>) -> WorkerFailure {
    WorkerFailure {
        code,
        message: message.into(),
    }
}

pub fn unreadable_file(message: impl Into<String>) -> WorkerFailure {
    new_failure(FailureCode::SourceUnreadable, message)
}

pub fn too_large(message: impl Into<String>) -> WorkerFailure {
    new_failure(FailureCode::SourceTooLarge, message)
}

/// A fault of the disk or of the process, not of the file.
pub fn from_io(error: &io::Error) -> WorkerFailure {
    out_of_room(error)
        .unwrap_or_else(|| unreadable_file(format!("The file could not be read: {error}.")))
}

fn out_of_room(error: &(dyn Error + 'static)) -> Option<WorkerFailure> {
    is_out_of_room(error).then(|| {
        new_failure(
            FailureCode::StorageFull,
            "The server's disk is full. Tell the administrator.",
        )
    })
}

pub fn from_parquet(error: &ParquetError) -> WorkerFailure {
    out_of_room(error).unwrap_or_else(|| {
        unreadable_file(format!(
            "The Parquet file could not be read: {}.",
            trim_detail(&error.to_string())
        ))
    })
}

pub fn from_arrow(error: &ArrowError) -> WorkerFailure {
    out_of_room(error).unwrap_or_else(|| {
        unreadable_file(format!(
            "A column could not be read: {}.",
            trim_detail(&error.to_string())
        ))
    })
}

/// The first line of a message, as much of it as a user reads.
pub fn trim_detail(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.chars().take(MESSAGE_CHARACTERS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_disk_is_distinguished_from_damaged_files() {
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let parquet = ParquetError::External(Box::new(full()));
        let arrow = ArrowError::ExternalError(Box::new(full()));
        for failure in [
            from_io(&full()),
            from_parquet(&parquet),
            from_arrow(&arrow),
            from_arrow(&ArrowError::IoError("writing".into(), full())),
        ] {
            assert_eq!(failure.code, FailureCode::StorageFull);
        }
        let damaged = from_parquet(&ParquetError::General("no footer".into()));
        assert_eq!(damaged.code, FailureCode::SourceUnreadable);
    }
}
