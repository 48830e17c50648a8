//! The probability that a reading is right, by a logistic model. `tests/sets/fit.py` fits its weights.

mod features;

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::answer::Question;
use crate::decide::candidates;
use crate::guess;
use crate::plan::QueryPlan;
use crate::rewording;
pub use features::{Feature, features};

/// The weights: lines of a name and a number; `#` opens a comment.
static WEIGHTS: LazyLock<HashMap<&'static str, f64>> = LazyLock::new(|| {
    include_str!("weights.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let (name, weight) = line.split_once(' ')?;
            Some((name, weight.trim().parse().ok()?))
        })
        .collect()
});

fn weight(name: &str) -> f64 {
    // The fitting keeps a feature only where it lowers the loss; the others have no weight.
    WEIGHTS.get(name).copied().unwrap_or(0.0)
}

/// Returns the probability that a reading with these features is right.
pub fn probability(features: &[Feature]) -> f64 {
    let sum: f64 = features
        .iter()
        .map(|(name, value)| weight(name) * value)
        .sum();
    1.0 / (1.0 + (-(sum + weight("intercept"))).exp())
}

/// Tells whether a reading is likely enough to be answered without asking back.
pub fn is_trusted(probability: f64) -> bool {
    probability >= weight("threshold")
}

/// A reading as the fitting of the decision sees it: whatever the decision about it would be.
#[derive(Clone, Debug)]
pub struct WeighedReading {
    pub plan: QueryPlan,
    pub features: Vec<Feature>,
}

/// Returns the readings of a question that stands by itself, best first.
pub fn weighed_readings(question: &Question<'_>) -> Vec<WeighedReading> {
    let (schema, tokens) = rewording::read(question);
    let fresh = candidates(&tokens, &schema);
    // Unknown words are read through the thesaurus, as for an answer.
    let (tokens, found) = fresh
        .first()
        .and_then(|best| guess::read_again(&tokens, &schema, best, false))
        .unwrap_or((tokens, fresh));
    (0..found.len())
        .map(|at| WeighedReading {
            plan: found[at].plan.clone(),
            features: features(&tokens, &schema, &found, at),
        })
        .collect()
}
