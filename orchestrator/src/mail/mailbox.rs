use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use chrono::{DateTime, Utc};
use portolan_auth::is_same;
use portolan_domain::MessageKind;
use serde::Serialize;
use uuid::Uuid;

/// Older ones are dropped.
const CAPACITY: usize = 200;

/// Messages that development mode keeps in memory instead of sending them. Reading them takes the
/// secret that the console prints at start.
#[derive(Clone)]
pub struct Mailbox {
    secret: Arc<str>,
    messages: Arc<Mutex<VecDeque<OutgoingMessage>>>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OutgoingMessage {
    pub id: Uuid,
    pub kind: MessageKind,
    pub to: String,
    /// None of a text message.
    pub subject: Option<String>,
    pub text: String,
    /// The same as a page; none of a text message.
    pub html: Option<String>,
    pub sent_at: DateTime<Utc>,
}

impl Mailbox {
    pub fn new(secret: String) -> Self {
        Self {
            secret: secret.into(),
            messages: Arc::default(),
        }
    }

    pub fn secret(&self) -> &str {
        &self.secret
    }

    /// Compares in constant time.
    pub fn is_opened_by(&self, secret: &str) -> bool {
        is_same(&self.secret, secret)
    }

    pub fn add(&self, message: OutgoingMessage) {
        let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        messages.push_front(message);
        messages.truncate(CAPACITY);
    }

    /// Returns messages, newest first, optionally to one address.
    pub fn list(&self, to: Option<&str>) -> Vec<OutgoingMessage> {
        let messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        messages
            .iter()
            .filter(|message| to.is_none_or(|to| to == message.to))
            .cloned()
            .collect()
    }
}
