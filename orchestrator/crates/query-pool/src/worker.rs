//! One worker process and the two pipes to it.

use std::{io, path::Path, process::Stdio};

use portolan_query::WorkerResponse;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines},
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command},
};

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

    /// Sends one request and reads its answer. The answer and the progress lines before it have at most
    /// `limit` bytes; `tell` is called for each progress line.
    pub(crate) async fn exchange(
        &mut self,
        line: &str,
        limit: u64,
        tell: &(dyn Fn(u32, u32) + Send + Sync),
    ) -> io::Result<WorkerResponse> {
        self.served += 1;
        self.stdin.write_all(line.as_bytes()).await?;
        self.stdin.write_all(b"\n").await?;
        self.stdin.flush().await?;
        let mut output = (&mut self.stdout).take(limit);
        loop {
            let mut answer = Vec::new();
            output.read_until(b'\n', &mut answer).await?;
            if answer.last() != Some(&b'\n') {
                return Err(io::Error::new(
                    io::ErrorKind::UnexpectedEof,
                    format!("the answer ends after {} bytes", answer.len()),
                ));
            }
            match serde_json::from_slice(&answer)? {
                WorkerResponse::Progress { page, pages } => tell(page, pages),
                response => return Ok(response),
            }
        }
    }
}

async fn log_lines(mut lines: Lines<BufReader<ChildStderr>>) {
    while let Ok(Some(line)) = lines.next_line().await {
        tracing::info!(%line, "query.worker.stderr");
    }
}
