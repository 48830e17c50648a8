//! The verdict on every question and dialogue of a set.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;

use crate::{
    answer::Answer,
    drawn::View,
    set::{Case, Dialogue, Gold, Kind},
    verdict::{Verdict, judge_views},
};

/// How an answer is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    Right,
    Partly,
    Wrong,
    /// No chart for a question that can be answered, or that has several readings.
    Declined,
    /// A question back.
    Asked,
    /// An unanswerable question was recognised as such.
    Recognised,
    /// Two readings or more of an ambiguous question are shown.
    Both,
    /// One reading of an ambiguous question was taken silently.
    One,
}

impl From<Verdict> for Mark {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Right => Self::Right,
            Verdict::Partly => Self::Partly,
            Verdict::Wrong => Self::Wrong,
        }
    }
}

/// A judged answer.
#[derive(Debug, Serialize)]
pub struct Scored {
    pub id: String,
    pub question: String,
    pub mark: Mark,
    pub reason: String,
    /// The answer or one of its alternatives is right.
    pub offered: bool,
    #[serde(skip)]
    pub kind: Option<Kind>,
    /// The tags, language, form and table by which results are grouped.
    pub groups: Vec<String>,
}

/// A judged dialogue.
#[derive(Debug, Serialize)]
pub struct ScoredDialogue {
    pub id: String,
    pub turns: Vec<Scored>,
}

impl ScoredDialogue {
    pub fn is_right(&self) -> bool {
        self.turns.iter().all(|turn| turn.mark == Mark::Right)
    }
}

/// Judges the answers to all questions; a question without an answer counts as declined.
pub fn score_questions(cases: &[Case], answers: &[Answer]) -> Vec<Scored> {
    let answers: HashMap<&str, &Answer> = answers.iter().map(|a| (a.id.as_str(), a)).collect();
    let none = Answer::default();
    cases
        .iter()
        .map(|case| {
            score_question(
                case,
                answers.get(case.id.as_str()).copied().unwrap_or(&none),
            )
        })
        .collect()
}

/// Judges the answers to all dialogues.
pub fn score_dialogues(dialogues: &[Dialogue], answers: &[Answer]) -> Vec<ScoredDialogue> {
    let answers: HashMap<&str, &Answer> = answers.iter().map(|a| (a.id.as_str(), a)).collect();
    let none = Answer::default();
    let turns = |dialogue: &Dialogue| {
        let answered = answers
            .get(dialogue.id.as_str())
            .and_then(|a| a.turns.as_deref())
            .unwrap_or_default();
        let scored = dialogue.turns.iter().enumerate().map(|(at, turn)| {
            let (mark, reason, offered) =
                judge_answerable(&turn.gold, answered.get(at).unwrap_or(&none));
            Scored {
                id: format!("{} turn {}", dialogue.id, at + 1),
                question: turn.question.clone(),
                mark,
                reason,
                offered,
                kind: None,
                groups: Vec::new(),
            }
        });
        scored.collect()
    };
    dialogues
        .iter()
        .map(|d| ScoredDialogue {
            id: d.id.clone(),
            turns: turns(d),
        })
        .collect()
}

fn score_question(case: &Case, answer: &Answer) -> Scored {
    let (mark, reason, offered) = match case.kind {
        Kind::Answerable => judge_answerable(&case.gold, answer),
        Kind::Unanswerable => judge_unanswerable(answer),
        Kind::Ambiguous => judge_ambiguous(&case.gold, answer),
    };
    let mut groups = case.tags.clone();
    groups.push(format!("language:{}", case.lang));
    groups.extend(case.form.iter().map(|form| format!("form:{form}")));
    groups.extend(
        case.id
            .rsplit_once('-')
            .map(|(table, _)| format!("table:{table}")),
    );
    Scored {
        id: case.id.clone(),
        question: case.question.clone(),
        mark,
        reason,
        offered,
        kind: Some(case.kind),
        groups,
    }
}

fn judge_answerable(gold: &Gold, answer: &Answer) -> (Mark, String, bool) {
    let right = |views: &Vec<View>| judge_views(gold, views).0 == Verdict::Right;
    let offered = answer.offers().iter().any(right);
    if !answer.has_chart() {
        let mark = if answer.has_asked() {
            Mark::Asked
        } else {
            Mark::Declined
        };
        return (mark, answer.reason().to_owned(), offered);
    }
    let (verdict, reason) = judge_views(gold, &answer.views());
    (verdict.into(), reason, offered || verdict == Verdict::Right)
}

fn judge_unanswerable(answer: &Answer) -> (Mark, String, bool) {
    if !answer.has_chart() {
        (Mark::Recognised, answer.reason().to_owned(), false)
    } else if answer.refuses() {
        (Mark::Recognised, "said so beside a chart".into(), false)
    } else {
        (Mark::Wrong, "a chart".into(), false)
    }
}

fn judge_ambiguous(gold: &Gold, answer: &Answer) -> (Mark, String, bool) {
    let views = answer.views();
    let mut shown: Vec<Vec<View>> = answer.offers();
    shown.push(views);
    let found: BTreeSet<usize> = (0..gold.rows.len())
        .filter(|at| shown.iter().any(|views| shows_reading(gold, *at, views)))
        .collect();
    let mark = if answer.has_asked() && answer.readings.len() >= 2 {
        Mark::Asked
    } else if found.len() >= 2 {
        Mark::Both
    } else if !answer.has_chart() {
        Mark::Declined
    } else if found.len() == 1 {
        Mark::One
    } else {
        Mark::Wrong
    };
    (mark, format!("readings {found:?}"), !found.is_empty())
}

/// Returns whether a chart shows a reading; the leading rows of a superlative are enough.
fn shows_reading(gold: &Gold, reading: usize, views: &[View]) -> bool {
    let single = Gold {
        rows: vec![gold.rows[reading].clone()],
        top: Some(1),
        ..Gold::default()
    };
    judge_views(&single, views).0 == Verdict::Right
}
