//! How the answers of a replay differ from those that they are compared with.

use portolan_blocks::Outcome;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    TurnSummary,
    significance::{test_amounts, test_changes},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ComparedPart {
    Outcome,
    BlockTypes,
    /// Charts by their data.
    Charts,
    /// Charts by their marks and channels.
    Encodings,
    /// Numbers in prose.
    Numbers,
    References,
}

impl ComparedPart {
    pub const ALL: [Self; 6] = [
        Self::Outcome,
        Self::BlockTypes,
        Self::Charts,
        Self::Encodings,
        Self::Numbers,
        Self::References,
    ];

    fn is_same(self, one: &TurnSummary, other: &TurnSummary) -> bool {
        match self {
            Self::Outcome => one.outcome == other.outcome,
            Self::BlockTypes => one.block_types == other.block_types,
            Self::Charts => one.charts == other.charts,
            Self::Encodings => one.encodings == other.encodings,
            Self::Numbers => one.numbers == other.numbers,
            Self::References => one.references == other.references,
        }
    }
}

/// Returns the parts in which two turns differ.
pub fn differing_parts(one: &TurnSummary, other: &TurnSummary) -> Vec<ComparedPart> {
    let parts = ComparedPart::ALL.into_iter();
    parts.filter(|part| !part.is_same(one, other)).collect()
}

/// An amount that is summed over turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ComparedAmount {
    /// Turns that completed.
    Completed,
    Charts,
    Numbers,
    /// Numbers in prose that no query explains.
    UnverifiedNumbers,
    References,
    InputTokens,
    OutputTokens,
    Credits,
    DurationMillis,
}

impl ComparedAmount {
    pub const ALL: [Self; 9] = [
        Self::Completed,
        Self::Charts,
        Self::Numbers,
        Self::UnverifiedNumbers,
        Self::References,
        Self::InputTokens,
        Self::OutputTokens,
        Self::Credits,
        Self::DurationMillis,
    ];

    /// Returns the amount of a turn; None if it isn't known.
    fn of(self, turn: &TurnSummary) -> Option<u64> {
        Some(match self {
            Self::Completed => u64::from(turn.outcome == Some(Outcome::Completed)),
            Self::Charts => turn.charts.len() as u64,
            Self::Numbers => turn.numbers.len() as u64,
            Self::UnverifiedNumbers => turn.unverified_numbers,
            Self::References => turn.references.len() as u64,
            Self::InputTokens => turn.metered?.input_tokens,
            Self::OutputTokens => turn.metered?.output_tokens,
            Self::Credits => turn.metered?.credits,
            Self::DurationMillis => u64::try_from(turn.duration_millis?).ok()?,
        })
    }
}

/// A run in figures, beside what it is compared with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayComparison {
    /// Turns that have something to be compared with.
    pub compared: u64,
    pub parts: Vec<PartComparison>,
    /// Over the compared turns that were begun.
    pub amounts: Vec<AmountComparison>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartComparison {
    pub part: ComparedPart,
    /// Turns in which it is the same.
    pub same: u64,
}

/// Sums of an amount over the same turns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AmountComparison {
    pub amount: ComparedAmount,
    pub reference: u64,
    pub replayed: u64,
    /// How likely a difference at least as large is by chance, from 0 to 1: McNemar's test for completed turns,
    /// Wilcoxon's signed-rank test for the others. None where no turn differs.
    pub p_value: Option<f64>,
}

/// Compares turns one by one.
#[derive(Clone, Debug, Default)]
pub struct Comparer {
    compared: u64,
    same: [u64; ComparedPart::ALL.len()],
    /// For each amount the pairs in which it is known.
    pairs: [Vec<(u64, u64)>; ComparedAmount::ALL.len()],
}

impl Comparer {
    /// Adds a turn and its reference; a turn that wasn't begun is the same in nothing.
    pub fn add(&mut self, reference: &TurnSummary, replayed: Option<&TurnSummary>) {
        self.compared += 1;
        let Some(replayed) = replayed else {
            return;
        };
        for (part, same) in ComparedPart::ALL.into_iter().zip(&mut self.same) {
            *same += u64::from(part.is_same(reference, replayed));
        }
        for (amount, pairs) in ComparedAmount::ALL.into_iter().zip(&mut self.pairs) {
            pairs.extend(amount.of(reference).zip(amount.of(replayed)));
        }
    }

    pub fn finish(self) -> ReplayComparison {
        let parts = ComparedPart::ALL.into_iter().zip(self.same);
        let amounts = ComparedAmount::ALL.into_iter().zip(&self.pairs);
        ReplayComparison {
            compared: self.compared,
            parts: parts
                .map(|(part, same)| PartComparison { part, same })
                .collect(),
            amounts: amounts
                .map(|(amount, pairs)| compare_amount(amount, pairs))
                .collect(),
        }
    }
}

fn compare_amount(amount: ComparedAmount, pairs: &[(u64, u64)]) -> AmountComparison {
    let p_value = if amount == ComparedAmount::Completed {
        let count = |pair| pairs.iter().filter(|found| **found == pair).count() as u64;
        test_changes(count((0, 1)), count((1, 0)))
    } else {
        let differences = pairs.iter().map(|(reference, replayed)| {
            let magnitude = i64::try_from(replayed.abs_diff(*reference)).unwrap_or(i64::MAX);
            if replayed < reference {
                -magnitude
            } else {
                magnitude
            }
        });
        test_amounts(&differences.collect::<Vec<_>>())
    };
    AmountComparison {
        amount,
        reference: pairs.iter().map(|(reference, _)| reference).sum(),
        replayed: pairs.iter().map(|(_, replayed)| replayed).sum(),
        p_value,
    }
}

#[cfg(test)]
mod tests {
    use portolan_blocks::{BlockType, Metered};

    use super::*;

    fn turn(charts: &[&str], credits: u64) -> TurnSummary {
        TurnSummary {
            outcome: Some(Outcome::Completed),
            block_types: vec![BlockType::Text],
            charts: charts.iter().map(|&chart| chart.to_owned()).collect(),
            metered: Some(Metered {
                credits,
                ..Metered::default()
            }),
            duration_millis: Some(20),
            ..TurnSummary::default()
        }
    }

    fn amount(comparison: &ReplayComparison, wanted: ComparedAmount) -> AmountComparison {
        let mut amounts = comparison.amounts.iter();
        *amounts.find(|found| found.amount == wanted).unwrap()
    }

    #[test]
    fn comparison_counts_refused_turns_and_sums_only_those_begun() {
        let mut comparer = Comparer::default();
        comparer.add(&turn(&["a"], 3), Some(&turn(&["a"], 5)));
        comparer.add(&turn(&["a"], 3), Some(&turn(&["b"], 5)));
        comparer.add(&turn(&["a"], 3), None);
        let comparison = comparer.finish();
        assert_eq!(comparison.compared, 3);
        let same: Vec<u64> = comparison.parts.iter().map(|part| part.same).collect();
        assert_eq!(same, [2, 2, 1, 2, 2, 2]);
        let credits = amount(&comparison, ComparedAmount::Credits);
        assert_eq!((credits.reference, credits.replayed), (6, 10));
        assert_eq!(credits.p_value, Some(0.5));
        let time = amount(&comparison, ComparedAmount::DurationMillis);
        assert_eq!((time.replayed, time.p_value), (40, None));
    }

    #[test]
    fn lost_answers_are_significant_where_they_are_many() {
        let failed = TurnSummary {
            outcome: Some(Outcome::Failed),
            ..turn(&[], 0)
        };
        let mut comparer = Comparer::default();
        for _ in 0..6 {
            comparer.add(&turn(&[], 1), Some(&failed));
        }
        let completed = amount(&comparer.finish(), ComparedAmount::Completed);
        assert_eq!((completed.reference, completed.replayed), (6, 0));
        // Both tails of six heads in a row: 2 / 64, up to the rounding of the binomial coefficients.
        let p_value = completed.p_value.unwrap();
        assert!((p_value - 0.031_25).abs() < 1e-12, "{p_value}");
    }

    #[test]
    fn differing_parts_are_named() {
        let other = TurnSummary {
            numbers: vec!["7".into()],
            encodings: vec!["bar".into()],
            ..turn(&["a"], 3)
        };
        let parts = differing_parts(&turn(&["a"], 3), &other);
        assert_eq!(parts, [ComparedPart::Encodings, ComparedPart::Numbers]);
        assert!(differing_parts(&other, &other).is_empty());
    }
}
