//! The way that messages take between servers.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::{StreamExt, stream::BoxStream};
use tokio::sync::mpsc;

/// How long another server may take to answer.
pub const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// Messages that one subscription may have waiting; further ones are lost.
const WAITING: usize = 4_096;

/// Carries messages between servers. They may be lost, repeated or reordered.
#[async_trait]
pub trait PeerTransport: Send + Sync {
    /// Whether messages can reach no other server: then none need to be written.
    fn is_alone(&self) -> bool;

    /// Sends a message to all subscribers of the subject; never waits.
    fn publish(&self, subject: &str, payload: Bytes);

    /// Sends a message and returns the first answer.
    async fn request(&self, subject: &str, payload: Bytes) -> Result<Bytes, NoAnswer>;

    /// Returns the messages to a subject from now on.
    async fn subscribe(&self, subject: &str) -> BoxStream<'static, IncomingMessage>;
}

/// A message that has come in.
#[derive(Clone, Debug)]
pub struct IncomingMessage {
    pub payload: Bytes,
    /// The subject of the answer, if the sender waits for one.
    pub reply: Option<String>,
}

/// The other server is gone, out of reach or busy. It may have acted on the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the other server doesn't answer")]
pub struct NoAnswer;

/// A transport within this process: of a server that has no others, and of tests. Clones are connected.
#[derive(Clone, Default)]
pub struct LocalTransport(Arc<LocalSubjects>);

#[derive(Default)]
struct LocalSubjects {
    subscribers: Mutex<HashMap<String, Vec<mpsc::Sender<IncomingMessage>>>>,
    inboxes: AtomicU64,
}

impl LocalTransport {
    fn subjects(&self) -> MutexGuard<'_, HashMap<String, Vec<mpsc::Sender<IncomingMessage>>>> {
        let subscribers = &self.0.subscribers;
        subscribers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn join(&self, subject: &str) -> mpsc::Receiver<IncomingMessage> {
        let (sender, receiver) = mpsc::channel(WAITING);
        let mut subjects = self.subjects();
        subjects.retain(|_, senders| {
            senders.retain(|sender| !sender.is_closed());
            !senders.is_empty()
        });
        subjects.entry(subject.to_owned()).or_default().push(sender);
        receiver
    }

    /// Returns whether anyone has received it.
    fn send(&self, subject: &str, incoming: &IncomingMessage) -> bool {
        let subjects = self.subjects();
        let mut is_sent = false;
        for sender in subjects.get(subject).into_iter().flatten() {
            // A full queue loses the message, as a network would.
            is_sent |= sender.try_send(incoming.clone()).is_ok();
        }
        is_sent
    }
}

#[async_trait]
impl PeerTransport for LocalTransport {
    fn is_alone(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }

    fn publish(&self, subject: &str, payload: Bytes) {
        let reply = None;
        self.send(subject, &IncomingMessage { payload, reply });
    }

    async fn request(&self, subject: &str, payload: Bytes) -> Result<Bytes, NoAnswer> {
        let inbox = format!("inbox.{}", self.0.inboxes.fetch_add(1, Ordering::Relaxed));
        let mut answers = self.join(&inbox);
        let reply = Some(inbox);
        if !self.send(subject, &IncomingMessage { payload, reply }) {
            return Err(NoAnswer);
        }
        let answer = tokio::time::timeout(ANSWER_TIMEOUT, answers.recv()).await;
        let answer = answer.ok().flatten().ok_or(NoAnswer)?;
        Ok(answer.payload)
    }

    async fn subscribe(&self, subject: &str) -> BoxStream<'static, IncomingMessage> {
        tokio_stream::wrappers::ReceiverStream::new(self.join(subject)).boxed()
    }
}
