//! The question about typed data that has none of its own.

use super::{TypedTable, value::parse_measure};

/// Words that ask for a chart and not for which.
const GENERIC_WORDS: &[&str] = &[
    "a",
    "an",
    "and",
    "are",
    "as",
    "can",
    "chart",
    "charts",
    "create",
    "data",
    "diagram",
    "draw",
    "following",
    "for",
    "from",
    "give",
    "graph",
    "here",
    "in",
    "into",
    "is",
    "it",
    "make",
    "me",
    "my",
    "numbers",
    "of",
    "out",
    "please",
    "plot",
    "show",
    "table",
    "that",
    "the",
    "these",
    "this",
    "turn",
    "visualise",
    "visualize",
    "with",
    "you",
];
const KINDS: &[&str] = &[
    "area", "bar", "bars", "column", "donut", "line", "lines", "pie", "point", "scatter",
];

impl TypedTable {
    /// Returns what is asked of the data: the question beside it, or all of it where the question
    /// only asks for a chart.
    pub fn asked(&self) -> String {
        let mut kind = None;
        let words = self
            .question
            .split(|letter: char| !letter.is_alphanumeric());
        for word in words.filter(|word| !word.is_empty()) {
            let word = word.to_lowercase();
            match KINDS.iter().find(|kind| **kind == word) {
                Some(found) => kind = Some(found.trim_end_matches('s')),
                None if GENERIC_WORDS.contains(&word.as_str()) => {}
                None => return self.question.clone(),
            }
        }
        let kind = kind
            .map(|kind| format!(" as a {kind} chart"))
            .unwrap_or_default();
        format!("Show {}{kind}", self.suggest_subject())
    }

    /// The first measure by the first column of names.
    fn suggest_subject(&self) -> String {
        let is_numeric = |column: usize| {
            let mut cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.all(|cell| cell.is_empty() || parse_measure(cell).is_some())
        };
        let width = self.columns.len();
        let label = (0..width).find(|column| !is_numeric(*column)).unwrap_or(0);
        let value = (0..width).find(|column| *column != label && is_numeric(*column));
        let name = |column: usize| self.columns.get(column).map_or("", String::as_str);
        match value {
            Some(value) => format!("{} by {}", name(value), name(label)),
            None => format!("the number of rows by {}", name(label)),
        }
    }
}
