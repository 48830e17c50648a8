use std::sync::Arc;

use actix::Addr;
use chrono::{DateTime, Utc};
use portolan_auth::CodeSecret;
use portolan_store::{ClaimedMessage, NewMessage};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;
use uuid::Uuid;

use super::{DrainOutbox, MessagesWait, OutboxSupervisor, OutgoingMessage};

/// Results that a slow listener may be behind.
const RESULTS: usize = 256;

/// The result of a first attempt, for the caller who waits for it.
/// The better, the smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FirstResult {
    Sent,
    /// Not accepted yet, or still on its way; tried again by itself.
    Queued,
    /// Permanently rejected.
    Failed,
}

/// The way into the queue of outgoing messages. Clones share it.
#[derive(Clone)]
pub struct Outbox {
    seal: Seal,
    results: broadcast::Sender<(Uuid, FirstResult)>,
    supervisor: Addr<OutboxSupervisor>,
}

/// Hides the codes of queued messages from readers of the database.
#[derive(Clone, Debug)]
pub struct Seal(Arc<CodeSecret>);

#[derive(Serialize, Deserialize)]
struct EmailContent {
    subject: Option<String>,
    text: String,
    html: Option<String>,
}

impl Seal {
    pub fn new(secret: [u8; 32]) -> Self {
        Self(Arc::new(CodeSecret::new(secret)))
    }

    fn seal_message(&self, message: &OutgoingMessage) -> String {
        let content = EmailContent {
            subject: message.subject.clone(),
            text: message.text.clone(),
            html: message.html.clone(),
        };
        // Strings always serialise.
        let bytes = serde_json::to_vec(&content).unwrap_or_default();
        hex::encode(self.0.seal(&secret_name(message.id), &bytes))
    }

    /// Returns None if another secret has sealed it.
    pub(super) fn open(&self, claimed: &ClaimedMessage) -> Option<OutgoingMessage> {
        let sealed = hex::decode(&claimed.sealed_content).ok()?;
        let bytes = self.0.seal(&secret_name(claimed.id), &sealed);
        let content: EmailContent = serde_json::from_slice(&bytes).ok()?;
        Some(OutgoingMessage {
            id: claimed.id,
            kind: claimed.kind,
            to: claimed.recipient.clone(),
            subject: content.subject,
            text: content.text,
            html: content.html,
            sent_at: claimed.created_at,
        })
    }
}

fn secret_name(id: Uuid) -> String {
    format!("outbox {id}")
}

impl Outbox {
    /// Starts the supervisor that `build` makes of the channel of results.
    pub fn start(
        seal: Seal,
        build: impl FnOnce(broadcast::Sender<(Uuid, FirstResult)>) -> Addr<OutboxSupervisor>,
    ) -> Self {
        let results = broadcast::channel(RESULTS).0;
        Self {
            seal,
            supervisor: build(results.clone()),
            results,
        }
    }

    /// Returns the row to queue in the transaction that issues the message's code, or keeps its text.
    pub fn row(
        &self,
        message: &OutgoingMessage,
        user_id: Option<Uuid>,
        purpose: &'static str,
        expires_at: DateTime<Utc>,
    ) -> NewMessage {
        NewMessage {
            id: message.id,
            user_id,
            kind: message.kind,
            purpose,
            recipient: message.to.clone(),
            sealed_content: self.seal.seal_message(message),
            expires_at,
            created_at: message.sent_at,
        }
    }

    /// Sends what was queued without waiting for the next look.
    pub fn wake(&self) {
        // A full mailbox already guarantees a wake-up.
        let _ = self.supervisor.try_send(MessagesWait);
    }

    /// Returns the results of first attempts from now on.
    pub fn results(&self) -> broadcast::Receiver<(Uuid, FirstResult)> {
        self.results.subscribe()
    }

    /// Finishes the attempts that run, and begins no more.
    pub async fn drain(&self) {
        // Without an actor nothing runs.
        let _ = self.supervisor.send(DrainOutbox).await;
    }
}
