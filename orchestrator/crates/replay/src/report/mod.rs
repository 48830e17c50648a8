//! Reports of a run: for people and for programs.

mod figures;
mod html;
mod junit;
mod markdown;
mod table;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};

use portolan_blocks::Block;
use portolan_domain::{Comparer, ReplayComparison};
use serde_json::json;
use uuid::Uuid;

use super::{Comparison, ReplayError, RunFolder, answer::stable_answer, wire_word};

pub use html::{HtmlReport, shown_turns, write_html};
pub use junit::write_junit;
pub use markdown::write_markdown;
pub use table::write_table;

/// A run in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplaySummary {
    pub turns: usize,
    pub differing: usize,
    pub refused: usize,
    /// Checks of all turns, and those that failed.
    pub checks: usize,
    pub failed_checks: usize,
    /// Credits of models that judged.
    pub judge_credits: u64,
}

/// A check over all turns that were subject to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct CheckCount {
    turns: usize,
    failed: usize,
    credits: u64,
}

impl ReplaySummary {
    pub fn of(results: &[Comparison]) -> Self {
        let count =
            |is: fn(&Comparison) -> bool| results.iter().filter(|result| is(result)).count();
        let mut summary = Self {
            turns: results.len(),
            differing: count(Comparison::differs),
            refused: count(|result| result.replayed.is_none()),
            ..Self::default()
        };
        for check in results.iter().flat_map(|result| &result.checks) {
            summary.checks += 1;
            summary.failed_checks += usize::from(!check.passes);
            summary.judge_credits += check.credits;
        }
        summary
    }

    /// Whether the run is what was wanted: all checks pass, or, without checks, nothing differs.
    pub fn passes(&self, has_checks: bool) -> bool {
        match has_checks {
            true => self.failed_checks == 0 && self.refused == 0,
            false => self.differing == 0,
        }
    }
}

/// Compares all turns of a run in figures.
fn compare_results(results: &[Comparison]) -> ReplayComparison {
    let mut comparer = Comparer::default();
    for result in results {
        if let Some(reference) = &result.reference {
            comparer.add(reference, result.replayed.as_ref());
        }
    }
    comparer.finish()
}

/// Returns the answers in the order of the run's chats, without ids and times: two runs that answer alike give the same
/// bytes.
pub fn write_answers(folder: &RunFolder, results: &[Comparison]) -> Result<String, ReplayError> {
    let by_turn: HashMap<Uuid, &Comparison> = results
        .iter()
        .map(|result| (result.turn_id, result))
        .collect();
    let mut text = String::new();
    for transcript in folder.transcripts()? {
        for turn in transcript?.turns {
            if let Some(result) = by_turn.get(&turn.turn_id) {
                let outcome = result.replayed.as_ref().and_then(|turn| turn.outcome);
                let line = json!({
                    "chatId": result.chat_id,
                    "turnId": result.turn_id,
                    "text": result.text,
                    "outcome": outcome,
                    "answer": stable_answer(&result.answer),
                });
                text.push_str(&line.to_string());
                text.push('\n');
            }
        }
    }
    Ok(text)
}

/// Returns the answers that these turns are compared with: those of a baseline, or the originals.
pub fn reference_answers(
    folder: &RunFolder,
    baseline: Option<&RunFolder>,
    turns: &[&Comparison],
) -> Result<HashMap<Uuid, Vec<Block>>, ReplayError> {
    let is_wanted = |id: &Uuid| turns.iter().any(|turn| turn.turn_id == *id);
    if let Some(baseline) = baseline {
        let results = baseline.results()?.into_iter();
        let wanted = results.filter(|result| is_wanted(&result.turn_id));
        return Ok(wanted
            .map(|result| (result.turn_id, result.answer))
            .collect());
    }
    let mut answers = HashMap::new();
    for transcript in folder.transcripts()? {
        let turns = transcript?.turns.into_iter();
        let wanted = turns.filter(|turn| is_wanted(&turn.turn_id));
        answers.extend(wanted.map(|turn| (turn.turn_id, turn.blocks)));
    }
    Ok(answers)
}

/// Counts each check over all turns, in the order of their names.
fn count_checks(results: &[Comparison]) -> BTreeMap<&str, CheckCount> {
    let mut counts: BTreeMap<&str, CheckCount> = BTreeMap::new();
    for check in results.iter().flat_map(|result| &result.checks) {
        let count = counts.entry(&check.name).or_default();
        count.turns += 1;
        count.failed += usize::from(!check.passes);
        count.credits += check.credits;
    }
    counts
}

/// Returns the turns that differ or fail a check first, each group in its order.
fn notable_first(results: &[Comparison]) -> Vec<&Comparison> {
    let is_notable =
        |result: &&Comparison| result.differs() || result.checks.iter().any(|check| !check.passes);
    let (mut notable, other): (Vec<_>, Vec<_>) = results.iter().partition(is_notable);
    notable.extend(other);
    notable
}
