//! A question that was asked back stays open: the next message may pick one of its readings, change all of them, or say what an
//! unknown word stands for. A whole new question starts anew.

use std::collections::BTreeSet;

use super::request::Request;
use super::{follow_up, is_change};
use crate::answer::{Answer, Choice, DeclineReason, Echo, Question, Reading, WordState};
use crate::decide::{self, candidates};
use crate::language::{Kind, Token, stem};
use crate::link::link_columns;
use crate::plan::{Aggregate, ColumnRef, Measure, QueryPlan};
use crate::rewording;
use crate::schema::{Schema, read_teaching};
use crate::sql::walk::{group_columns, measure_columns};
use crate::words::{capitalized, label};

/// A question that got no chart.
enum Open {
    Asked {
        question: String,
        choices: Vec<Choice>,
    },
    Declined {
        text: String,
        echo: Echo,
    },
}

/// Returns the answer to a question that follows others without a chart, oldest first; each may answer the one before it.
pub fn answer_after(question: &Question<'_>, unanswered: &[&str]) -> Answer {
    if let (Some(lesson), Some((last, before))) = (
        read_teaching(question.text, question.tables),
        unanswered.split_last(),
    ) {
        // "Revenue means sales_amount": the question before is read again with what was learned.
        let mut taught = question.schema.cloned().unwrap_or_default();
        taught.teach(lesson);
        let again = Question {
            text: last,
            schema: Some(&taught),
            ..*question
        };
        return answer_after(&again, before);
    }
    // Open questions are not stored: each message is answered again to see what it left open.
    let mut open = None;
    for text in unanswered {
        let answered = answer_open(&Question { text, ..*question }, open.as_ref());
        open = match answered {
            Answer::AskBack {
                question, choices, ..
            } => Some(Open::Asked { question, choices }),
            // What was asked back stays open after words that nobody understood.
            Answer::Decline { echo, .. } => match open {
                Some(asked @ Open::Asked { .. }) => Some(asked),
                _ => Some(Open::Declined {
                    text: (*text).to_owned(),
                    echo,
                }),
            },
            Answer::Plans { .. } => None,
        };
    }
    answer_open(question, open.as_ref())
}

fn answer_open(question: &Question<'_>, open: Option<&Open>) -> Answer {
    let answered = match open {
        Some(Open::Asked {
            question: asked,
            choices,
        }) => answer_asked(question, asked, choices),
        Some(Open::Declined { text, echo }) => answer_declined(question, text, echo),
        None => None,
    };
    answered.unwrap_or_else(|| decide::answer(question))
}

/// Returns the reading that is picked, or the question again with each of its readings changed.
fn answer_asked(question: &Question<'_>, asked: &str, choices: &[Choice]) -> Option<Answer> {
    let (schema, tokens) = rewording::read(question);
    // A pick comes before a change: "by passengers" would otherwise regroup each of the choices.
    if let Some(plan) = pick(question.text, &tokens, choices, &schema) {
        return Some(Answer::Plans {
            readings: vec![Reading {
                plan: plan.clone(),
                echo: Echo::default(),
                cost: 0.0,
                follow_up: true,
            }],
        });
    }
    let fresh = candidates(&tokens, &schema);
    let mut echo = Echo::default();
    // A change that only some of the choices can take is no change of the question.
    let changed: Option<Vec<Choice>> = choices
        .iter()
        .map(|choice| {
            let plan = choice.plan.as_ref()?;
            let reading = follow_up(&tokens, &schema, plan, fresh.first())?;
            echo = reading.echo;
            let text = capitalized(&label(&reading.plan));
            Some(Choice {
                label: text.clone(),
                prompt: text,
                plan: Some(reading.plan),
            })
        })
        .collect();
    Some(Answer::AskBack {
        question: asked.to_owned(),
        choices: changed?,
        echo,
    })
}

/// Returns the plan of the choice that a message means: by its text, its place in the list, or by words that only it has.
fn pick<'c>(
    text: &str,
    tokens: &[Token],
    choices: &'c [Choice],
    schema: &Schema<'_>,
) -> Option<&'c QueryPlan> {
    let text = text.trim().trim_end_matches(['.', '!', '?']);
    let is_text = |choice: &&Choice| {
        choice.label.eq_ignore_ascii_case(text) || choice.prompt.eq_ignore_ascii_case(text)
    };
    if let Some(choice) = choices.iter().find(is_text) {
        return choice.plan.as_ref();
    }
    // "I meant the second one, please" says no more than "second".
    let words: Vec<Token> = tokens
        .iter()
        .filter(|token| {
            token.kind != Kind::Break
                && !token.is(
                    "the a an i we mean meant want wanted one ones option choice number reading version please by it its \
                     that this of as in with take use rather yes no ok okay s just sorry please thanks would like",
                )
        })
        .cloned()
        .collect();
    if words.is_empty() || words.len() > 5 {
        return None;
    }
    if let Some(at) = place(&words, choices.len()) {
        return choices[at].plan.as_ref();
    }
    // Words that fit more than one choice pick none.
    let mut fitting = choices.iter().filter(|choice| {
        choice
            .plan
            .as_ref()
            .is_some_and(|plan| is_meant(&words, choice, plan, choices, schema))
    });
    let only = fitting.next()?;
    fitting.next().is_none().then_some(only.plan.as_ref()?)
}

/// "The second", "2", "the last one".
fn place(words: &[Token], length: usize) -> Option<usize> {
    let [only] = words else {
        return None;
    };
    let at = match only.word.as_str() {
        "first" | "former" | "1st" => 0,
        "second" | "2nd" => 1,
        "third" | "3rd" => 2,
        "last" | "latter" => length.checked_sub(1)?,
        _ => {
            let number = only
                .number
                .filter(|number| number.fract() == 0.0 && *number >= 1.0)?;
            number as usize - 1
        }
    };
    (at < length).then_some(at)
}

/// Tells whether all of the words are about a choice: its label, its summary, or the columns that the others don't have.
fn is_meant(
    words: &[Token],
    choice: &Choice,
    plan: &QueryPlan,
    choices: &[Choice],
    schema: &Schema<'_>,
) -> bool {
    // A column that the other choices show too does not tell them apart.
    let others: BTreeSet<ColumnRef> = choices
        .iter()
        .filter(|other| *other != choice)
        .filter_map(|other| other.plan.as_ref())
        .flat_map(columns_of)
        .collect();
    let own: Vec<ColumnRef> = columns_of(plan)
        .into_iter()
        .filter(|column| !others.contains(column))
        .collect();
    let mut stems: BTreeSet<String> = crate::language::name_words(&choice.label)
        .iter()
        .map(|word| stem(word))
        .collect();
    // "The total" picks the sum where another choice is an average.
    for part in &plan.measures {
        stems.extend(summary_words(&part.value).iter().map(|word| stem(word)));
    }
    let mut at = 0;
    while at < words.len() {
        let named = link_columns(words, at, schema)
            .into_iter()
            .filter(|link| {
                let is_own = |id| own.contains(&schema.reference(id));
                is_own(link.column) || link.others.iter().any(|id| is_own(*id))
            })
            .map(|link| link.end)
            .max();
        at = match named {
            Some(end) => end,
            None if stems.contains(&words[at].stem) => at + 1,
            None => return false,
        };
    }
    true
}

fn columns_of(plan: &QueryPlan) -> Vec<ColumnRef> {
    let mut columns = Vec::new();
    for part in &plan.measures {
        measure_columns(&part.value, &mut |column| columns.push(column.clone()));
    }
    for part in &plan.groups {
        group_columns(&part.value, &mut |column| columns.push(column.clone()));
    }
    columns
}

const fn summary_words(measure: &Measure) -> &'static [&'static str] {
    match measure {
        Measure::Count => &["count", "number", "rows", "many", "amount"],
        Measure::Aggregate {
            aggregate: Aggregate::Sum,
            ..
        } => &["total", "sum", "overall", "all", "together"],
        Measure::Aggregate {
            aggregate: Aggregate::Mean,
            ..
        } => &["average", "mean", "typical"],
        Measure::Aggregate {
            aggregate: Aggregate::Maximum,
            ..
        } => &["maximum", "highest", "largest", "max"],
        _ => &[],
    }
}

/// Returns the declined question with the new words in place of the one that was unknown, where that can be answered; a fragment
/// that changes a chart which does not exist is declined.
fn answer_declined(question: &Question<'_>, text: &str, echo: &Echo) -> Option<Answer> {
    // With a chart on show, the fragment changes that chart.
    if question.earlier.is_some() {
        return None;
    }
    let (schema, tokens) = rewording::read(question);
    let fresh = candidates(&tokens, &schema);
    let request = Request::read(&tokens);
    let is_fragment = fresh.first().is_none_or(|fresh| {
        is_change(&tokens, &request, fresh) && (request.refers || tokens.len() <= 4)
    });
    if !is_fragment {
        return None;
    }
    let mut unused = echo
        .words
        .iter()
        .filter(|word| word.state == WordState::Unused)
        .map(|word| word.span);
    // A filter or a group in place of the unknown quantity would drop the quantity.
    let is_filter = request.refers
        || request
            .tokens
            .first()
            .is_none_or(|first| first.is("only just without except by per in since for sort as"));
    if let Some(first) = unused.next().filter(|_| !is_filter) {
        // Unknown words are replaced together with everything between the first and the last of them.
        let end = unused.next_back().unwrap_or(first).end;
        let said: Vec<&str> = request
            .tokens
            .iter()
            .map(|token| token.text.as_str())
            .collect();
        // Spans count bytes; `get` refuses one that would cut a character.
        let repaired = match (text.get(..first.start), text.get(end..)) {
            (Some(before), Some(after)) => format!("{before}{}{after}", said.join(" ")),
            _ => return None,
        };
        let again = decide::answer(&Question {
            text: &repaired,
            ..*question
        });
        if matches!(again, Answer::Plans { .. }) {
            return Some(again);
        }
    }
    // A whole answer to the words alone would forget what they were meant to change.
    Some(Answer::Decline {
        reason: DeclineReason::Missing,
        message: "There is no chart to change yet. Ask a whole question first.".to_owned(),
        nearest: Vec::new(),
        suggestions: Vec::new(),
        echo: Echo::default(),
    })
}
