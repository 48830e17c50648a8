//! An overview of the sources, for an address alone and for messages such as "what is in this file?".
//!
//! A mind map of the text's headings, charts of the first tables, key passages and chapters with their places.

use std::fmt::Write;

use portolan_query::{ColumnType, QueryResult, TableProfile};
use portolan_questions::{
    Answer, Prepared, Question, answer, prepare, starters, words::capitalized,
};
use serde_json::{Value, json};

use super::{
    decide::{Step, chart, decline, say_only, used_sources},
    heard::{Heard, Text, Unread},
    quotes, say,
};

/// Tables that are charted.
const CHARTED: usize = 3;
/// Charts of a table that is alone.
const CHARTS_OF_ONE: usize = 2;
/// Columns that are listed.
const LISTED: usize = 20;

/// Words that name a chart or ask for a first look.
const REQUESTS: &str = "chart graph plot visualize visualise visualization diagram draw interesting insight insights \
    overview summary summarize summarise summarized describe explore explored analyze analyse analysis findings \
    what whats inside \
    was interessantes interessant überblick übersicht zusammenfassung beschreibe diagramm zeichne \
    intéressant résumé résume aperçu décris graphique dessine contient \
    interesante resumen resume describe gráfico dibuja contiene qué";

/// Words beside them that name nothing of a table.
const FILLERS: &str = "this that these those it its the a an of in is are s my me us our you i we please can could would \
    do does did to with about for here there some something anything any thing things first quick look at show give tell \
    see make let want have has contain contains know should ask start and on selected text numbers \
    file files data dataset datasets table tables spreadsheet sheet csv document source sources content contents page \
    ist sind in dieser diese dieses diesen der die das den dem datei daten tabelle mir zeig zeige etwas bitte von \
    montre moi quelque chose d ce cet cette ces fichier données tableau le la les que qu y il dans est s'il vous plaît un une des du \
    muéstrame algo este esta estos archivo datos tabla el los hay en por favor un una de dame";

/// Tells whether a message is an address.
pub(super) fn is_address(question: &str) -> bool {
    let text = question.trim();
    let is_web = text.starts_with("https://") || text.starts_with("http://");
    is_web && !text.contains(char::is_whitespace)
}

/// Tells whether a message asks for a chart or a first look and names nothing of the tables.
pub(super) fn is_general(question: &str, tables: &[TableProfile]) -> bool {
    let lower = question.to_lowercase();
    let words: Vec<&str> = lower
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let has = |list: &str, word: &str| list.split_whitespace().any(|known| known == word);
    let names_a_column = |word: &str| {
        let mut columns = tables.iter().flat_map(|table| &table.columns);
        columns.any(|column| column.name.eq_ignore_ascii_case(word))
    };
    words.iter().any(|word| has(REQUESTS, word))
        && words
            .iter()
            .all(|word| (has(REQUESTS, word) || has(FILLERS, word)) && !names_a_column(word))
}

/// Reads and asks, draws, says: whichever is next.
pub(super) fn next(heard: &Heard, tables: &[TableProfile], must_answer: bool) -> Step {
    let text = heard.documents.first();
    let readings = first_charts(tables);
    if text.is_none() && readings.is_empty() {
        return match tables.first() {
            Some(_) => say_only(describe_tables(heard, tables)),
            None => decline(describe_unread(&heard.unread)),
        };
    }
    let has_begun = !heard.readings.is_empty() || !heard.queries.is_empty();
    if !has_begun && !must_answer {
        return begin_overview(text, &readings);
    }
    if heard.charts.is_empty() && !must_answer {
        let calls = overview_charts(heard, text, tables, &readings);
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
pub(super) fn describe_unread(sources: &[Unread]) -> String {
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

/// Returns a chart of each of the first tables, or the first charts of the only one.
fn first_charts(tables: &[TableProfile]) -> Vec<Prepared> {
    let most = if tables.len() == 1 { CHARTS_OF_ONE } else { 1 };
    let of_table = |table: &TableProfile| {
        let alone = std::slice::from_ref(table);
        let prepared = starters(table).into_iter().filter_map(|text| {
            let question = Question {
                text: &text,
                tables: alone,
                earlier: None,
                schema: None,
            };
            match answer(&question) {
                Answer::Plans { readings } => prepare(&readings.first()?.plan, alone).ok(),
                Answer::AskBack { .. } | Answer::Decline { .. } => None,
            }
        });
        prepared.take(most).collect::<Vec<_>>()
    };
    tables.iter().take(CHARTED).flat_map(of_table).collect()
}

/// Says what the tables hold: rows, and columns with their types.
fn describe_tables(heard: &Heard, tables: &[TableProfile]) -> String {
    let mut text = String::new();
    for table in tables.iter().take(CHARTED) {
        let source = heard
            .sources
            .iter()
            .find(|source| source.name == table.name);
        let title = source.map_or(table.name.as_str(), |source| source.title.as_str());
        let columns: Vec<String> = table
            .columns
            .iter()
            .take(LISTED)
            .map(|column| format!("`{}` ({})", column.name, type_word(column.column_type)))
            .collect();
        let more = table.columns.len().saturating_sub(LISTED);
        let rest = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        let rows = if table.row_count == 1 { "row" } else { "rows" };
        let _ = writeln!(
            text,
            "*{}* has {} {rows} with these columns: {}{rest}.\n",
            title.replace('*', " "),
            table.row_count,
            columns.join(", "),
        );
    }
    text
}

fn type_word(column_type: ColumnType) -> &'static str {
    match column_type {
        ColumnType::String => "text",
        ColumnType::Integer | ColumnType::Number => "number",
        ColumnType::Boolean => "yes or no",
        ColumnType::Date => "date",
        ColumnType::Datetime => "date and time",
    }
}

fn begin_overview(text: Option<&Text>, readings: &[Prepared]) -> Step {
    let mut calls: Vec<(&str, Value)> = Vec::new();
    if let Some(text) = text {
        for part in document_parts(text) {
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

fn document_parts(text: &Text) -> Vec<&'static str> {
    let mut parts = vec!["outline", "key_passages"];
    if text.kind == "transcript" {
        parts.push("chapters");
    }
    parts
}

fn part_told<'a>(heard: &'a Heard, part: &str) -> Option<&'a Value> {
    let mut readings = heard.readings.iter();
    let read = readings.find(|read| read.part == part)?;
    read.result.as_ref().ok()
}

/// The readings whose queries gave rows.
fn asked<'a>(
    heard: &'a Heard,
    readings: &'a [Prepared],
) -> impl Iterator<Item = (&'a Prepared, &'a str, &'a QueryResult)> {
    readings.iter().filter_map(|reading| {
        let mut queries = heard.queries.iter();
        let query = queries.find(|query| query.sql == reading.sql)?;
        let (id, result) = query.result.as_ref().ok()?;
        (!result.rows.is_empty()).then_some((reading, id.as_str(), result))
    })
}

fn overview_charts(
    heard: &Heard,
    text: Option<&Text>,
    tables: &[TableProfile],
    readings: &[Prepared],
) -> Vec<(&'static str, Value)> {
    let mut calls = Vec::new();
    if let (Some(text), Some(told)) = (text, part_told(heard, "outline")) {
        let map = json!({
            "kind": "mindmap",
            "title": text.heading,
            "description": format!("A mind map of the headings of {} and of phrases that stand below them.", text.title),
            "spec": {"outline": told["outline"]},
            "encodingNotes": ["Every label stands in the text, word for word."],
        });
        calls.push(("draw_chart", map));
    }
    for (prepared, query_id, result) in asked(heard, readings) {
        let found = prepared.findings(tables, result);
        let chart = chart(prepared, &found, query_id, tables, false);
        calls.push(("draw_chart", chart));
    }
    calls
}

fn say_all(
    heard: &Heard,
    text: Option<&Text>,
    tables: &[TableProfile],
    readings: &[Prepared],
) -> String {
    if let Some(text) = text {
        return quotes::text_overview(
            text,
            part_told(heard, "key_passages"),
            part_told(heard, "chapters"),
        );
    }
    let mut shown = asked(heard, readings).peekable();
    if shown.peek().is_none() {
        return describe_tables(heard, tables);
    }
    let mut prose = if is_address(&heard.question) {
        String::new()
    } else {
        describe_tables(heard, tables)
    };
    let mut sources = Vec::new();
    let mut suggestions = Vec::new();
    for (prepared, _, result) in shown {
        let found = prepared.findings(tables, result);
        let _ = writeln!(prose, "{}\n", found.prose);
        for source in used_sources(heard, prepared) {
            if sources
                .iter()
                .all(|known: &&super::heard::Source| known.source_id != source.source_id)
            {
                sources.push(source);
            }
        }
        suggestions.extend(found.suggestions);
    }
    let drawn: Vec<String> = readings.iter().map(|each| each.label.clone()).collect();
    let starting = tables
        .iter()
        .flat_map(starters)
        .map(|text| capitalized(&text));
    let starting = starting
        .filter(|text| drawn.iter().all(|label| !label.eq_ignore_ascii_case(text)))
        .map(|text| (text.clone(), text));
    let suggestions: Vec<_> = starting.chain(suggestions).collect();
    say::write_findings(&prose, &sources, suggestions.into_iter())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_address_alone_is_shown_at_a_glance() {
        assert!(is_address(" https://a.example/b?c=d "));
        assert!(!is_address("What does https://a.example say?"));
        assert!(!is_address("a.example"));
    }

    #[test]
    fn general_requests_are_recognised_in_four_languages() {
        for text in [
            "Chart this",
            "Chart it.",
            "Chart the selected text on this page.",
            "Chart the tables on this page.",
            "chart this, please",
            "Show me something interesting",
            "What is in this file?",
            "What's in here?",
            "Give me an overview of the data",
            "Visualize it",
            "Was ist in dieser Datei?",
            "Zeig mir etwas Interessantes",
            "Montre-moi quelque chose d'intéressant",
            "¿Qué hay en este archivo?",
        ] {
            assert!(is_general(text, &[]), "{text}");
        }
        for text in [
            "average price",
            "chart horsepower",
            "as a table",
            "hello",
            "",
        ] {
            assert!(!is_general(text, &[]), "{text}");
        }
    }

    #[test]
    fn overview_mentions_only_pages_that_were_read() {
        let said = describe_unread(&[Unread {
            title: "a.example".into(),
            why: Some("The site asks programs not to read it.".into()),
        }]);
        assert!(said.contains("Nothing of *a.example* was read. The site asks"));
    }
}
