use chrono::{DateTime, Utc};
use portolan_blocks::{Block, BlockContent, BlockType, ChartBlock, Turn};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::TranscriptTurn;
use crate::model::{NewReplayedTurn, TurnSummary};

/// One turn, before and now: a line of `results.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    pub chat_id: Uuid,
    pub turn_id: Uuid,
    pub text: String,
    pub original: TurnSummary,
    /// None if the turn was not begun; `refusal` says why.
    pub replayed: Option<TurnSummary>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
    /// Sources that the message named and that are gone.
    pub missing_sources: usize,
    /// None if the original does not say.
    pub same_outcome: Option<bool>,
    pub same_block_types: Option<bool>,
    pub same_charts: Option<bool>,
}

impl TurnSummary {
    pub fn of_original(turn: &TranscriptTurn) -> Self {
        Self {
            model: turn.model.clone(),
            outcome: turn.outcome,
            block_types: block_types(&turn.blocks),
            charts: chart_fingerprints(&turn.blocks),
            metered: turn.metered,
            duration_millis: turn
                .started_at
                .zip(turn.finished_at)
                .map(|(start, end)| duration_ms(start, end)),
        }
    }

    pub fn of_replayed(turn: &Turn) -> Self {
        Self {
            model: Some(turn.model.clone()),
            outcome: turn.outcome,
            block_types: block_types(&turn.blocks),
            charts: chart_fingerprints(&turn.blocks),
            metered: Some(turn.metered),
            duration_millis: turn
                .finished_at
                .map(|end| duration_ms(turn.started_at, end)),
        }
    }
}

impl Comparison {
    pub fn new(
        chat_id: Uuid,
        turn: &TranscriptTurn,
        replayed: Result<TurnSummary, String>,
        missing_sources: usize,
    ) -> Self {
        let original = TurnSummary::of_original(turn);
        let (replayed, refusal) = match replayed {
            Ok(replayed) => (Some(replayed), None),
            Err(refusal) => (None, Some(refusal)),
        };
        // A file with questions alone has nothing to compare with.
        let known = original.outcome.is_some();
        let same = |is_same: fn(&TurnSummary, &TurnSummary) -> bool| {
            known.then(|| {
                replayed
                    .as_ref()
                    .is_some_and(|replayed| is_same(&original, replayed))
            })
        };
        Self {
            same_outcome: same(|one, two| one.outcome == two.outcome),
            same_block_types: same(|one, two| one.block_types == two.block_types),
            same_charts: same(|one, two| one.charts == two.charts),
            chat_id,
            turn_id: turn.turn_id,
            text: turn.message.text.clone(),
            original,
            replayed,
            refusal,
            missing_sources,
        }
    }

    /// Returns the comparison as the store keeps it.
    pub fn to_stored(&self) -> NewReplayedTurn {
        NewReplayedTurn {
            turn_id: self.turn_id,
            chat_id: self.chat_id,
            question: self.text.clone(),
            original: self.original.clone(),
            replayed: self.replayed.clone(),
            refusal: self.refusal.clone(),
            missing_sources: u32::try_from(self.missing_sources).unwrap_or(u32::MAX),
        }
    }

    /// Whether something that was compared is not as it was.
    pub fn differs(&self) -> bool {
        [self.same_outcome, self.same_block_types, self.same_charts].contains(&Some(false))
            || self.refusal.is_some()
    }
}

fn block_types(blocks: &[Block]) -> Vec<BlockType> {
    blocks
        .iter()
        .map(|block| block.content.block_type())
        .collect()
}

/// In no particular order, so sorted.
fn chart_fingerprints(blocks: &[Block]) -> Vec<String> {
    let mut hashes: Vec<String> = blocks
        .iter()
        .filter_map(|block| match &block.content {
            BlockContent::Chart(chart) => Some(chart_fingerprint(chart)),
            _ => None,
        })
        .collect();
    hashes.sort();
    hashes
}

/// The rows in their order; for charts that draw no rows what they are made of.
fn chart_fingerprint(chart: &ChartBlock) -> String {
    let data = match &chart.data {
        Some(data) => json!({"columns": data.columns, "rows": data.rows}),
        None => chart.spec.clone(),
    };
    let text = Value::to_string(&json!({"kind": chart.kind, "data": data}));
    hex::encode(&Sha256::digest(text.as_bytes())[..8])
}

fn duration_ms(start: DateTime<Utc>, end: DateTime<Utc>) -> i64 {
    (end - start).num_milliseconds()
}
