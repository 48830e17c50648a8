//! Reads a page, a paper or a feed: in a thread whose panics end nothing but itself, with less memory
//! than the worker has. What takes too long or too much ends with the whole process.

use std::{
    fs, io,
    sync::mpsc::{Sender, channel},
    thread::{self, Thread},
    time::Duration,
};

use portolan_query::{
    FailureCode, ReadRequest, WorkerFailure, WorkerResponse, reading::SourceContent,
};
use portolan_reading::{SourceBytes, read_source};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::time::Instant;

use crate::write_response;

/// Of a file whose reader panicked.
const DAMAGED: &str =
    "It is damaged in a way that its reader gave up on. Save it anew, then upload it.";

const READER: &str = "reader";
/// Readers go down recursively into what they bound in depth.
const READER_STACK: usize = 64 << 20;
/// The least time between two lines of progress.
const PAUSE: Duration = Duration::from_millis(200);

/// Returns whether the thread is one whose panics are answers.
pub fn is_reader(thread: &Thread) -> bool {
    thread.name() == Some(READER)
}

/// Reads, and writes lines of progress meanwhile.
pub fn run_reading(
    request: ReadRequest,
    output: &mut impl io::Write,
) -> io::Result<WorkerResponse> {
    let before = getrlimit(Resource::As);
    let lowered = lower_limit(before, request.memory_bytes)?;
    setrlimit(Resource::As, lowered)?;
    let (sender, receiver) = channel();
    let reader = thread::Builder::new()
        .name(READER.to_owned())
        .stack_size(READER_STACK)
        .spawn(move || read_file(&request, &sender))?;
    for (page, pages) in receiver {
        write_response(&WorkerResponse::Progress { page, pages }, output)?;
    }
    let read = reader.join();
    setrlimit(Resource::As, before)?;
    Ok(match read {
        Ok(Ok(reading)) => WorkerResponse::Read {
            reading: Box::new(reading),
        },
        Ok(Err(message)) => unreadable_response(message),
        Err(_) => unreadable_response(DAMAGED.to_owned()),
    })
}

/// Runs a reader in a thread whose panic is an answer: the file is damaged.
pub fn catch_panic<T: Send>(
    read: impl FnOnce() -> Result<T, WorkerFailure> + Send,
) -> io::Result<Result<T, WorkerFailure>> {
    thread::scope(|scope| {
        let reader = thread::Builder::new()
            .name(READER.to_owned())
            .stack_size(READER_STACK)
            .spawn_scoped(scope, read)?;
        Ok(reader
            .join()
            .unwrap_or_else(|_| Err(damaged_failure(DAMAGED.to_owned()))))
    })
}

fn read_file(
    request: &ReadRequest,
    progress: &Sender<(u32, u32)>,
) -> Result<SourceContent, String> {
    let begun = Instant::now();
    let patience = Duration::from_millis(request.patience_ms);
    let mut told: Option<Instant> = None;
    let bytes =
        fs::read(&request.path).map_err(|error| format!("The file cannot be read: {error}."))?;
    let input = SourceBytes {
        bytes: &bytes,
        content_type: request.content_type.as_deref(),
        url: request.url.as_deref(),
    };
    let mut watch = |page, pages| {
        if told.is_none_or(|told| told.elapsed() >= PAUSE) {
            told = Some(Instant::now());
            // The other end is there as long as this thread runs.
            let _ = progress.send((page, pages));
        }
        begun.elapsed() < patience
    };
    read_source(&input, &mut watch).map_err(|unreadable| unreadable.0)
}

fn unreadable_response(message: String) -> WorkerResponse {
    WorkerResponse::Failed(damaged_failure(message))
}

fn damaged_failure(message: String) -> WorkerFailure {
    WorkerFailure {
        code: FailureCode::SourceUnreadable,
        message,
    }
}

/// Sets the limit to the current use of the process plus `memory` bytes.
fn lower_limit(limit: Rlimit, memory: u64) -> io::Result<Rlimit> {
    let status = fs::read_to_string("/proc/self/status")?;
    let size = status
        .lines()
        .find_map(|line| line.strip_prefix("VmSize:")?.split_whitespace().next())
        .and_then(|kilobytes| kilobytes.parse::<u64>().ok())
        .ok_or_else(|| io::Error::other("the kernel does not say how large the process is"))?;
    let lowered = (size << 10).saturating_add(memory);
    Ok(Rlimit {
        current: Some(
            limit
                .current
                .map_or(lowered, |current| current.min(lowered)),
        ),
        maximum: limit.maximum,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reader_panic_is_reported_as_damaged_file_and_not_as_memory_limit() {
        let failure =
            catch_panic(|| -> Result<(), WorkerFailure> { panic!("a cell beyond its sheet") });
        let failure = failure.unwrap().unwrap_err();
        assert_eq!(failure.code, FailureCode::SourceUnreadable);
        assert!(failure.message.contains("damaged"), "{}", failure.message);
        assert!(!failure.message.contains("memory"), "{}", failure.message);
        assert_eq!(catch_panic(|| Ok(7)).unwrap(), Ok(7));
    }
}
