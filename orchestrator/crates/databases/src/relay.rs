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

/// How the bytes of a server are counted.
pub(super) enum Counter {
    Messages(Messages),
    /// Bytes that may still come. Packets of MySQL announce at most 16 MiB, so that their lengths needn't be read: the
    /// driver encrypts the connection itself, without which it sends no password to MySQL 8.
    Bytes(u64),
}

impl Counter {
    pub fn messages(most_bytes: u64) -> Self {
        Self::Messages(Messages::new(most_bytes))
    }

    /// Takes the next bytes; returns whether the limit still holds.
    fn allow(&mut self, bytes: &[u8]) -> bool {
        match self {
            Self::Messages(messages) => messages.allow(bytes),
            Self::Bytes(left) => match left.checked_sub(bytes.len() as u64) {
                Some(rest) => {
                    *left = rest;
                    true
                }
                None => false,
            },
        }
    }
}

/// Joins the connection to a socket that the driver may connect to once, within `time`. Returns the socket's folder, and
/// whether the server sent more than the counter allows.
pub(super) fn start(
    server: Box<dyn Connection>,
    port: u16,
    counter: Counter,
    time: Duration,
) -> io::Result<(TempDir, Arc<AtomicBool>)> {
    // Only this user can enter the folder.
    let folder = tempfile::Builder::new().prefix("portolan-db-").tempdir()?;
    let listener = UnixListener::bind(folder.path().join(socket_name(port)))?;
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
            if let Ok(true) = copy_answers(from_server, &mut to_driver, counter).await {
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

/// The name by which PostgreSQL's driver finds the socket in its folder.
pub(super) fn socket_name(port: u16) -> String {
    format!(".s.PGSQL.{port}")
}

/// Copies what the server sends; returns whether it was cut off at the limit.
async fn copy_answers(
    mut server: impl AsyncRead + Unpin,
    driver: &mut (impl AsyncWrite + Unpin),
    mut counter: Counter,
) -> io::Result<bool> {
    let mut buffer = vec![0; READ_BYTES];
    loop {
        let count = server.read(&mut buffer).await?;
        let bytes = &buffer[..count];
        if count == 0 {
            return Ok(false);
        }
        if !counter.allow(bytes) {
            return Ok(true);
        }
        driver.write_all(bytes).await?;
    }
}

/// The messages of a PostgreSQL server, of which only the announced lengths are read: the driver reserves that much memory
/// before a single byte arrives.
pub(super) struct Messages {
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

    #[test]
    fn bytes_pass_up_to_limit() {
        let mut counter = Counter::Bytes(10);
        assert!(counter.allow(&[0; 10]));
        assert!(!counter.allow(&[0]));
    }

    #[tokio::test]
    async fn message_announced_beyond_limit_never_reaches_driver() {
        let mut answers = message(b'R', &[0; 4]);
        answers.push(b'D');
        answers.extend(u32::MAX.to_be_bytes());
        let mut driver = Vec::new();
        let is_cut = copy_answers(&answers[..], &mut driver, Counter::messages(1_000)).await;
        assert!(is_cut.unwrap());
        assert!(driver.is_empty());
    }
}
