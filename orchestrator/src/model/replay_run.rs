use chrono::{DateTime, Utc};
use portolan_blocks::{BlockType, Metered, Outcome, Thumb};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{ActivityUser, Direction};

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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TurnSummary {
    pub model: Option<String>,
    pub outcome: Option<Outcome>,
    pub block_types: Vec<BlockType>,
    /// A hash of each chart's kind and data, whatever it is called and however it looks.
    pub charts: Vec<String>,
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
    /// The original, or the turn of the baseline; None where that has no such turn.
    pub reference: Option<TurnSummary>,
    /// None if the turn wasn't begun; `refusal` says why.
    pub replayed: Option<TurnSummary>,
    pub refusal: Option<String>,
    /// Sources that the question named and that are gone.
    pub missing_sources: u32,
    /// The parts that differ.
    pub differences: Vec<ComparedPart>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ComparedPart {
    Outcome,
    BlockTypes,
    /// Charts by their data.
    Charts,
}

/// A run in figures, beside what it is compared with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayComparison {
    /// Turns that have something to be compared with.
    pub compared: u64,
    pub same_outcome: u64,
    pub same_block_types: u64,
    pub same_charts: u64,
    /// Sums over the compared turns that were begun.
    pub reference: ReplayTotals,
    pub replayed: ReplayTotals,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayTotals {
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub credits: u64,
    pub duration_millis: u64,
}

impl ReplayComparison {
    /// Adds a turn and its reference.
    pub fn add(&mut self, reference: &TurnSummary, replayed: Option<&TurnSummary>) {
        self.compared += 1;
        let Some(replayed) = replayed else {
            return;
        };
        let differences = differing_parts(reference, replayed);
        let same = |part| u64::from(!differences.contains(&part));
        self.same_outcome += same(ComparedPart::Outcome);
        self.same_block_types += same(ComparedPart::BlockTypes);
        self.same_charts += same(ComparedPart::Charts);
        self.reference.add(reference);
        self.replayed.add(replayed);
    }
}

impl ReplayTotals {
    fn add(&mut self, turn: &TurnSummary) {
        let metered = turn.metered.unwrap_or_default();
        self.input_tokens += metered.input_tokens;
        self.output_tokens += metered.output_tokens;
        self.credits += metered.credits;
        let millis = turn.duration_millis.unwrap_or_default();
        self.duration_millis += u64::try_from(millis).unwrap_or_default();
    }
}

/// Returns the parts in which two turns differ.
pub fn differing_parts(one: &TurnSummary, other: &TurnSummary) -> Vec<ComparedPart> {
    let parts = [
        (ComparedPart::Outcome, one.outcome == other.outcome),
        (
            ComparedPart::BlockTypes,
            one.block_types == other.block_types,
        ),
        (ComparedPart::Charts, one.charts == other.charts),
    ];
    let differing = parts.into_iter().filter(|(_, is_same)| !is_same);
    differing.map(|(part, _)| part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(charts: &[&str], credits: u64) -> TurnSummary {
        TurnSummary {
            model: None,
            outcome: Some(Outcome::Completed),
            block_types: vec![BlockType::Text],
            charts: charts.iter().map(|&chart| chart.to_owned()).collect(),
            metered: Some(Metered {
                credits,
                ..Metered::default()
            }),
            duration_millis: Some(20),
        }
    }

    #[test]
    fn comparison_counts_refused_turns_and_sums_only_those_begun() {
        let mut comparison = ReplayComparison::default();
        comparison.add(&turn(&["a"], 3), Some(&turn(&["a"], 5)));
        comparison.add(&turn(&["a"], 3), Some(&turn(&["b"], 5)));
        comparison.add(&turn(&["a"], 3), None);
        assert_eq!((comparison.compared, comparison.same_charts), (3, 1));
        assert_eq!(comparison.same_outcome, 2);
        assert_eq!(
            (comparison.reference.credits, comparison.replayed.credits),
            (6, 10)
        );
        assert_eq!(comparison.replayed.duration_millis, 40);
    }
}
