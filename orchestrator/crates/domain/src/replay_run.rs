use chrono::{DateTime, Utc};
use portolan_blocks::{Block, BlockType, Metered, Outcome, Thumb};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{ActivityUser, ComparedPart, Direction};

/// Which stored chats are replayed: all conditions hold for each of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatSelection {
    /// The number of most recently used chats.
    pub latest: Option<u32>,
    /// Chats used since then.
    pub since: Option<DateTime<Utc>>,
    /// Chats of this user.
    pub user_id: Option<Uuid>,
    /// Chats with an answer that its user rated so.
    pub rating: Option<Thumb>,
    /// Chats with this tag.
    #[serde(default)]
    pub tag: Option<String>,
    /// Chats of users of this plan.
    #[serde(default)]
    pub tier: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReplayStatus {
    /// Waits for an earlier run of its server.
    Queued,
    Running,
    Completed,
    Cancelled,
    /// Ended by an error; can be resumed.
    Failed,
    /// Its server stopped; can be resumed.
    Interrupted,
}

/// A batch replay with its progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayRun {
    pub id: Uuid,
    pub status: ReplayStatus,
    /// None if the admin's account is deleted.
    pub started_by: Option<ActivityUser>,
    pub selection: ChatSelection,
    /// None: each turn runs on its original's model.
    pub model: Option<String>,
    /// The run that the answers are compared with; without one, the originals.
    pub baseline_id: Option<Uuid>,
    /// Chats and turns of the selection; 0 until the run has begun.
    pub chats: u64,
    pub turns: u64,
    /// Turns that are compared, those among them that differ, and those that weren't begun.
    pub done: u64,
    pub differing: u64,
    pub refused: u64,
    /// Credits that the replayed turns would have cost.
    pub credits: u64,
    pub error: Option<String>,
    pub created_at: DateTime<Utc>,
    pub started_at: Option<DateTime<Utc>>,
    pub finished_at: Option<DateTime<Utc>>,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct ReplayFilter {
    pub status: Option<ReplayStatus>,
    pub direction: Direction,
}

/// A run to queue.
#[derive(Clone, Debug)]
pub struct NewReplayRun {
    pub id: Uuid,
    pub node: String,
    pub selection: ChatSelection,
    pub model: Option<String>,
    pub baseline_id: Option<Uuid>,
}

/// A run that one server carries out until another claim.
#[derive(Clone, Debug)]
pub struct ClaimedReplay {
    pub id: Uuid,
    pub attempt: u64,
    pub selection: ChatSelection,
    pub model: Option<String>,
    pub baseline_id: Option<Uuid>,
}

/// The compared parts of a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TurnSummary {
    pub model: Option<String>,
    pub outcome: Option<Outcome>,
    pub block_types: Vec<BlockType>,
    /// A hash of each chart's kind and data, whatever it is called and however it looks.
    pub charts: Vec<String>,
    /// A hash of each chart's kind, marks and channels, whatever its data.
    #[serde(default)]
    pub encodings: Vec<String>,
    /// The numbers in the prose, in order.
    #[serde(default)]
    pub numbers: Vec<String>,
    /// How many of them no query explains.
    #[serde(default)]
    pub unverified_numbers: u64,
    /// The places in sources that the answer refers to.
    #[serde(default)]
    pub references: Vec<String>,
    pub metered: Option<Metered>,
    pub duration_millis: Option<i64>,
}

/// A replayed turn to store.
#[derive(Clone, Debug)]
pub struct NewReplayedTurn {
    pub turn_id: Uuid,
    pub chat_id: Uuid,
    pub question: String,
    pub original: TurnSummary,
    pub replayed: Option<TurnSummary>,
    /// The blocks of the replayed answer.
    pub answer: Vec<Block>,
    pub refusal: Option<String>,
    pub missing_sources: u32,
}

/// A replayed turn beside what it is compared with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayedTurn {
    pub turn_id: Uuid,
    pub chat_id: Uuid,
    /// None where admins can't read chats.
    pub question: Option<String>,
    /// The original, or the turn of the baseline; None if that has no such turn.
    pub reference: Option<TurnSummary>,
    /// None if the turn wasn't begun; `refusal` says why.
    pub replayed: Option<TurnSummary>,
    pub refusal: Option<String>,
    /// Sources that the question named and that are gone.
    pub missing_sources: u32,
    /// The parts that differ.
    pub differences: Vec<ComparedPart>,
}

/// The answers of a replayed turn and of what it is compared with.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayedAnswers {
    pub question: String,
    /// None if there is nothing to compare with.
    pub reference: Option<Vec<Block>>,
    /// None if the turn wasn't begun.
    pub replayed: Option<Vec<Block>>,
}
