//! Hands a guarded connection to the driver, and bounds what the server sends through it.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tempfile::TempDir;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, copy, split},
    net::UnixListener,
    time::timeout,
};

use super::tls::Connection;

const READ_BYTES: usize = 16 * 1_024;

/// Joins the connection to a socket that the driver may connect to once, within `time`. Returns the socket's folder, and
/// whether the server sent more than `most_bytes`.
pub(super) fn start(
    server: Box<dyn Connection>,
    port: u16,
    most_bytes: u64,
    time: Duration,
) -> io::Result<(TempDir, Arc<AtomicBool>)> {
    // Only this user can enter the folder.
    let folder = tempfile::Builder::new().prefix("portolan-db-").tempdir()?;
    // The name by which the driver finds a server's socket.
    let listener = UnixListener::bind(folder.path().join(format!(".s.PGSQL.{port}")))?;
    let has_overflowed = Arc::new(AtomicBool::new(false));
    let overflowed = Arc::clone(&has_overflowed);
    tokio::spawn(async move {
        let Ok(Ok((driver, _))) = timeout(time, listener.accept()).await else {
            return;
        };
        drop(listener);
        let (from_server, mut to_server) = split(server);
        let (mut from_driver, mut to_driver) = driver.into_split();
        let requests = async {
            let _ = copy(&mut from_driver, &mut to_server).await;
            let _ = to_server.shutdown().await;
        };
        let answers = async {
            if let Ok(true) = copy_answers(from_server, &mut to_driver, most_bytes).await {
                overflowed.store(true, Ordering::Relaxed);
            }
            let _ = to_driver.shutdown().await;
        };
        // When one side is done, dropping both ends the other: the server then cancels what still runs.
        tokio::select! {
            () = requests => {}
            () = answers => {}
        }
    });
    Ok((folder, has_overflowed))
}

/// Copies what the server sends; returns whether it was cut off at the limit.
async fn copy_answers(
    mut server: impl AsyncRead + Unpin,
    driver: &mut (impl AsyncWrite + Unpin),
    most_bytes: u64,
) -> io::Result<bool> {
    let mut messages = Messages::new(most_bytes);
    let mut buffer = vec![0; READ_BYTES];
    loop {
        let count = server.read(&mut buffer).await?;
        let bytes = &buffer[..count];
        if count == 0 {
            return Ok(false);
        }
        if !messages.allow(bytes) {
            return Ok(true);
        }
        driver.write_all(bytes).await?;
    }
}

/// The messages of a PostgreSQL server, of which only the announced lengths are read: the driver reserves that much memory
/// before a single byte arrives.
struct Messages {
    /// Kind and length of the message that begins, as far as they have arrived.
    head: Vec<u8>,
    /// Bytes that the present message still has.
    body: u64,
    left: u64,
}

const HEAD_BYTES: usize = 5;

impl Messages {
    fn new(most_bytes: u64) -> Self {
        Self {
            head: Vec::with_capacity(HEAD_BYTES),
            body: 0,
            left: most_bytes,
        }
    }

    /// Takes the next bytes; returns whether all messages so far are announced as no longer than allowed together.
    fn allow(&mut self, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() {
            if self.body > 0 {
                let count = usize::try_from(self.body)
                    .unwrap_or(usize::MAX)
                    .min(bytes.len());
                self.body -= count as u64;
                bytes = &bytes[count..];
                continue;
            }
            let count = (HEAD_BYTES - self.head.len()).min(bytes.len());
            self.head.extend_from_slice(&bytes[..count]);
            bytes = &bytes[count..];
            let [_kind, first, second, third, fourth] = self.head[..] else {
                continue;
            };
            // It counts itself and not the kind before it.
            let length = u64::from(u32::from_be_bytes([first, second, third, fourth]));
            let Some(left) = self.left.checked_sub(length) else {
                return false;
            };
            self.left = left;
            self.body = length.saturating_sub(4);
            self.head.clear();
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn message(kind: u8, body: &[u8]) -> Vec<u8> {
        let length = u32::try_from(body.len() + 4).unwrap();
        [&[kind][..], &length.to_be_bytes(), body].concat()
    }

    proptest! {
        #[test]
        fn messages_pass_up_to_limit_however_they_are_cut(
            bodies in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..20),
            cut in 1_usize..50,
            spare in 0_u64..10,
        ) {
            let bytes: Vec<u8> = bodies.iter().flat_map(|body| message(b'D', body)).collect();
            let total: u64 = bodies.iter().map(|body| body.len() as u64 + 4).sum();
            let mut messages = Messages::new(total + spare);
            for part in bytes.chunks(cut) {
                prop_assert!(messages.allow(part));
            }
            if total > 0 {
                let mut messages = Messages::new(total - 1);
                prop_assert!(!bytes.chunks(cut).all(|part| messages.allow(part)));
            }
        }
    }

    #[tokio::test]
    async fn message_announced_beyond_limit_never_reaches_driver() {
        let mut answers = message(b'R', &[0; 4]);
        answers.push(b'D');
        answers.extend(u32::MAX.to_be_bytes());
        let mut driver = Vec::new();
        let is_cut = copy_answers(&answers[..], &mut driver, 1_000).await;
        assert!(is_cut.unwrap());
        assert!(driver.is_empty());
    }
}
