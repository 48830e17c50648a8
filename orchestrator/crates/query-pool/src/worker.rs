//! One worker process and the two pipes to it.

use std::{io, path::Path, process::Stdio};

use futures_util::{StreamExt, stream::FuturesUnordered};
use portolan_query::{ObjectReply, WorkerFailure, WorkerResponse};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines},
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command},
};

use crate::objects::{NoObjects, ObjectSource};

/// Calls for objects that one request may have open; they bound the server's memory for it.
const MOST_CALLS: usize = 8;

/// The handlers of messages between a request and its answer.
#[derive(Clone, Copy)]
pub(crate) struct WorkerExchange<'a> {
    /// Called for each line of progress.
    tell: &'a (dyn Fn(u32, u32) + Send + Sync),
    objects: &'a dyn ObjectSource,
}

impl<'a> WorkerExchange<'a> {
    pub(crate) fn with_progress(tell: &'a (dyn Fn(u32, u32) + Send + Sync)) -> Self {
        let objects = &NoObjects;
        Self { tell, objects }
    }

    pub(crate) fn with_objects(objects: &'a dyn ObjectSource) -> Self {
        let tell = &|_, _| {};
        Self { tell, objects }
    }
}

/// Ends with its process: dropping it kills.
pub(crate) struct Worker {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    pub(crate) served: u32,
}

impl Worker {
    pub(crate) fn start(binary: &Path, address_space: u64) -> io::Result<Self> {
        let mut child = Command::new(binary)
            .arg("--address-space")
            .arg(address_space.to_string())
            .env_clear()
            // Every malloc arena reserves address space, of which the worker has little.
            .env("MALLOC_ARENA_MAX", "2")
            .env("TZ", "UTC")
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let missing = || io::Error::other("the worker has no pipe");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        if let Some(stderr) = child.stderr.take() {
            tokio::spawn(log_lines(BufReader::new(stderr).lines()));
        }
        Ok(Self {
            child,
            stdin,
            stdout: BufReader::new(stdout),
            served: 0,
        })
    }

    pub(crate) fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Sends one request and reads its answer. The answer and the lines before it have at most `limit` bytes.
    pub(crate) async fn exchange(
        &mut self,
        line: &str,
        limit: u64,
        exchange: WorkerExchange<'_>,
    ) -> io::Result<WorkerResponse> {
        self.served += 1;
        self.stdin.write_all(line.as_bytes()).await?;
        self.stdin.write_all(b"\n").await?;
        self.stdin.flush().await?;
        let mut output = (&mut self.stdout).take(limit);
        let mut answer = Vec::new();
        let mut calls = FuturesUnordered::new();
        loop {
            tokio::select! {
                Some((id, performed)) = calls.next(), if !calls.is_empty() => {
                    // The worker reads its input at all times, so this never waits for a worker that waits for us.
                    write_reply(&mut self.stdin, id, performed).await?;
                }
                // A cancelled read keeps its bytes in `answer`. While all calls are open, nothing is read.
                read = output.read_until(b'\n', &mut answer), if calls.len() < MOST_CALLS => {
                    read?;
                    if answer.last() != Some(&b'\n') {
                        return Err(io::Error::new(
                            io::ErrorKind::UnexpectedEof,
                            format!("the answer ends after {} bytes", answer.len()),
                        ));
                    }
                    match serde_json::from_slice(&answer)? {
                        WorkerResponse::Progress { page, pages } => (exchange.tell)(page, pages),
                        WorkerResponse::Call(call) => calls.push(async move {
                            let performed = exchange.objects.perform(call.table, call.operation);
                            (call.id, performed.await)
                        }),
                        response => return Ok(response),
                    }
                    answer.clear();
                }
            }
        }
    }
}

async fn write_reply(
    input: &mut ChildStdin,
    id: u64,
    performed: Result<Vec<u8>, WorkerFailure>,
) -> io::Result<()> {
    let (bytes, failure) = match performed {
        Ok(bytes) => (bytes, None),
        Err(failure) => (Vec::new(), Some(failure)),
    };
    let reply = ObjectReply {
        object_call: id,
        bytes: bytes.len() as u64,
        failure,
    };
    let mut line = serde_json::to_vec(&reply)?;
    line.push(b'\n');
    input.write_all(&line).await?;
    input.write_all(&bytes).await?;
    input.flush().await
}

async fn log_lines(mut lines: Lines<BufReader<ChildStderr>>) {
    while let Ok(Some(line)) = lines.next_line().await {
        tracing::info!(%line, "query.worker.stderr");
    }
}
