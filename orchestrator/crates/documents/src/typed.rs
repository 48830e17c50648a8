//! Data that a user typed into a message: found, and told from the question around it.
//!
//! Ordinary prose is never data. A form counts only where every line or item fits it, so that a
//! sentence with numbers in it stays a sentence.

mod delimited;
mod pairs;
mod question;
mod value;

/// A table that was typed into a message, and the rest of the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedTable {
    pub columns: Vec<String>,
    /// Each as long as `columns`.
    pub rows: Vec<Vec<String>>,
    /// The question: the message without the data. Empty if there is nothing else.
    pub question: String,
}

/// Lines of a form, and what they hold.
struct FormLines {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    /// Lines that it takes up.
    lines: usize,
}

/// Lines with text at which data may begin: the search stays linear in a long message.
const MOST_STARTS: usize = 30;

/// Returns the first table in a message: CSV, TSV, a Markdown table, "apples: 3" lines, or
/// "apples 3, pears 5" within a line. `None` for ordinary prose.
pub fn find_typed_table(message: &str) -> Option<TypedTable> {
    let lines: Vec<&str> = message.lines().collect();
    let starts = (0..lines.len()).filter(|start| !lines[*start].trim().is_empty());
    for start in starts.take(MOST_STARTS) {
        let rest = &lines[start..];
        let found = delimited::read_markdown_table(rest)
            .or_else(|| delimited::read_separated(rest))
            .or_else(|| pairs::read_lines(rest));
        if let Some(found) = found {
            let after = &lines[start + found.lines..];
            let around = lines[..start].iter().chain(after);
            return Some(TypedTable {
                columns: found.columns,
                rows: found.rows,
                question: join_lines(around.copied()),
            });
        }
    }
    lines
        .iter()
        .enumerate()
        .take(MOST_STARTS)
        .find_map(|(place, line)| {
            let (items, before, after) = pairs::within_line(line)?;
            let around = lines[..place].iter().copied();
            let around = around
                .chain([before, after])
                .chain(lines[place + 1..].iter().copied());
            Some(TypedTable {
                columns: items.columns,
                rows: items.rows,
                question: join_lines(around),
            })
        })
}

impl TypedTable {
    /// Returns the table as CSV with a header.
    pub fn to_csv(&self) -> String {
        let mut text = String::new();
        for row in std::iter::once(&self.columns).chain(&self.rows) {
            let cells: Vec<String> = row.iter().map(|cell| quote_cell(cell)).collect();
            text.push_str(&cells.join(","));
            text.push('\n');
        }
        text
    }
}

fn quote_cell(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

/// The question's lines without the punctuation that led to the data.
fn join_lines<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let lines = lines.map(|line| {
        line.trim()
            .trim_start_matches(['.', ';', ',', '!', '?', '–', '—'])
            .trim_end_matches([':', '–', '—', ','])
            .trim()
    });
    let kept: Vec<&str> = lines
        .filter(|line| !line.is_empty() && !line.starts_with("```"))
        .collect();
    kept.join("\n")
}
