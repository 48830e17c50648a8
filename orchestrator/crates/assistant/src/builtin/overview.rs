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
    context::{Text, TurnContext, Unread},
    decide::{Step, chart, decline, reply_with, used_sources},
    phrases, quotes,
};

/// Tables that are shown.
const SHOWN: usize = 6;
/// Charts of a table that is alone.
const CHARTS_OF_ONE: usize = 2;
/// Rows of a table that has nothing to chart.
const ROWS: usize = 50;
/// Words of a page beside tables below which it is no text: a footer, or when it was changed.
const THIN_TEXT: u64 = 100;
/// Headings of a page beside tables below which there is no outline to show.
const HEADINGS: usize = 2;
/// Items of an outline that are read at a glance, and from which on it says enough.
const OUTLINE_ITEMS: usize = 24;
const ENOUGH_ITEMS: usize = 5;
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

/// Returns whether a message is an address.
pub(super) fn is_address(question: &str) -> bool {
    let text = question.trim();
    let is_web = text.starts_with("https://") || text.starts_with("http://");
    is_web && !text.contains(char::is_whitespace)
}

/// Returns whether a message asks for a chart or a first look and names nothing of the tables.
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

/// How a table is shown: by a chart, or by its rows.
enum Look {
    Chart(Box<Prepared>),
    Rows { table: String, sql: String },
}

impl Look {
    fn sql(&self) -> &str {
        match self {
            Self::Chart(prepared) => &prepared.sql,
            Self::Rows { sql, .. } => sql,
        }
    }
}

/// Returns the next step: read sources, draw charts, or answer.
pub(super) fn next(context: &TurnContext, tables: &[TableProfile], must_answer: bool) -> Step {
    let is_address = is_address(&context.question);
    let text = context.documents.first();
    let text = text.filter(|text| tables.is_empty() || text.word_count >= THIN_TEXT);
    let looks = first_looks(tables, is_address);
    if text.is_none() && looks.is_empty() {
        return match tables.first() {
            Some(_) => reply_with(describe_tables(context, tables)),
            None => decline(describe_unread(&context.unread)),
        };
    }
    let has_begun = !context.readings.is_empty() || !context.queries.is_empty();
    if !has_begun && !must_answer {
        return begin_overview(text, &looks);
    }
    if context.charts.is_empty() && !must_answer {
        let calls = overview_charts(context, text, tables, &looks);
        if !calls.is_empty() {
            return Step {
                calls,
                ..Step::default()
            };
        }
    }
    reply_with(say_all(context, text, tables, &looks))
}

/// Describes unreadable sources with the reasons.
pub(super) fn describe_unread(sources: &[Unread]) -> String {
    let mut said = String::new();
    for source in sources {
        let why = source.why.as_deref().unwrap_or("It has no text or table.");
        // Writing to a string does not fail.
        let _ = writeln!(
            said,
            "I couldn’t read *{}*. {why}\n",
            source.title.replace('*', " ")
        );
    }
    if said.is_empty() {
        said.push_str("There’s nothing to read yet. ");
    }
    said.push_str("Add a file, or paste the text here.");
    said
}

/// Returns a chart of each of the first tables, or the first charts of the only one. A table of a page that has nothing to chart
/// is shown by its rows.
fn first_looks(tables: &[TableProfile], is_page: bool) -> Vec<Look> {
    let most = if tables.len() == 1 { CHARTS_OF_ONE } else { 1 };
    let shown = tables.iter().take(SHOWN);
    shown
        .flat_map(|table| {
            let mut looks = charts_of(table, most);
            if looks.is_empty() && is_page {
                looks.push(rows_of(table));
            }
            looks
        })
        .collect()
}

fn charts_of(table: &TableProfile, most: usize) -> Vec<Look> {
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
    prepared
        .take(most)
        .map(|prepared| Look::Chart(Box::new(prepared)))
        .collect()
}

fn rows_of(table: &TableProfile) -> Look {
    let name = table.name.replace('"', "\"\"");
    Look::Rows {
        table: table.name.clone(),
        sql: format!("SELECT * FROM \"{name}\" LIMIT {ROWS}"),
    }
}

/// Describes the tables: rows, and columns with their types.
fn describe_tables(context: &TurnContext, tables: &[TableProfile]) -> String {
    let mut text = String::new();
    for table in tables.iter().take(SHOWN) {
        let source = context
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

fn begin_overview(text: Option<&Text>, looks: &[Look]) -> Step {
    let mut calls: Vec<(&str, Value)> = Vec::new();
    if let Some(text) = text {
        for part in document_parts(text) {
            let arguments = json!({"sourceId": text.source_id, "part": part});
            calls.push(("read_document", arguments));
        }
    }
    for look in looks {
        calls.push(("query", json!({"sql": look.sql()})));
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

fn find_part<'a>(context: &'a TurnContext, part: &str) -> Option<&'a Value> {
    let mut readings = context.readings.iter();
    let read = readings.find(|read| read.part == part)?;
    read.result.as_ref().ok()
}

/// The looks whose queries gave rows.
fn asked<'a>(
    context: &'a TurnContext,
    looks: &'a [Look],
) -> impl Iterator<Item = (&'a Look, &'a str, &'a QueryResult)> {
    looks.iter().filter_map(|look| {
        let mut queries = context.queries.iter();
        let query = queries.find(|query| query.sql == look.sql())?;
        let (id, result) = query.result.as_ref().ok()?;
        (!result.rows.is_empty()).then_some((look, id.as_str(), result))
    })
}

fn overview_charts(
    context: &TurnContext,
    text: Option<&Text>,
    tables: &[TableProfile],
    looks: &[Look],
) -> Vec<(&'static str, Value)> {
    let mut calls = Vec::new();
    for (look, query_id, result) in asked(context, looks) {
        let chart = match look {
            Look::Chart(prepared) => {
                let found = prepared.findings(tables, result);
                chart(prepared, &found, query_id, tables, false)
            }
            Look::Rows { table, .. } => rows_chart(context, table, query_id),
        };
        calls.push(("draw_chart", chart));
    }
    // After the tables: what the data show comes first on boards.
    if let (Some(text), Some(told)) = (text, find_part(context, "outline"))
        && (tables.is_empty() || count_headings(text) >= HEADINGS)
    {
        let outline = told["outline"].as_str().unwrap_or_default();
        let map = json!({
            "kind": "mindmap",
            "title": text.heading,
            "description": format!("A mind map of the headings of {} and of phrases that stand below them.", text.title),
            "spec": {"outline": shorten_outline(outline)},
            "encodingNotes": ["Every label stands in the text, word for word."],
        });
        calls.push(("draw_chart", map));
    }
    calls
}

fn rows_chart(context: &TurnContext, table: &str, query_id: &str) -> Value {
    let mut sources = context.sources.iter();
    let title = sources
        .find(|source| source.name == table)
        .map_or(table, |source| source.title.as_str());
    // A page's table is called by the page and then by its own name.
    let own = title.rsplit_once(" · ").map_or(title, |(_, own)| own);
    json!({
        "queryId": query_id,
        "kind": "table",
        "title": own,
        "description": format!("The first rows of {title}."),
        "spec": {},
        "encodingNotes": [],
    })
}

fn count_headings(text: &Text) -> usize {
    let own = text
        .headings
        .iter()
        .filter(|heading| **heading != text.heading);
    own.count()
}

/// Returns an outline with as few of its levels as say enough, so that it can be read at a glance.
fn shorten_outline(outline: &str) -> String {
    let depth_of = |line: &str| (line.len() - line.trim_start().len()) / 2;
    let (items, head): (Vec<&str>, Vec<&str>) = outline
        .lines()
        .partition(|line| line.trim_start().starts_with("- "));
    let deepest = items.iter().map(|item| depth_of(item)).max().unwrap_or(0);
    let count_to = |depth: usize| items.iter().filter(|item| depth_of(item) <= depth).count();
    let depth = (0..=deepest)
        .find(|depth| count_to(*depth) >= ENOUGH_ITEMS || count_to(depth + 1) > OUTLINE_ITEMS)
        .unwrap_or(deepest);
    let kept = items.into_iter().filter(|item| depth_of(item) <= depth);
    let lines: Vec<&str> = head.into_iter().chain(kept.take(OUTLINE_ITEMS)).collect();
    lines.join("\n")
}

fn say_all(
    context: &TurnContext,
    text: Option<&Text>,
    tables: &[TableProfile],
    looks: &[Look],
) -> String {
    if let Some(text) = text {
        return quotes::text_overview(
            text,
            find_part(context, "key_passages"),
            find_part(context, "chapters"),
        );
    }
    let charted: Vec<(&Prepared, &QueryResult)> = asked(context, looks)
        .filter_map(|(look, _, result)| match look {
            Look::Chart(prepared) => Some((prepared.as_ref(), result)),
            Look::Rows { .. } => None,
        })
        .collect();
    if charted.is_empty() {
        return describe_tables(context, tables);
    }
    let mut prose = if is_address(&context.question) {
        String::new()
    } else {
        describe_tables(context, tables)
    };
    let mut sources = Vec::new();
    let mut suggestions = Vec::new();
    let mut drawn = Vec::new();
    for (prepared, result) in charted {
        let found = prepared.findings(tables, result);
        let _ = writeln!(prose, "{}\n", found.prose);
        for source in used_sources(context, prepared) {
            if sources
                .iter()
                .all(|known: &&super::context::Source| known.source_id != source.source_id)
            {
                sources.push(source);
            }
        }
        suggestions.extend(found.suggestions);
        drawn.push(prepared.label.as_str());
    }
    let starting = tables
        .iter()
        .flat_map(starters)
        .map(|text| capitalized(&text));
    let starting = starting
        .filter(|text| drawn.iter().all(|label| !label.eq_ignore_ascii_case(text)))
        .map(|text| (text.clone(), text));
    let suggestions: Vec<_> = starting.chain(suggestions).collect();
    phrases::write_findings(&prose, &sources, suggestions.into_iter())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_message_with_nothing_but_an_address_gets_an_overview() {
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
        assert!(said.contains("I couldn’t read *a.example*. The site asks"));
    }

    #[test]
    fn outline_keeps_the_levels_that_say_enough() {
        let deep =
            "# Lamps\n- Oil\n  - whale oil\n  - rape oil\n- Light\n  - lenses\n  - mirrors\n";
        assert_eq!(shorten_outline(deep), deep.trim_end());
        let wide = "# Lamps\n- A\n  - a\n- B\n- C\n- D\n- E\n";
        assert_eq!(shorten_outline(wide), "# Lamps\n- A\n- B\n- C\n- D\n- E");
        let long: String = (0..60).map(|at| format!("- Part {at}\n")).collect();
        assert_eq!(shorten_outline(&long).lines().count(), OUTLINE_ITEMS);
    }
}
