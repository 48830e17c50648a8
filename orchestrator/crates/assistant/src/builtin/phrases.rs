//! The built-in model's sentences.

use std::{collections::BTreeSet, fmt::Write};

use portolan_questions::{Echo, Prepared, WordState, schema::Term};
use serde_json::json;

use super::context::Source;

const SUGGESTIONS: usize = 3;
const LABEL_CHARACTERS: usize = 60;

/// Writes which words of the question mean what, in a few lines.
pub(super) fn describe_understood(question: &str, prepared: &Prepared, echo: &Echo) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "I read this as: {}.", prepared.label);
    for word in &echo.words {
        let Some(said) = question.get(word.span.start..word.span.end) else {
            continue;
        };
        let _ = match &word.state {
            WordState::Understood { r#as: meaning, .. } => writeln!(text, "- “{said}”: {meaning}"),
            WordState::Unsure {
                r#as: meaning,
                alternatives,
            } => {
                let others: Vec<&str> = alternatives
                    .iter()
                    .map(|column| column.column.as_str())
                    .collect();
                writeln!(
                    text,
                    "- “{said}”: probably {meaning}; perhaps {}",
                    others.join(" or ")
                )
            }
            WordState::Unused => writeln!(text, "- “{said}”: not used"),
        };
    }
    text
}

/// Confirms a taught word.
pub(super) fn confirm_lesson(lesson: &Term) -> String {
    format!(
        "From now on, “{}” means `{}` in {}. You can change this under Words in the source's preview.",
        lesson.words, lesson.column.column, lesson.column.table
    )
}

/// The findings, with the sources that they rest on and what to ask next.
pub(super) fn write_findings(
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
        write_directive(&mut text, "reference", &body);
    }
    write_suggestions(&mut text, suggestions);
    text
}

pub(super) fn with_suggestions(
    message: &str,
    suggestions: impl Iterator<Item = (String, String)>,
) -> String {
    let mut text = message.trim_end().to_owned();
    write_suggestions(&mut text, suggestions);
    text
}

pub(super) fn explain_missing_tables(question: &str) -> String {
    if has_pasted_rows(question) {
        return "Your message holds rows of data. So that every number in a chart can be traced, I work on sources only: \
                choose **Add data**, paste the rows there (with a first line that names the columns), and ask again."
            .into();
    }
    "There is no data in this chat yet. Choose **Add data** to drop a CSV, TSV, JSON, Parquet or Excel file, \
     a text or a transcript, to paste rows, or to take the sample data; then ask your question again."
        .into()
}

pub(super) fn explain_no_rows(label: &str) -> String {
    format!(
        "I looked for {label}, and no row fits: the conditions leave nothing over. Loosen one of them and ask again."
    )
}

pub(super) fn cannot_be_computed() -> String {
    "I understood the question, but I can't compute that combination. Ask for its parts one by one."
        .into()
}

/// The database's own words are for logs: they name columns and functions that the user never wrote.
pub(super) fn query_failed() -> String {
    "I understood the question, but its query did not run. That is our fault and costs you nothing. Ask for fewer columns or fewer rows, or put it differently.".into()
}

pub(super) fn out_of_steps() -> String {
    "I ran out of steps before I could look at the data. Ask again.".into()
}

pub(super) fn write_suggestions(
    text: &mut String,
    suggestions: impl Iterator<Item = (String, String)>,
) {
    let mut seen = BTreeSet::new();
    for (label, prompt) in suggestions
        .filter(|(_, prompt)| !prompt.trim().is_empty() && seen.insert(prompt.to_lowercase()))
        .take(SUGGESTIONS)
    {
        let body = json!({"label": shorten_label(&label), "prompt": prompt});
        write_directive(text, "suggestion", &body);
    }
}

pub(super) fn write_directive(text: &mut String, name: &str, body: &serde_json::Value) {
    let _ = write!(text, "\n\n:::{name}\n{body}\n:::\n");
}

fn shorten_label(label: &str) -> String {
    let label = label.trim();
    if label.chars().count() <= LABEL_CHARACTERS {
        return label.to_owned();
    }
    let start: String = label.chars().take(LABEL_CHARACTERS - 1).collect();
    format!("{}…", start.trim_end())
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
    fn pasted_rows_are_recognized_and_prose_is_not() {
        assert!(has_pasted_rows("city,people\nUlm,126000\nBonn,331000"));
        assert!(!has_pasted_rows("Compare 2019, 2020 and 2021, please"));
        assert!(explain_missing_tables("city;people\na;1\nb;2").contains("paste the rows there"));
    }

    #[test]
    fn suggestions_are_limited_and_distinct() {
        let prompts = ["a", "A", "b", "", "c", "d"].map(|prompt| (prompt.into(), prompt.into()));
        let text = with_suggestions("Hm.", prompts.into_iter());
        assert_eq!(text.matches(":::suggestion").count(), 3);
    }
}
