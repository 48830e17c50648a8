//! Markdown tables and lines with separators.

use super::{FormLines, pairs::has_sentence_words, value::parse_measure};

const SEPARATORS: [char; 4] = ['\t', ';', '|', ','];
/// Lines below a table that may look like rows of it.
const MOST_SENTENCES: usize = 2;
/// Lines of text alone that are data: fewer are a list in prose.
const TEXT_LINES: usize = 3;

/// Reads a Markdown table at the beginning of the lines.
pub(super) fn read_markdown_table(lines: &[&str]) -> Option<FormLines> {
    let header = cells_of_pipes(lines.first()?)?;
    let is_rule = |cell: &String| {
        let dashes = cell.trim_matches(':');
        !dashes.is_empty() && dashes.chars().all(|letter| letter == '-')
    };
    let rule = cells_of_pipes(lines.get(1)?)?;
    if rule.len() != header.len() || !rule.iter().all(is_rule) {
        return None;
    }
    let rows: Vec<Vec<String>> = lines[2..]
        .iter()
        .map_while(|line| cells_of_pipes(line))
        .map(|mut row| {
            row.resize(header.len(), String::new());
            row
        })
        .collect();
    (!rows.is_empty()).then(|| FormLines {
        columns: header,
        lines: rows.len() + 2,
        rows,
    })
}

fn cells_of_pipes(line: &str) -> Option<Vec<String>> {
    let line = line.trim();
    if !line.contains('|') {
        return None;
    }
    let inner = line.strip_prefix('|').unwrap_or(line);
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    Some(
        inner
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect(),
    )
}

/// Reads CSV, TSV or the like at the beginning of the lines.
pub(super) fn read_separated(lines: &[&str]) -> Option<FormLines> {
    SEPARATORS
        .iter()
        .find_map(|separator| separated_by(*separator, lines))
}

fn separated_by(separator: char, lines: &[&str]) -> Option<FormLines> {
    let width = split_cells(separator, lines.first()?)?.len();
    let rows: Vec<Vec<String>> = lines
        .iter()
        .map_while(|line| split_cells(separator, line).filter(|row| row.len() == width))
        .collect();
    // A sentence right below may have as many separators as the rows.
    (0..=MOST_SENTENCES).find_map(|dropped| {
        let count = rows.len().checked_sub(dropped)?;
        let is_sentence = |line: &&str| line.trim_end().ends_with(['.', '?', '!']);
        if !lines[count..rows.len()].iter().all(is_sentence) {
            return None;
        }
        table_of(separator, lines, rows[..count].to_vec())
    })
}

fn table_of(separator: char, lines: &[&str], mut rows: Vec<Vec<String>>) -> Option<FormLines> {
    let first = rows.first()?.clone();
    let (width, count) = (first.len(), rows.len());
    if width < 2 || count < 2 {
        return None;
    }
    let is_number = |cell: &String| parse_measure(cell).is_some();
    let is_filled = |cell: &String| !cell.is_empty();
    let is_numeric = |column: usize| {
        let mut cells = rows[1..].iter().map(|row| &row[column]);
        cells.all(|cell| is_missing(cell) || is_number(cell))
            && rows[1..].iter().any(|row| is_number(&row[column]))
    };
    let numeric: Vec<usize> = (0..width).filter(|column| is_numeric(*column)).collect();
    let has_header = first.iter().all(is_filled)
        && (numeric.is_empty() || numeric.iter().any(|column| !is_number(&first[*column])));
    let is_tight = !lines[..count]
        .iter()
        .any(|line| has_spaced_separator(separator, line));
    let is_data = if !is_tight && rows.iter().flatten().any(|cell| has_sentence_words(cell)) {
        false
    } else if numeric.is_empty() {
        // Text alone: only where nothing else puts separators so tightly.
        !first.iter().any(is_number) && (separator == '\t' || (count >= TEXT_LINES && is_tight))
    } else {
        // Without names of columns every line must hold its numbers.
        has_header || numeric.iter().all(|column| is_number(&first[*column]))
    };
    let is_named = first
        .iter()
        .any(|cell| cell.chars().any(char::is_alphabetic));
    let has_addresses = !has_header && rows.iter().flatten().any(|cell| cell.contains("://"));
    if !is_data || !is_named || has_addresses || first.iter().any(|cell| is_sentence(cell)) {
        return None;
    }
    let columns = if has_header {
        rows.remove(0)
    } else {
        (1..=width)
            .map(|number| unnamed_column(number, width))
            .collect()
    };
    Some(FormLines {
        columns,
        rows,
        lines: count,
    })
}

fn is_missing(cell: &str) -> bool {
    matches!(
        cell.to_lowercase().as_str(),
        "" | "-" | "–" | "na" | "n/a" | "null"
    )
}

fn unnamed_column(number: usize, width: usize) -> String {
    match (number, width) {
        (1, 2) => "item".into(),
        (2, 2) => "value".into(),
        _ => format!("column {number}"),
    }
}

/// Returns whether a space follows a separator outside of quotes.
fn has_spaced_separator(separator: char, line: &str) -> bool {
    let mut is_quoted = false;
    let mut letters = line.trim_end().chars().peekable();
    while let Some(letter) = letters.next() {
        is_quoted ^= letter == '"';
        if letter == separator && !is_quoted && letters.peek() == Some(&' ') {
            return true;
        }
    }
    false
}

/// Returns whether a cell is a part of a sentence rather than a name or a value.
fn is_sentence(cell: &str) -> bool {
    cell.split_whitespace().count() > 6 || cell.ends_with(['?', '!', ':'])
}

/// The cells of a line; `None` if it has no separator. Separators within quotes are text.
fn split_cells(separator: char, line: &str) -> Option<Vec<String>> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    let mut letters = line.trim_end_matches(['\r', ' ']).chars().peekable();
    while let Some(letter) = letters.next() {
        let cell = cells.last_mut()?;
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' if is_quoted || cell.trim().is_empty() => is_quoted = !is_quoted,
            letter if letter == separator && !is_quoted => cells.push(String::new()),
            letter => cell.push(letter),
        }
    }
    let is_row = cells.len() > 1 && !is_quoted;
    is_row.then(|| cells.iter().map(|cell| cell.trim().to_owned()).collect())
}
