//! Detects the header row and cleans its column names.

use std::collections::HashSet;

use super::{
    cell::RawCell,
    infer::{ColumnFormat, Inference, is_null, parse_boolean},
};

const ROWS_ABOVE_HEADER: usize = 20;
const NAME_CHARACTERS: usize = 120;

/// Detection of the header of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Rows to leave out before the first row of data, the header among them.
    pub skipped: usize,
    /// `None` if the file names no columns.
    pub names: Option<Vec<String>>,
    pub notes: Vec<String>,
}

/// Looks at the first rows of a table.
pub fn find_header(sample: &[Vec<String>]) -> Header {
    let above = rows_above(sample);
    let mut notes = Vec::new();
    if above > 0 {
        notes.push(format!(
            "The first {} left out, because the table begins below.",
            if above == 1 {
                "row was".to_owned()
            } else {
                format!("{above} rows were")
            }
        ));
    }
    let Some(first) = sample.get(above) else {
        return Header {
            skipped: 0,
            names: None,
            notes: Vec::new(),
        };
    };
    if is_header(first, &sample[above + 1..]) {
        return Header {
            skipped: above + 1,
            names: Some(first.clone()),
            notes,
        };
    }
    notes.push(
        "The file names no columns, so they are called column_1, column_2 and so on.".to_owned(),
    );
    Header {
        skipped: above,
        names: None,
        notes,
    }
}

/// Titles and remarks stand above a table in one or two cells.
fn rows_above(sample: &[Vec<String>]) -> usize {
    let filled = |row: &Vec<String>| row.iter().filter(|cell| !cell.trim().is_empty()).count();
    let widest = sample.iter().map(filled).max().unwrap_or(0);
    // In a narrow table, title rows can't be distinguished from data by their width.
    if widest < 3 {
        return 0;
    }
    let above = sample
        .iter()
        .take(ROWS_ABOVE_HEADER)
        // The table starts at the first row that fills more than half of the widest one.
        .position(|row| filled(row) * 2 > widest)
        .unwrap_or(0);
    // A short first row may still be the header of a ragged table.
    if sample[..above].iter().all(|row| filled(row) <= 2) {
        above
    } else {
        0
    }
}

fn is_header(first: &[String], body: &[Vec<String>]) -> bool {
    let cells: Vec<&str> = first.iter().map(|cell| cell.trim()).collect();
    let filled: Vec<(usize, &str)> = cells
        .iter()
        .copied()
        .enumerate()
        .filter(|(_, cell)| !is_null(cell))
        .collect();
    // A blank first row is left to the columns' default names.
    if filled.is_empty() {
        return false;
    }
    // "No" heads the column of running numbers; only among its like is it an answer.
    let answers = |column: usize| {
        body.iter()
            .filter_map(|row| row.get(column))
            .any(|cell| parse_boolean(cell.trim()).is_some())
    };
    // A header consists of names; cells that parse as numbers or dates speak against it.
    let typed = filled
        .iter()
        .filter(|(column, cell)| {
            is_value(cell) && (parse_boolean(cell).is_none() || body.is_empty() || answers(*column))
        })
        .count();
    let filled: Vec<&str> = filled.into_iter().map(|(_, cell)| cell).collect();
    if typed == 0 {
        // Only text: a header, unless a single row is all there is to go by.
        return !body.is_empty() || filled.len() == cells.len();
    }
    // Years and other numbers head columns of a cross table, which count upwards.
    let numbers: Vec<i64> = filled.iter().filter_map(|cell| cell.parse().ok()).collect();
    let rising = numbers.len() == typed
        && typed < filled.len()
        && numbers.len() >= 2
        && numbers.windows(2).all(|pair| pair[1] - pair[0] == 1);
    rising && !body.is_empty()
}

fn is_value(text: &str) -> bool {
    let mut inference = Inference::default();
    inference.see_cell(&RawCell::Untyped(text));
    !matches!(inference.decide(false), (ColumnFormat::Text, None))
}

/// Names for `width` columns: none empty, none twice.
pub fn unique_names(
    names: Option<&[String]>,
    width: usize,
    notes: &mut Vec<String>,
) -> Vec<String> {
    let is_given = names.is_some();
    let mut taken = HashSet::new();
    let mut unnamed = 0;
    let mut renamed = Vec::new();
    let names = (0..width)
        .map(|index| {
            let given = names
                .and_then(|names| names.get(index))
                .map(|name| tidy_name(name));
            let wanted = match given {
                Some(name) if !name.is_empty() => name,
                _ => {
                    unnamed += 1;
                    format!("column_{}", index + 1)
                }
            };
            let mut name = wanted.clone();
            let mut count = 1;
            // Names that differ only by case would hide each other in a query.
            while !taken.insert(name.to_lowercase()) {
                count += 1;
                name = format!("{wanted}_{count}");
            }
            if name != wanted {
                renamed.push(format!("\"{name}\""));
            }
            name
        })
        .collect();
    if is_given && unnamed > 0 {
        notes.push(format!(
            "{unnamed} {} no name in the header and {} called column_N after the position.",
            if unnamed == 1 {
                "column has"
            } else {
                "columns have"
            },
            if unnamed == 1 { "is" } else { "are" },
        ));
    }
    if !renamed.is_empty() {
        let more = renamed.len().saturating_sub(5);
        renamed.truncate(5);
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        notes.push(format!(
            "Columns of the same name were numbered: {}{more}.",
            renamed.join(", ")
        ));
    }
    names
}

/// One line, no control characters, not too long.
fn tidy_name(name: &str) -> String {
    let words: Vec<&str> = name
        .split(|character: char| character.is_whitespace() || character.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    words
        .join(" ")
        .trim_matches('\u{feff}')
        // A query could not name it: the engine takes it for a variable.
        .trim_start_matches('@')
        .chars()
        .take(NAME_CHARACTERS)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::find_header;

    fn rows_of(text: &str) -> Vec<Vec<String>> {
        text.lines()
            .map(|line| line.split(',').map(str::to_owned).collect())
            .collect()
    }

    #[test]
    fn header_no_above_numbers_is_recognized() {
        let header = find_header(&rows_of("No,Grape,Price\n1,Merlot,44\n2,Syrah,35"));
        assert_eq!(header.skipped, 1);
        assert!(header.names.is_some_and(|names| names[0] == "No"));
    }

    #[test]
    fn value_no_in_a_yes_no_column_is_not_a_header() {
        let header = find_header(&rows_of("Merlot,no\nSyrah,yes\nGamay,no"));
        assert_eq!((header.skipped, header.names), (0, None));
    }
}
