use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

use crate::model::PostKind;

/// Older ones are forgotten.
const CAPACITY: usize = 200;

/// What was sent while there was nobody to send it: for development. In memory only.
#[derive(Clone, Debug, Default)]
pub struct Mailbox(Arc<Mutex<VecDeque<PostedMessage>>>);

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PostedMessage {
    pub id: Uuid,
    pub kind: PostKind,
    pub to: String,
    /// None of a text message.
    pub subject: Option<String>,
    pub text: String,
    /// The same as a page; none of a text message.
    pub html: Option<String>,
    pub sent_at: DateTime<Utc>,
}

impl Mailbox {
    pub fn add(&self, message: PostedMessage) {
        let mut messages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        messages.push_front(message);
        messages.truncate(CAPACITY);
    }

    /// The newest first; only those to this address where one is given.
    pub fn list(&self, to: Option<&str>) -> Vec<PostedMessage> {
        let messages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        messages
            .iter()
            .filter(|message| to.is_none_or(|to| to == message.to))
            .cloned()
            .collect()
    }
}
