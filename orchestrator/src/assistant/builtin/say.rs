//! The built-in model's sentences.

use std::{collections::BTreeSet, fmt::Write};

use portolan_query::TableProfile;
use portolan_questions::Reading;
use serde_json::json;

use super::heard::Source;

const SUGGESTIONS: usize = 3;
const LABEL_CHARACTERS: usize = 60;

/// Which words led to which columns, in a few lines.
pub(super) fn understood(
    question: &str,
    reading: &Reading,
    tables: &[TableProfile],
    failure: Option<&str>,
) -> String {
    let mut text = String::new();
    if let Some(failure) = failure {
        let _ = writeln!(
            text,
            "That query did not run: {failure}. I try another reading.\n"
        );
    }
    let _ = writeln!(text, "I read this as: {}.", reading.label);
    let words = words(question);
    for table in tables
        .iter()
        .filter(|table| reading.tables.contains(&table.name))
    {
        let mut columns: Vec<_> = table
            .columns
            .iter()
            .filter_map(|column| {
                let place = reading.sql.find(&format!("\"{}\"", column.name))?;
                Some((place, column))
            })
            .collect();
        columns.sort_by_key(|(place, _)| *place);
        for (_, column) in columns {
            let led = words.iter().filter(|word| leads_to(word, &column.name));
            let led: Vec<String> = led.map(|word| format!("“{word}”")).collect();
            let _ = if led.is_empty() {
                writeln!(
                    text,
                    "- it needs the column `{}` of `{}`",
                    column.name, table.name
                )
            } else {
                writeln!(
                    text,
                    "- {} is the column `{}` of `{}`",
                    led.join(" and "),
                    column.name,
                    table.name
                )
            };
        }
    }
    text
}

/// The findings, with the sources that they rest on and what to ask next.
pub(super) fn findings(
    prose: &str,
    sources: &[&Source],
    suggestions: impl Iterator<Item = (String, String)>,
) -> String {
    let mut text = prose.trim_end().to_owned();
    for index in 1..=sources.len() {
        let _ = write!(text, "[^{index}]");
    }
    for source in sources {
        let body = json!({"sourceId": source.source_id, "title": source.title});
        directive(&mut text, "reference", &body);
    }
    suggest(&mut text, suggestions);
    text
}

pub(super) fn with_suggestions(
    message: &str,
    suggestions: impl Iterator<Item = (String, String)>,
) -> String {
    let mut text = message.trim_end().to_owned();
    suggest(&mut text, suggestions);
    text
}

pub(super) fn no_tables(question: &str) -> String {
    if has_pasted_rows(question) {
        return "Your message holds rows of data. So that every number in a chart can be traced, I work on sources only: \
                choose **Add data**, paste the rows there (with a first line that names the columns), and ask again."
            .into();
    }
    "There is no data in this chat yet. Choose **Add data** to drop a CSV, TSV, JSON, Parquet or Excel file, \
     a text or a transcript, to paste rows, or to take the sample data; then ask your question again."
        .into()
}

pub(super) fn no_rows(reading: &Reading) -> String {
    format!(
        "I looked for {}, and no row fits: the conditions leave nothing over. Loosen one of them and ask again.",
        reading.label
    )
}

pub(super) fn query_failed(failure: Option<&str>) -> String {
    match failure {
        Some(failure) if !failure.is_empty() => format!(
            "I understood the question, but its query did not run: {failure}. Ask for fewer columns or fewer rows, or put it differently."
        ),
        _ => "I did not manage to turn this question into a query. Put it differently, and name the columns that you mean.".into(),
    }
}

pub(super) fn out_of_steps() -> String {
    "I ran out of steps before I could look at the data. Ask again.".into()
}

pub(super) fn suggest(text: &mut String, suggestions: impl Iterator<Item = (String, String)>) {
    let mut seen = BTreeSet::new();
    for (label, prompt) in suggestions
        .filter(|(_, prompt)| !prompt.trim().is_empty() && seen.insert(prompt.to_lowercase()))
        .take(SUGGESTIONS)
    {
        let body = json!({"label": short(&label), "prompt": prompt});
        directive(text, "suggestion", &body);
    }
}

pub(super) fn directive(text: &mut String, name: &str, body: &serde_json::Value) {
    let _ = write!(text, "\n\n:::{name}\n{body}\n:::\n");
}

fn short(label: &str) -> String {
    let label = label.trim();
    if label.chars().count() <= LABEL_CHARACTERS {
        return label.to_owned();
    }
    let start: String = label.chars().take(LABEL_CHARACTERS - 1).collect();
    format!("{}…", start.trim_end())
}

/// The question's words, without those too short to tell anything.
fn words(question: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in question.split(|character: char| !character.is_alphanumeric()) {
        if word.chars().count() >= 3 && !words.iter().any(|known| known == word) {
            words.push(word.to_owned());
        }
    }
    words
}

/// Whether a word of a column's name begins like `word`: “origins” leads to `Origin`.
fn leads_to(word: &str, column: &str) -> bool {
    let word = word.to_lowercase();
    column
        .to_lowercase()
        .split(|character: char| !character.is_alphanumeric())
        .filter(|part| part.chars().count() >= 3)
        .any(|part| part.starts_with(&word) || word.starts_with(part))
}

/// At least two lines that each hold two numbers, or a number after a separator.
fn has_pasted_rows(text: &str) -> bool {
    let is_row = |line: &str| {
        let cells = line.split([',', ';', '\t', '|']).map(str::trim);
        let (numbers, count) = cells.fold((0, 0), |(numbers, count), cell| {
            (
                numbers + usize::from(cell.parse::<f64>().is_ok()),
                count + 1,
            )
        });
        count >= 2 && numbers >= 1
    };
    text.lines().filter(|line| is_row(line)).count() >= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasted_rows_are_seen_and_prose_is_not() {
        assert!(has_pasted_rows("city,people\nUlm,126000\nBonn,331000"));
        assert!(!has_pasted_rows("Compare 2019, 2020 and 2021, please"));
        assert!(no_tables("city;people\na;1\nb;2").contains("paste the rows there"));
    }

    #[test]
    fn suggestions_are_few_and_differ() {
        let prompts = ["a", "A", "b", "", "c", "d"].map(|prompt| (prompt.into(), prompt.into()));
        let text = with_suggestions("Hm.", prompts.into_iter());
        assert_eq!(text.matches(":::suggestion").count(), 3);
    }
}
