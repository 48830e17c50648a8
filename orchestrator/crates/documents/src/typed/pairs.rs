//! Names with numbers: "apples: 3" in lines, "apples 3, pears 5" within a line.

use std::collections::HashSet;

use super::{
    FormLines,
    value::{MeasuredValue, parse_measure},
};

const LABEL_CHARACTERS: usize = 60;
/// Places in a line at which items may begin.
const MOST_CLAUSES: usize = 20;
/// Words of a name within a line: longer ones are clauses.
const LABEL_WORDS: usize = 3;

/// Words that are in sentences and not in names.
const SENTENCE_WORDS: &[&str] = &[
    "a", "about", "after", "an", "and", "are", "around", "as", "at", "be", "before", "between",
    "but", "by", "can", "chapter", "chart", "compare", "did", "do", "does", "draw", "figure",
    "for", "from", "had", "has", "have", "he", "how", "i", "if", "in", "is", "it", "last", "less",
    "more", "my", "next", "of", "on", "only", "or", "our", "over", "page", "pages", "per", "plot",
    "section", "she", "show", "since", "step", "table", "than", "that", "the", "they", "this",
    "to", "top", "under", "until", "version", "was", "we", "were", "what", "when", "where",
    "which", "who", "why", "with", "you",
];

const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

/// Reads "apples: 3" lines, at least two of them.
pub(super) fn read_lines(lines: &[&str]) -> Option<FormLines> {
    let pairs: Vec<(String, MeasuredValue)> =
        lines.iter().map_while(|line| parse_pair(line)).collect();
    let count = pairs.len();
    table_of_pairs(pairs, count)
}

fn parse_pair(line: &str) -> Option<(String, MeasuredValue)> {
    let line = line.trim();
    let line = line
        .strip_prefix("- ")
        .or_else(|| line.strip_prefix("* "))
        .or_else(|| line.strip_prefix("• "))
        .unwrap_or(line);
    let (label, value) = line
        .rsplit_once(": ")
        .or_else(|| line.split_once('='))
        .or_else(|| line.rsplit_once(" – "))
        .or_else(|| line.rsplit_once(" - "))
        .or_else(|| line.rsplit_once(':').filter(|(label, _)| is_word(label)))?;
    let label = label.trim().trim_matches('*');
    Some((
        is_label(label).then(|| label.to_owned())?,
        parse_measure(value)?,
    ))
}

fn is_word(label: &str) -> bool {
    !label.is_empty() && label.chars().all(char::is_alphabetic)
}

fn is_label(label: &str) -> bool {
    let is_year = label.len() == 4 && label.bytes().all(|byte| byte.is_ascii_digit());
    label.chars().count() <= LABEL_CHARACTERS
        && (is_year || label.chars().any(char::is_alphabetic))
        && !label.ends_with(['.', '?', '!', ','])
        && !label.contains("://")
}

/// Items of a line with the text before and after them: "Sold: apples 3, pears 5. Which is most?"
pub(super) fn within_line(line: &str) -> Option<(FormLines, &str, &str)> {
    let beginnings = line
        .match_indices([':', '.', '?', '!'])
        .map(|(at, mark)| at + mark.len())
        .filter(|at| line[*at..].starts_with(' '))
        .take(MOST_CLAUSES);
    std::iter::once(0).chain(beginnings).find_map(|start| {
        let (pairs, end) = parse_items(&line[start..])?;
        let values = pairs.iter().map(|(_, measure)| measure.number.as_str());
        if is_ambiguous(pairs.iter().map(|(label, _)| label.as_str()), values) {
            return None;
        }
        let found = table_of_pairs(pairs, 1)?;
        Some((found, &line[..start], &line[start + end..]))
    })
}

/// The items at the beginning of a text, and where they end: at the text's or a sentence's end.
fn parse_items(text: &str) -> Option<(Vec<(String, MeasuredValue)>, usize)> {
    let end = text
        .match_indices(['.', '?', '!'])
        .map(|(at, _)| at)
        .find(|at| {
            let rest = &text[at + 1..];
            rest.is_empty() || rest.starts_with(char::is_whitespace)
        })
        .unwrap_or(text.len());
    let (list, end) = match text[..end].split_once(" as a") {
        // "… as a pie chart" says how to draw them.
        Some((list, _)) => (list, list.len()),
        None => (&text[..end], end),
    };
    let separator = if list.contains(';') { ";" } else { ", " };
    let mut pairs = Vec::new();
    for part in list.split(separator) {
        for part in part.split(" and ") {
            let part = part.trim().trim_start_matches("and ").trim();
            if part.is_empty() {
                continue;
            }
            pairs.push(parse_item(part)?);
        }
    }
    Some((pairs, end))
}

/// A name and its number: "apples 3", "pears: 5 kg", "green tea = 7".
fn parse_item(text: &str) -> Option<(String, MeasuredValue)> {
    let value = text.match_indices(' ').map(|(at, _)| at).find(|at| {
        let rest = text[at + 1..].trim_start();
        rest.starts_with(|letter: char| letter.is_ascii_digit() || "-−+€$£¥₹".contains(letter))
    })?;
    let label = text[..value].trim_end_matches([':', '=', ' ']);
    let is_name = is_label(label)
        && label.split_whitespace().count() <= LABEL_WORDS
        && !has_sentence_words(label)
        && label.chars().all(|letter| {
            letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '\'' | '’' | '&' | '/')
        });
    Some((
        is_name.then(|| label.to_owned())?,
        parse_measure(&text[value..])?,
    ))
}

/// Returns whether a text has words that names and values do not have.
pub(super) fn has_sentence_words(text: &str) -> bool {
    text.split_whitespace()
        .any(|word| SENTENCE_WORDS.contains(&word.to_lowercase().as_str()))
}

/// Returns whether the numbers may be years, or days of months, and no values.
fn is_ambiguous<'a>(
    labels: impl Iterator<Item = &'a str>,
    values: impl Iterator<Item = &'a str>,
) -> bool {
    let numbers: Vec<Option<u32>> = values.map(|value| value.parse().ok()).collect();
    let within = |from: u32, to: u32| {
        numbers
            .iter()
            .all(|number| number.is_some_and(|number| (from..=to).contains(&number)))
    };
    let months: Option<Vec<usize>> = labels.map(find_month).collect();
    let are_dates = months.is_some_and(|months| {
        let is_series = months.windows(2).all(|pair| pair[1] == (pair[0] + 1) % 12);
        within(1, 31) && !(months.len() >= 3 && is_series)
    });
    within(1900, 2100) || are_dates
}

fn find_month(label: &str) -> Option<usize> {
    let lower = label.to_lowercase();
    MONTHS.iter().position(|month| lower.starts_with(month))
}

/// A table of two columns; `None` if there are too few pairs, two of one name, or units that cannot stand in
/// one column.
fn table_of_pairs(pairs: Vec<(String, MeasuredValue)>, lines: usize) -> Option<FormLines> {
    let names: HashSet<String> = pairs
        .iter()
        .map(|(label, _)| label.to_lowercase())
        .collect();
    let unit = &pairs.first()?.1.unit;
    let is_table = pairs.len() >= 2
        && names.len() == pairs.len()
        && pairs.iter().all(|(_, measure)| measure.unit == *unit);
    if !is_table {
        return None;
    }
    let value = match unit.as_str() {
        "" => "value".to_owned(),
        unit => format!("value ({unit})"),
    };
    Some(FormLines {
        columns: vec!["item".into(), value],
        rows: pairs
            .into_iter()
            .map(|(label, measure)| vec![label, measure.number])
            .collect(),
        lines,
    })
}
