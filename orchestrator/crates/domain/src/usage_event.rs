use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

/// A charged turn, or its correction, as a CloudEvent 1.0 in JSON.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct UsageEvent {
    /// Always `1.0`.
    pub specversion: &'static str,
    /// The same whenever the event is read.
    pub id: String,
    /// The server, by its public address where it has one.
    pub source: String,
    #[serde(rename = "type")]
    pub event_type: UsageEventType,
    /// The user.
    pub subject: Uuid,
    pub time: DateTime<Utc>,
    /// Always `application/json`.
    pub datacontenttype: &'static str,
    pub data: UsageEventData,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum UsageEventType {
    #[serde(rename = "portolan.usage.charged")]
    Charged,
    /// The provider has reported other figures than were charged by estimate: those of the whole turn.
    #[serde(rename = "portolan.usage.corrected")]
    Corrected,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageEventData {
    /// Credits that this event takes; a correction may give some back and is negative then.
    pub credits: i64,
    pub turn_id: Uuid,
    pub chat_id: Option<Uuid>,
    pub model: Option<String>,
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// Whether the tokens are estimated because the provider has reported none.
    pub is_estimated: bool,
}

/// An entry of a ledger that a turn was charged or corrected by.
#[derive(Clone, Debug, PartialEq)]
pub struct ChargedEntry {
    pub user_id: Uuid,
    /// Of the account: 1, 2, 3 …
    pub number: u64,
    pub event_type: UsageEventType,
    pub data: UsageEventData,
    pub created_at: DateTime<Utc>,
}

impl ChargedEntry {
    /// Returns the entry as an event of this source.
    pub fn into_event(self, source: &str) -> UsageEvent {
        UsageEvent {
            specversion: "1.0",
            id: format!("{}-{}", self.user_id, self.number),
            source: source.to_owned(),
            event_type: self.event_type,
            subject: self.user_id,
            time: self.created_at,
            datacontenttype: "application/json",
            data: self.data,
        }
    }
}
