use portolan_blocks::Block;
use portolan_domain::{ComparedPart, NewReplayedTurn, TurnSummary, differing_parts};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{TranscriptTurn, checks::CheckResult, summary::summarize_original};

/// A replayed turn beside what it is compared with: a line of `results.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    pub chat_id: Uuid,
    pub turn_id: Uuid,
    pub text: String,
    pub original: TurnSummary,
    /// The turn of the baseline, or the original; None if neither is known.
    pub reference: Option<TurnSummary>,
    /// None if the turn was not begun; `refusal` says why.
    pub replayed: Option<TurnSummary>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
    /// Sources that the message named and that are gone.
    pub missing_sources: usize,
    /// The parts of the replayed turn that differ from the reference.
    pub differences: Vec<ComparedPart>,
    /// How often the turn was asked, because it failed before.
    pub attempts: u32,
    /// The blocks of the replayed answer.
    pub answer: Vec<Block>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<CheckResult>,
}

/// The replayed side of a comparison.
#[derive(Clone, Debug, Default)]
pub struct ReplayedSide {
    /// The turn, or why it was not begun.
    pub turn: Option<TurnSummary>,
    pub refusal: Option<String>,
    pub answer: Vec<Block>,
    pub missing_sources: usize,
    pub attempts: u32,
}

impl Comparison {
    /// Compares a turn with its original, or with that of a baseline: `Some(None)` if the baseline lacks it.
    pub fn new(
        chat_id: Uuid,
        turn: &TranscriptTurn,
        baseline: Option<Option<TurnSummary>>,
        side: ReplayedSide,
    ) -> Self {
        let original = summarize_original(turn);
        let reference = match baseline {
            Some(baseline) => baseline,
            // A file with questions alone has nothing to compare with.
            None => original.outcome.is_some().then(|| original.clone()),
        };
        let compared = reference.as_ref().zip(side.turn.as_ref());
        let differences = compared.map(|(reference, turn)| differing_parts(reference, turn));
        Self {
            chat_id,
            turn_id: turn.turn_id,
            text: turn.message.text.clone(),
            differences: differences.unwrap_or_default(),
            original,
            reference,
            replayed: side.turn,
            refusal: side.refusal,
            missing_sources: side.missing_sources,
            attempts: side.attempts,
            answer: side.answer,
            checks: Vec::new(),
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
            answer: self.answer.clone(),
            refusal: self.refusal.clone(),
            missing_sources: u32::try_from(self.missing_sources).unwrap_or(u32::MAX),
        }
    }

    /// Whether something that was compared is not as it was, or the turn was not begun.
    pub fn differs(&self) -> bool {
        !self.differences.is_empty() || self.refusal.is_some()
    }

    /// Returns the credits of the replayed answer and of the models that judged it.
    pub fn credits(&self) -> u64 {
        let metered = self.replayed.as_ref().and_then(|turn| turn.metered);
        let judged: u64 = self.checks.iter().map(|check| check.credits).sum();
        metered.unwrap_or_default().credits + judged
    }
}
