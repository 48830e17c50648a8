use chrono::{DateTime, Utc};
use portolan_blocks::Outcome;
use portolan_environment::ids::named_id;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::Visibility;

/// An event that webhooks are told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum WebhookEvent {
    /// A turn of a chat has finished, whatever came of it.
    #[serde(rename = "turn.finished")]
    TurnFinished,
    /// Others may see a chart from now on, or another version of it.
    #[serde(rename = "chart.published")]
    ChartPublished,
    /// A refresh has changed a chart.
    #[serde(rename = "chart.refreshed")]
    ChartRefreshed,
    /// All credits of the period are used.
    #[serde(rename = "limit.reached")]
    LimitReached,
    /// The owner of a webhook tries it out.
    #[serde(rename = "webhook.test")]
    Test,
}

impl WebhookEvent {
    /// The events that a webhook is subscribed to; each gets tests.
    pub const SUBSCRIBED: [Self; 4] = [
        Self::TurnFinished,
        Self::ChartPublished,
        Self::ChartRefreshed,
        Self::LimitReached,
    ];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum WebhookStatus {
    Enabled,
    /// By its owner.
    Disabled,
    /// After attempts that failed for days, or an answer 410.
    Failed,
}

/// An endpoint that is told of its owner's events.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Webhook {
    pub id: Uuid,
    #[serde(skip)]
    pub user_id: Uuid,
    pub url: String,
    pub description: String,
    pub events: Vec<WebhookEvent>,
    pub status: WebhookStatus,
    /// The first failed attempt since the last successful one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failing_since: Option<DateTime<Utc>>,
    /// Until then deliveries are signed with the secret before the last rotation too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous_secret_until: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

/// A secret as the store keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedSecret {
    pub id: Uuid,
    pub sealed: String,
}

/// A change of a webhook by its owner; None leaves a value as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WebhookChange {
    pub url: Option<String>,
    pub description: Option<String>,
    pub events: Option<Vec<WebhookEvent>>,
    pub is_enabled: Option<bool>,
}

/// An event that has just become true.
#[derive(Clone, Debug, PartialEq)]
pub struct NewWebhookEvent {
    pub id: Uuid,
    pub data: WebhookEventData,
    pub occurred_at: DateTime<Utc>,
}

impl NewWebhookEvent {
    /// Returns the event of a subject, which tells it from all others of its type: its id comes of it.
    pub fn new(subject: &str, data: WebhookEventData, occurred_at: DateTime<Utc>) -> Self {
        Self {
            id: named_id(&format!("webhook event {:?} {subject}", data.event())),
            data,
            occurred_at,
        }
    }
}

/// The `data` of an event.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
pub enum WebhookEventData {
    TurnFinished {
        chat_id: Uuid,
        turn_id: Uuid,
        outcome: Outcome,
        credits: u64,
        finished_at: DateTime<Utc>,
    },
    ChartPublished {
        chart_id: Uuid,
        version: u32,
        title: String,
        visibility: Visibility,
    },
    ChartRefreshed {
        chart_id: Uuid,
        version: u32,
        title: String,
    },
    LimitReached {
        credits_used: u64,
        credits_included: u64,
        period_start: DateTime<Utc>,
        period_end: DateTime<Utc>,
    },
    Test {
        webhook_id: Uuid,
    },
}

impl WebhookEventData {
    pub fn event(&self) -> WebhookEvent {
        match self {
            Self::TurnFinished { .. } => WebhookEvent::TurnFinished,
            Self::ChartPublished { .. } => WebhookEvent::ChartPublished,
            Self::ChartRefreshed { .. } => WebhookEvent::ChartRefreshed,
            Self::LimitReached { .. } => WebhookEvent::LimitReached,
            Self::Test { .. } => WebhookEvent::Test,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeliveryStatus {
    /// Waiting for its next attempt.
    Queued,
    Delivered,
    Failed,
}

/// An event on its way to a webhook, and the result.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "WebhookDelivery")]
#[serde(rename_all = "camelCase")]
pub struct WebhookDelivery {
    pub id: Uuid,
    #[serde(skip)]
    pub webhook_id: Uuid,
    /// The header `webhook-id`: the same in every attempt.
    pub event_id: Uuid,
    pub event: WebhookEvent,
    /// The body.
    pub payload: Value,
    pub status: DeliveryStatus,
    pub attempts: u32,
    /// The next attempt; of a queued delivery alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_attempt_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_attempt: Option<DeliveryAttempt>,
    pub created_at: DateTime<Utc>,
}

/// The last attempt and its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryAttempt {
    pub attempted_at: DateTime<Utc>,
    pub duration_millis: u64,
    /// None where the endpoint gave no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_status: Option<u32>,
    /// The beginning of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_body: Option<String>,
    /// Why the attempt failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}
