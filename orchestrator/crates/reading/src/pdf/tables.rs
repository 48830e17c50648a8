//! Tables of a page: rows whose cells stand below each other, with numbers in them. What only may be
//! one (two columns of prose, a table of contents) is left as text.

use portolan_query::reading::Grid;

use super::pieces::TextRun;

/// The least rows of data, with the row of names.
const LEAST_ROWS: usize = 3;
const LEAST_COLUMNS: usize = 2;
/// Rows of a page that people read; one with more is looked through for no tables.
const MOST_ROWS: usize = 1_000;
const MOST_COLUMNS: usize = 60;
/// How far rows may be apart, in parts of the size of their letters.
const ROW_GAP: f64 = 3.5;
/// Characters that the cells of a column have at most, in the middle.
const CELL_CHARACTERS: usize = 60;
/// Parts of all cells that hold something.
const LEAST_FILLED: f64 = 0.75;
const TITLE_CHARACTERS: usize = 200;

/// Pieces beside each other, from left to right.
struct PdfTableRow<'a> {
    cells: Vec<&'a TextRun>,
}

/// A column's room on the page.
#[derive(Clone, Copy)]
struct ColumnExtent {
    left: f64,
    right: f64,
}

impl PdfTableRow<'_> {
    fn baseline(&self) -> f64 {
        self.cells.first().map_or(0.0, |cell| cell.base)
    }

    fn size(&self) -> f64 {
        self.cells.first().map_or(1.0, |cell| cell.size)
    }

    fn is_near(&self, below: &Self) -> bool {
        self.baseline() - below.baseline() <= ROW_GAP * self.size().max(below.size())
    }
}

pub fn find_tables(pieces: &[TextRun], page: u32) -> Vec<Grid> {
    let rows = split_rows(pieces);
    let mut grids: Vec<Grid> = Vec::new();
    if rows.len() > MOST_ROWS {
        return grids;
    }
    let mut at = 0;
    while at < rows.len() {
        let (columns, end) = aligned_rows(&rows, at);
        let found = grid_of(&rows[at..end], &columns);
        let Some(cells) = found else {
            at += 1;
            continue;
        };
        let above = at.checked_sub(1).and_then(|above| rows.get(above));
        let title = above
            .filter(|above| above.is_near(&rows[at]))
            .and_then(caption_of)
            .unwrap_or_else(|| match grids.len() {
                0 => format!("Table on page {page}"),
                more => format!("Table {} on page {page}", more + 1),
            });
        grids.push(Grid { title, rows: cells });
        at = end;
    }
    grids
}

fn split_rows(pieces: &[TextRun]) -> Vec<PdfTableRow<'_>> {
    let mut sorted: Vec<&TextRun> = pieces.iter().collect();
    sorted.sort_by(|one, other| other.base.total_cmp(&one.base));
    let mut rows: Vec<PdfTableRow<'_>> = Vec::new();
    for piece in sorted {
        match rows.last_mut() {
            Some(row) if row.cells[0].is_beside(piece) => row.cells.push(piece),
            _ => rows.push(PdfTableRow { cells: vec![piece] }),
        }
    }
    for row in &mut rows {
        row.cells
            .sort_by(|one, other| one.left.total_cmp(&other.left));
    }
    rows
}

/// The rows from `start` on whose cells stand in the same columns, and those.
fn aligned_rows(rows: &[PdfTableRow<'_>], start: usize) -> (Vec<ColumnExtent>, usize) {
    let mut columns: Vec<ColumnExtent> = Vec::new();
    let mut end = start;
    while let Some(row) = rows.get(end) {
        let is_apart = end > start && !rows[end - 1].is_near(row);
        let is_row = (LEAST_COLUMNS..=MOST_COLUMNS).contains(&row.cells.len());
        if is_apart || !is_row {
            break;
        }
        match widen_columns(&columns, row) {
            Some(wider) => columns = wider,
            None => break,
        }
        end += 1;
    }
    (columns, end)
}

/// The columns with a row's cells in them; None if a cell stands in two columns, or two in one,
/// or one in none.
fn widen_columns(columns: &[ColumnExtent], row: &PdfTableRow<'_>) -> Option<Vec<ColumnExtent>> {
    let own = row.cells.iter().map(|cell| ColumnExtent {
        left: cell.left,
        right: cell.right,
    });
    if columns.is_empty() {
        let columns: Vec<ColumnExtent> = own.collect();
        return (!has_overlap(&columns)).then_some(columns);
    }
    let mut wider = columns.to_vec();
    let mut last = None;
    for cell in own {
        let mut under = (0..columns.len())
            .filter(|index| columns[*index].left < cell.right && cell.left < columns[*index].right);
        let index = under.next()?;
        if under.next().is_some() || last == Some(index) {
            return None;
        }
        wider[index].left = wider[index].left.min(cell.left);
        wider[index].right = wider[index].right.max(cell.right);
        last = Some(index);
    }
    (!has_overlap(&wider)).then_some(wider)
}

fn has_overlap(columns: &[ColumnExtent]) -> bool {
    columns.windows(2).any(|pair| pair[0].right > pair[1].left)
}

/// The cells as texts, with a row of names; None if they are no table of data.
fn grid_of(rows: &[PdfTableRow<'_>], columns: &[ColumnExtent]) -> Option<Vec<Vec<String>>> {
    if rows.len() < LEAST_ROWS || columns.len() < LEAST_COLUMNS {
        return None;
    }
    let mut cells: Vec<Vec<String>> = rows.iter().map(|row| cell_texts(row, columns)).collect();
    let filled = cells
        .iter()
        .flatten()
        .filter(|cell| !cell.is_empty())
        .count();
    let all = rows.len() * columns.len();
    let are_filled = filled as f64 >= all as f64 * LEAST_FILLED;
    let column = |index: usize| cells[1..].iter().map(move |row| row[index].as_str());
    let is_numeric = |index: usize| {
        let said: Vec<&str> = column(index).filter(|cell| !cell.is_empty()).collect();
        said.len() >= 2 && said.iter().all(|cell| is_number(cell))
    };
    let is_long = |index: usize| {
        let mut lengths: Vec<usize> = column(index).map(|cell| cell.chars().count()).collect();
        lengths.sort_unstable();
        lengths[lengths.len() / 2] > CELL_CHARACTERS
    };
    let leads = cells
        .iter()
        .flatten()
        .any(|cell| cell.contains("....") || cell.contains(". . ."));
    let numeric: Vec<usize> = (0..columns.len())
        .filter(|index| is_numeric(*index))
        .collect();
    if !are_filled || numeric.is_empty() || leads || (0..columns.len()).any(is_long) {
        return None;
    }
    let begins_with_data = numeric.iter().all(|index| is_number(&cells[0][*index]));
    if !begins_with_data || are_years(&cells[0]) {
        for (index, name) in cells[0].iter_mut().enumerate() {
            if name.is_empty() {
                *name = format!("column {}", index + 1);
            }
        }
    } else {
        let names = (1..=columns.len()).map(|number| format!("column {number}"));
        cells.insert(0, names.collect());
    }
    Some(cells)
}

fn cell_texts(row: &PdfTableRow<'_>, columns: &[ColumnExtent]) -> Vec<String> {
    let mut texts = vec![String::new(); columns.len()];
    for cell in &row.cells {
        let index = columns
            .iter()
            .position(|column| column.left < cell.right && cell.left < column.right);
        if let Some(index) = index {
            texts[index].clone_from(&cell.text);
        }
    }
    texts
}

/// A number with its prefix and suffix.
fn is_number(text: &str) -> bool {
    text.chars().any(|letter| letter.is_ascii_digit())
        && text
            .chars()
            .all(|letter| letter.is_ascii_digit() || " .,'’%+-−–()$€£¥".contains(letter))
}

/// Years are numbers that name columns.
fn are_years(row: &[String]) -> bool {
    row.iter()
        .filter(|cell| is_number(cell))
        .all(|cell| cell.len() == 4 && matches!(cell.parse::<u16>(), Ok(1000..=2999)))
}

/// The row above, if it is one text that names a table.
fn caption_of(row: &PdfTableRow<'_>) -> Option<String> {
    let [cell] = row.cells.as_slice() else {
        return None;
    };
    let begins = ["table", "tab.", "tabelle", "tableau", "tabla"];
    let lower = cell.text.to_lowercase();
    begins
        .iter()
        .any(|word| lower.starts_with(word))
        .then(|| cell.text.chars().take(TITLE_CHARACTERS).collect())
}
