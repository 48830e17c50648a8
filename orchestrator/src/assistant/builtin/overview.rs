//! An address and nothing else: what is there is shown at a glance.
//!
//! A mind map of the text's headings, a chart of each of the first tables, key passages and
//! chapters with their places.

use std::fmt::Write;

use portolan_query::{ColumnType, QueryResult, TableProfile};
use portolan_questions::{Answer, Question, Reading, answer, choices, findings};
use serde_json::{Value, json};

use super::{
    decide::{Step, say_only},
    heard::{Heard, Text, Unread},
    quotes, say,
};

/// Tables that are charted.
const CHARTED: usize = 3;
/// Words that are in no table: the answer to them says what a table can be asked.
const NOTHING: &str = "?";

/// Whether a message is an address.
pub(super) fn is_wanted(question: &str) -> bool {
    let text = question.trim();
    let is_web = text.starts_with("https://") || text.starts_with("http://");
    is_web && !text.contains(char::is_whitespace)
}

/// Reads and asks, draws, says: whichever is next.
pub(super) fn next(heard: &Heard, tables: &[TableProfile], must_answer: bool) -> Step {
    let text = heard.documents.first();
    let readings = starters(tables);
    if text.is_none() && readings.is_empty() {
        return say_only(unread(&heard.unread));
    }
    let has_begun = !heard.readings.is_empty() || !heard.queries.is_empty();
    if !has_begun && !must_answer {
        return begin(text, &readings);
    }
    if heard.charts.is_empty() && !must_answer {
        let calls = charts(heard, text, tables, &readings);
        if !calls.is_empty() {
            return Step {
                calls,
                ..Step::default()
            };
        }
    }
    say_only(say_all(heard, text, tables, &readings))
}

/// What could not be read, and why; nothing is said of what is in it.
pub(super) fn unread(sources: &[Unread]) -> String {
    let mut said = String::new();
    for source in sources {
        let why = source
            .why
            .as_deref()
            .unwrap_or("There was nothing in it that could be read.");
        // Writing to a string does not fail.
        let _ = writeln!(
            said,
            "Nothing of *{}* was read. {why}\n",
            source.title.replace('*', " ")
        );
    }
    if said.is_empty() {
        said.push_str("There is nothing to read yet. ");
    }
    said.push_str("I say nothing of what I have not read. You can add a file, or paste the text.");
    said
}

/// The first thing that each of the first tables can be asked.
fn starters(tables: &[TableProfile]) -> Vec<Reading> {
    let tables = tables.iter().take(CHARTED);
    tables.filter_map(starter).collect()
}

fn starter(table: &TableProfile) -> Option<Reading> {
    let alone = std::slice::from_ref(table);
    let ask = |text: &str| {
        answer(&Question {
            text,
            tables: alone,
            so_far: None,
        })
    };
    let Answer::Unanswerable { suggestions, .. } = ask(NOTHING) else {
        return None;
    };
    by_label(table)
        .iter()
        .chain(&suggestions)
        .find_map(|suggestion| match ask(suggestion) {
            Answer::Readings(readings) => readings.into_iter().next(),
            Answer::AskBack { .. } | Answer::Unanswerable { .. } => None,
        })
}

/// A short table with a name and a number a row is shown by its names.
fn by_label(table: &TableProfile) -> Option<String> {
    const NAMES: u64 = 40;
    let label = table
        .columns
        .iter()
        .find(|column| column.column_type == ColumnType::String)?;
    let is_list = table.row_count <= NAMES && label.distinct == table.row_count;
    let measure = table
        .columns
        .iter()
        .find(|column| matches!(column.column_type, ColumnType::Integer | ColumnType::Number))?;
    is_list.then(|| format!("{} by {}", measure.name, label.name))
}

fn begin(text: Option<&Text>, readings: &[Reading]) -> Step {
    let mut calls: Vec<(&str, Value)> = Vec::new();
    if let Some(text) = text {
        for part in parts(text) {
            let arguments = json!({"sourceId": text.source_id, "part": part});
            calls.push(("read_document", arguments));
        }
    }
    for reading in readings {
        calls.push(("query", json!({"sql": reading.sql})));
    }
    Step {
        thinking: "I look at what is there: its outline, its key passages, and its tables.".into(),
        calls,
        ..Step::default()
    }
}

fn parts(text: &Text) -> Vec<&'static str> {
    let mut parts = vec!["outline", "key_passages"];
    if text.kind == "transcript" {
        parts.push("chapters");
    }
    parts
}

fn part<'a>(heard: &'a Heard, part: &str) -> Option<&'a Value> {
    let mut readings = heard.readings.iter();
    let read = readings.find(|read| read.part == part)?;
    read.result.as_ref().ok()
}

/// The readings whose queries gave rows.
fn asked<'a>(
    heard: &'a Heard,
    readings: &'a [Reading],
) -> impl Iterator<Item = (&'a Reading, &'a str, &'a QueryResult)> {
    readings.iter().filter_map(|reading| {
        let mut queries = heard.queries.iter();
        let query = queries.find(|query| query.sql == reading.sql)?;
        let (id, result) = query.result.as_ref().ok()?;
        (!result.rows.is_empty()).then_some((reading, id.as_str(), result))
    })
}

fn charts(
    heard: &Heard,
    text: Option<&Text>,
    tables: &[TableProfile],
    readings: &[Reading],
) -> Vec<(&'static str, Value)> {
    let mut calls = Vec::new();
    if let (Some(text), Some(told)) = (text, part(heard, "outline")) {
        let map = json!({
            "kind": "mindmap",
            "title": text.heading,
            "description": format!("A mind map of the headings of {} and of phrases that stand below them.", text.title),
            "spec": {"outline": told["outline"]},
            "encodingNotes": ["Every label stands in the text, word for word."],
        });
        calls.push(("draw_chart", map));
    }
    for (reading, query_id, result) in asked(heard, readings) {
        let found = findings(reading, tables, result);
        let chart = json!({
            "queryId": query_id,
            "kind": "plot",
            "title": found.title,
            "description": found.description,
            "spec": found.entitled(reading.spec.clone()),
            "encodingNotes": reading.encoding_notes,
            "choices": choices(reading, tables),
        });
        calls.push(("draw_chart", chart));
    }
    calls
}

fn say_all(
    heard: &Heard,
    text: Option<&Text>,
    tables: &[TableProfile],
    readings: &[Reading],
) -> String {
    if let Some(text) = text {
        return quotes::overview(text, part(heard, "key_passages"), part(heard, "chapters"));
    }
    let Some((reading, _, result)) = asked(heard, readings).next() else {
        return say::query_failed(None);
    };
    let found = findings(reading, tables, result);
    let sources: Vec<_> = heard
        .sources
        .iter()
        .filter(|source| reading.tables.contains(&source.name))
        .collect();
    say::findings(&found.prose, &sources, found.suggestions.into_iter())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_address_alone_is_shown_at_a_glance() {
        assert!(is_wanted(" https://a.example/b?c=d "));
        assert!(!is_wanted("What does https://a.example say?"));
        assert!(!is_wanted("a.example"));
    }

    #[test]
    fn what_was_not_read_is_not_spoken_of() {
        let said = unread(&[Unread {
            title: "a.example".into(),
            why: Some("The site asks programs not to read it.".into()),
        }]);
        assert!(said.contains("Nothing of *a.example* was read. The site asks"));
    }
}
