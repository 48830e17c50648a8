//! The built-in model's next step.

use portolan_query::{QueryResult, TableProfile};
use portolan_questions::{Answer, Question, Reading, answer, choices, findings};
use serde_json::{Value, json};

use super::{
    documents,
    heard::{Heard, Queried, Source},
    overview, say,
};
use crate::assistant::ModelRequest;

/// What the model does now: thinks, writes, calls tools.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Step {
    /// Steps of the turn before this one.
    pub number: usize,
    pub thinking: String,
    pub text: String,
    pub calls: Vec<(&'static str, Value)>,
}

/// What is understood of a longer message.
const QUESTION_CHARACTERS: usize = 4_000;
/// Readings that are tried where the likeliest fails.
const READINGS: usize = 3;

pub(super) fn decide(request: &ModelRequest) -> Step {
    let heard = Heard::of(request);
    let mut step = next(&heard, request.tools.is_empty());
    step.number = heard.steps;
    step
}

fn next(heard: &Heard, must_answer: bool) -> Step {
    let Some(tables) = &heard.tables else {
        if must_answer {
            return say_only(say::out_of_steps());
        }
        return Step {
            calls: vec![
                ("list_sources", json!({})),
                ("profile", json!({"values": 200})),
            ],
            ..Step::default()
        };
    };
    if overview::is_wanted(&heard.question) {
        return overview::next(heard, tables, must_answer);
    }
    if documents::are_meant(heard, !tables.is_empty()) {
        return documents::next(heard, must_answer);
    }
    if tables.is_empty() && !heard.unread.is_empty() {
        return say_only(overview::unread(&heard.unread));
    }
    if tables.is_empty() {
        return say_only(say::no_tables(&heard.question));
    }
    let text: String = heard.question.chars().take(QUESTION_CHARACTERS).collect();
    let so_far = heard.so_far(tables);
    let answered = answer(&Question {
        text: &text,
        tables,
        so_far: so_far.as_ref(),
    });
    match answered {
        Answer::Readings(readings) => follow(heard, tables, &text, &readings, must_answer),
        Answer::AskBack { question, choices } => say_only(say::with_suggestions(
            &question,
            choices.into_iter().map(same),
        )),
        Answer::Unanswerable { .. } if !heard.documents.is_empty() => {
            documents::next(heard, must_answer)
        }
        Answer::Unanswerable {
            message,
            suggestions,
        } => say_only(say::with_suggestions(
            &message,
            suggestions.into_iter().map(same),
        )),
    }
}

/// Query, chart, findings: whichever is next.
fn follow(
    heard: &Heard,
    tables: &[TableProfile],
    text: &str,
    readings: &[Reading],
    must_answer: bool,
) -> Step {
    let done = heard.queries.iter().find_map(|queried| {
        let reading = readings.iter().find(|reading| reading.sql == queried.sql)?;
        let (query_id, result) = queried.result.as_ref().ok()?;
        Some((reading, query_id, result))
    });
    if let Some((reading, query_id, result)) = done {
        return show(
            heard,
            tables,
            readings,
            reading,
            query_id,
            result,
            must_answer,
        );
    }
    let may_try = heard.queries.len() < READINGS && !must_answer;
    let untried = readings.iter().find(|reading| {
        let mut tried = heard.queries.iter();
        !tried.any(|queried| queried.sql == reading.sql)
    });
    match untried.filter(|_| may_try) {
        Some(reading) => Step {
            thinking: say::understood(text, reading, tables, heard.queries.last().map(failure)),
            calls: vec![("query", json!({"sql": reading.sql}))],
            ..Step::default()
        },
        None => say_only(say::query_failed(heard.queries.last().map(failure))),
    }
}

fn show(
    heard: &Heard,
    tables: &[TableProfile],
    readings: &[Reading],
    reading: &Reading,
    query_id: &str,
    result: &QueryResult,
    must_answer: bool,
) -> Step {
    if result.rows.is_empty() {
        return say_only(say::no_rows(reading));
    }
    let found = findings(reading, tables, result);
    let is_drawn = heard.charts.contains(&true);
    // The second try is a table, which shows the same rows and asks nothing of a specification.
    let chart = match heard.charts.len() {
        0 => Some(("plot", found.entitled(reading.spec.clone()))),
        1 => Some(("table", json!({}))),
        _ => None,
    };
    if let (Some((kind, spec)), false, false) = (chart, is_drawn, must_answer) {
        let chart = json!({
            "queryId": query_id,
            "kind": kind,
            "title": found.title,
            "description": found.description,
            "spec": spec,
            "encodingNotes": reading.encoding_notes,
            "choices": choices(reading, tables),
        });
        return Step {
            calls: vec![("draw_chart", chart)],
            ..Step::default()
        };
    }
    let sources = used_sources(heard, reading);
    let alternatives = readings
        .iter()
        .filter(|other| other.sql != reading.sql || other.spec != reading.spec)
        .map(|other| (other.label.clone(), other.label.clone()));
    let suggestions = found.suggestions.into_iter().chain(alternatives);
    say_only(say::findings(&found.prose, &sources, suggestions))
}

fn used_sources<'a>(heard: &'a Heard, reading: &Reading) -> Vec<&'a Source> {
    heard
        .sources
        .iter()
        .filter(|source| reading.tables.contains(&source.name))
        .collect()
}

fn failure(queried: &Queried) -> &str {
    queried.result.as_ref().err().map_or("", String::as_str)
}

fn same(prompt: String) -> (String, String) {
    (prompt.clone(), prompt)
}

pub(super) fn say_only(text: String) -> Step {
    Step {
        text,
        ..Step::default()
    }
}
