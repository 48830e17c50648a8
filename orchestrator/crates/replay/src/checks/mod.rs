//! Conditions that replayed answers have to meet.

mod file;

use std::fmt;

use jsonschema::Validator;
use portolan_assistant::{JudgeError, Models, judge_answer};
use portolan_blocks::{Block, BlockContent, BlockType, ChartBlock};
use regex::Regex;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Comparison,
    answer::{answer_text, checked_answer, short_answer},
    wire_word,
};

pub use file::ChecksError;

/// Rows of each chart that a judging model is told.
const JUDGED_ROWS: usize = 50;
/// Errors of a JSON schema that are told.
const SCHEMA_ERRORS: usize = 3;

/// The checks of a run.
#[derive(Debug)]
pub struct Checks(Vec<Check>);

#[derive(Debug)]
struct Check {
    name: String,
    /// Only answers to questions that match.
    question: Option<Regex>,
    kind: CheckKind,
}

#[derive(Debug)]
enum CheckKind {
    Contains(String),
    Matches(Regex),
    HasBlock(BlockType),
    ChartMark(String),
    ChartRows(RowRange),
    Schema(Box<Validator>),
    MaxCredits(u64),
    MaxSeconds(f64),
    Judge { model: String, criterion: String },
}

/// Rows that a chart has to have.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RowRange {
    min: Option<usize>,
    max: Option<usize>,
}

/// The result of a check of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckResult {
    pub name: String,
    pub passes: bool,
    /// Why it fails, or the reason of a judging model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The price of a judging model's call.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub credits: u64,
}

impl Checks {
    /// Returns the models that judge.
    pub fn judges(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|check| match &check.kind {
            CheckKind::Judge { model, .. } => Some(model.as_str()),
            _ => None,
        })
    }

    /// Checks a turn by all checks that its question is subject to.
    pub async fn check_turn(&self, turn: &Comparison, models: &Models) -> Vec<CheckResult> {
        let mut results = Vec::new();
        for check in &self.0 {
            let applies = check
                .question
                .as_ref()
                .is_none_or(|pattern| pattern.is_match(&turn.text));
            if applies {
                results.push(check.check(turn, models).await);
            }
        }
        results
    }
}

impl Check {
    async fn check(&self, turn: &Comparison, models: &Models) -> CheckResult {
        let mut result = CheckResult {
            name: self.name.clone(),
            passes: false,
            detail: None,
            credits: 0,
        };
        if turn.replayed.is_none() {
            result.detail = Some("The turn wasn't begun.".into());
            return result;
        }
        if let CheckKind::Judge { model, criterion } = &self.kind {
            let answer = short_answer(&turn.answer, JUDGED_ROWS);
            match judge_answer(models, model, &turn.text, &answer, criterion).await {
                Ok(judgement) => {
                    result.passes = judgement.passes;
                    result.detail = Some(judgement.reason).filter(|reason| !reason.is_empty());
                    result.credits = judgement.credits;
                }
                Err(error) => {
                    if let JudgeError::NoJudgement { credits, .. } = &error {
                        result.credits = *credits;
                    }
                    result.detail = Some(error.to_string());
                }
            }
            return result;
        }
        result.detail = self.kind.fault(turn);
        result.passes = result.detail.is_none();
        result
    }
}

impl CheckKind {
    /// Returns why the turn fails; None if it passes.
    fn fault(&self, turn: &Comparison) -> Option<String> {
        let charts = || charts_of(&turn.answer);
        match self {
            Self::Contains(text) => (!answer_text(&turn.answer).contains(text))
                .then(|| format!("The answer doesn't contain “{text}”.")),
            Self::Matches(pattern) => (!pattern.is_match(&answer_text(&turn.answer)))
                .then(|| format!("The answer doesn't match `{pattern}`.")),
            Self::HasBlock(block_type) => {
                let mut blocks = turn.answer.iter();
                let has = blocks.any(|block| block.content.block_type() == *block_type);
                (!has).then(|| format!("The answer has no {} block.", wire_word(*block_type)))
            }
            Self::ChartMark(mark) => {
                let found: Vec<String> = charts().flat_map(marks_of).collect();
                (!found.contains(mark)).then(|| match found.is_empty() {
                    true => "The answer has no chart.".into(),
                    false => format!("The charts are drawn with {}.", found.join(", ")),
                })
            }
            Self::ChartRows(range) => {
                let rows: Vec<usize> = charts()
                    .filter_map(|chart| Some(chart.data.as_ref()?.rows.len()))
                    .collect();
                (!rows.iter().any(|count| range.contains(*count))).then(|| match rows.is_empty() {
                    true => "The answer has no chart with rows.".into(),
                    false => format!("The charts have {} rows.", join_counts(&rows)),
                })
            }
            Self::Schema(validator) => {
                let outcome = turn.replayed.as_ref().and_then(|turn| turn.outcome);
                let answer = checked_answer(outcome, &turn.answer);
                let errors = validator.iter_errors(&answer).take(SCHEMA_ERRORS);
                let errors: Vec<String> = errors
                    .map(|error| format!("{}: {error}", error.instance_path()))
                    .collect();
                (!errors.is_empty()).then(|| errors.join("; "))
            }
            Self::MaxCredits(most) => {
                let metered = turn.replayed.as_ref()?.metered?;
                (metered.credits > *most)
                    .then(|| format!("The answer cost {} credits.", metered.credits))
            }
            Self::MaxSeconds(most) => {
                let millis = turn.replayed.as_ref()?.duration_millis?;
                let seconds = millis as f64 / 1000.0;
                (seconds > *most).then(|| format!("The answer took {seconds} s."))
            }
            // A judge is asked, not computed.
            Self::Judge { .. } => None,
        }
    }
}

impl fmt::Display for CheckKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contains(text) => write!(formatter, "contains “{text}”"),
            Self::Matches(pattern) => write!(formatter, "matches `{pattern}`"),
            Self::HasBlock(block_type) => write!(formatter, "has {} block", wire_word(*block_type)),
            Self::ChartMark(mark) => write!(formatter, "chart mark {mark}"),
            Self::ChartRows(RowRange { min, max }) => match (min, max) {
                (Some(min), Some(max)) => write!(formatter, "chart rows {min} to {max}"),
                (Some(min), None) => write!(formatter, "chart rows at least {min}"),
                (None, Some(max)) => write!(formatter, "chart rows at most {max}"),
                (None, None) => formatter.write_str("chart rows"),
            },
            Self::Schema(_) => formatter.write_str("JSON schema"),
            Self::MaxCredits(most) => write!(formatter, "at most {most} credits"),
            Self::MaxSeconds(most) => write!(formatter, "at most {most} s"),
            Self::Judge { criterion, .. } => write!(formatter, "judge: {criterion}"),
        }
    }
}

impl RowRange {
    fn contains(self, count: usize) -> bool {
        self.min.is_none_or(|min| count >= min) && self.max.is_none_or(|max| count <= max)
    }
}

fn charts_of(blocks: &[Block]) -> impl Iterator<Item = &ChartBlock> {
    blocks.iter().filter_map(|block| match &block.content {
        BlockContent::Chart(chart) => Some(&**chart),
        _ => None,
    })
}

/// Returns the marks of a plot, those of layers and views too; of another kind its name.
fn marks_of(chart: &ChartBlock) -> Vec<String> {
    let mut marks = Vec::new();
    collect_marks(&chart.spec, &mut marks);
    if marks.is_empty() {
        marks.push(wire_word(chart.kind));
    }
    marks
}

fn collect_marks(spec: &Value, marks: &mut Vec<String>) {
    let mark = spec.get("mark");
    let name = mark.and_then(|mark| mark.as_str().or_else(|| mark.get("type")?.as_str()));
    marks.extend(name.map(str::to_owned));
    for key in ["layer", "concat", "hconcat", "vconcat"] {
        let views = spec.get(key).and_then(Value::as_array);
        for view in views.into_iter().flatten() {
            collect_marks(view, marks);
        }
    }
    if let Some(inner) = spec.get("spec") {
        collect_marks(inner, marks);
    }
}

fn join_counts(counts: &[usize]) -> String {
    let texts: Vec<String> = counts.iter().map(usize::to_string).collect();
    texts.join(", ")
}

fn is_zero(value: &u64) -> bool {
    *value == 0
}

#[cfg(test)]
mod tests {
    use portolan_blocks::{Metered, Outcome};
    use portolan_domain::TurnSummary;
    use serde_json::json;
    use uuid::Uuid;

    use super::*;
    use crate::{TranscriptTurn, compare::ReplayedSide};

    fn turn() -> Comparison {
        let original: TranscriptTurn =
            serde_json::from_value(json!({"message": {"text": "Total sold"}})).unwrap();
        let spec = json!({"layer": [{"mark": "bar"}, {"mark": {"type": "text"}}]});
        let answer = json!([
            {"id": Uuid::nil(), "type": "text", "markdown": "Tea sold 8."},
            {"id": Uuid::nil(), "type": "chart", "chartId": Uuid::nil(), "version": 1, "kind": "plot", "title": "Tea leads",
             "description": "", "spec": spec, "query": null,
             "data": {"columns": [], "rows": [[1], [2]], "truncated": false}},
        ]);
        let side = ReplayedSide {
            turn: Some(TurnSummary {
                outcome: Some(Outcome::Completed),
                metered: Some(Metered {
                    credits: 5,
                    ..Metered::default()
                }),
                duration_millis: Some(1_500),
                ..TurnSummary::default()
            }),
            answer: serde_json::from_value(answer).unwrap(),
            ..ReplayedSide::default()
        };
        Comparison::new(Uuid::nil(), &original, None, side)
    }

    fn faults(yaml: &str, turn: &Comparison) -> Vec<String> {
        let checks = Checks::parse(yaml, "checks.yaml", None).unwrap();
        let models = Models::new(None, None).unwrap();
        let results = futures_util::FutureExt::now_or_never(checks.check_turn(turn, &models));
        let results = results.unwrap().into_iter();
        results
            .filter(|result| !result.passes)
            .map(|result| result.detail.unwrap())
            .collect()
    }

    #[test]
    fn answer_that_meets_all_checks_has_no_fault() {
        let yaml = concat!(
            "checks:\n- contains: Tea\n- regex: 'sold \\d'\n- block: chart\n- chartMark: bar\n- chartMark: text\n",
            "- chartRows: {min: 2, max: 2}\n- maxCredits: 5\n- maxSeconds: 1.5\n- jsonSchema:\n    properties:\n",
            "      outcome: {const: completed}\n      blocks: {minItems: 2}\n",
            "- {contains: Mate, question: Average}\n",
        );
        assert_eq!(faults(yaml, &turn()), Vec::<String>::new());
    }

    #[test]
    fn each_fault_says_what_was_found() {
        let yaml = concat!(
            "checks:\n- contains: Mate\n- regex: '^\\d'\n- block: reference\n- chartMark: line\n- chartRows: {min: 3}\n",
            "- maxCredits: 4\n- maxSeconds: 1.4\n- jsonSchema: {properties: {blocks: {maxItems: 1}}}\n",
        );
        let faults = faults(yaml, &turn());
        assert_eq!(faults.len(), 8, "{faults:?}");
        assert_eq!(faults[3], "The charts are drawn with bar, text.");
        assert_eq!(faults[4], "The charts have 2 rows.");
        assert_eq!(faults[6], "The answer took 1.5 s.");
        assert!(faults[7].contains("/blocks"), "{faults:?}");
    }

    #[test]
    fn turn_that_was_not_begun_fails_every_check() {
        let mut turn = turn();
        turn.replayed = None;
        assert_eq!(
            faults("checks: [{maxCredits: 9}]", &turn),
            ["The turn wasn't begun."]
        );
    }

    #[test]
    fn built_in_model_cannot_judge() {
        let yaml = "checks: [{judge: good, model: portolan-builtin}]";
        assert!(faults(yaml, &turn())[0].contains("can't judge"));
    }
}
