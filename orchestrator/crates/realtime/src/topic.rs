use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::LONGEST_NAME;

/// The prefix of topics on the wire; the rest is the channel's name.
const PREFIX: &str = "realtime:";

/// A channel's name, and whether it is the private one of this name: the two know nothing of each
/// other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Topic {
    name: String,
    pub is_private: bool,
}

/// The subject of a topic, if its name has one: `board:{id}`, also with a suffix after a further colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    User(Uuid),
    Board(Uuid),
    Chart(Uuid),
    Portolan(Uuid),
    Chat(Uuid),
    /// Nothing that the product knows.
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TopicError {
    #[error("TopicNameRequired: You must provide a topic name")]
    Missing,
    #[error("InvalidTopic: A topic begins with realtime: and has at most 255 bytes")]
    Invalid,
}

impl Topic {
    /// Reads the topic of a frame.
    ///
    /// # Errors
    /// Fails if it isn't the name of a channel.
    pub fn of_wire(wire: &str, is_private: bool) -> Result<Self, TopicError> {
        let name = wire.strip_prefix(PREFIX).ok_or(TopicError::Invalid)?;
        Self::named(name, is_private)
    }

    /// Of a channel's name.
    ///
    /// # Errors
    /// Fails if no frame could carry it.
    pub fn named(name: &str, is_private: bool) -> Result<Self, TopicError> {
        if name.is_empty() {
            return Err(TopicError::Missing);
        }
        if PREFIX.len() + name.len() > LONGEST_NAME {
            return Err(TopicError::Invalid);
        }
        Ok(Self {
            name: name.to_owned(),
            is_private,
        })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn wire(&self) -> String {
        format!("{PREFIX}{}", self.name)
    }

    pub fn subject(&self) -> Subject {
        let mut parts = self.name.splitn(3, ':');
        let (Some(kind), Some(id)) = (parts.next(), parts.next()) else {
            return Subject::Other;
        };
        let Ok(id) = id.parse() else {
            return Subject::Other;
        };
        match kind {
            "user" => Subject::User(id),
            "board" => Subject::Board(id),
            "chart" => Subject::Chart(id),
            "portolan" => Subject::Portolan(id),
            "chat" => Subject::Chat(id),
            _ => Subject::Other,
        }
    }
}
