//! Tables of data, built while a page is walked through.

use crate::{Grid, markup::Tag};

/// Tables of one page, and the size of one.
const MOST_TABLES: usize = 20;
const MOST_ROWS: usize = 20_000;
const MOST_COLUMNS: usize = 200;
/// Cells of all tables together, so that spans cannot multiply them.
const MOST_CELLS: usize = 1_000_000;
/// Rows of data below which a table is a layout or a remark.
const LEAST_ROWS: usize = 2;
/// Characters of a cell; longer ones are texts in a layout.
const CELL_CHARACTERS: usize = 2_000;

#[derive(Default)]
pub struct Tables {
    open: Vec<Open>,
    cells: usize,
    pub grids: Vec<Grid>,
}

/// A table that is being read.
#[derive(Default)]
struct Open {
    title: String,
    is_layout: bool,
    in_head: bool,
    in_caption: bool,
    rows: Vec<Row>,
    /// Cells that reach down, by column: rows left, and their text.
    reaching: Vec<Option<(usize, String)>>,
    cell: Option<Cell>,
}

#[derive(Default)]
struct Row {
    cells: Vec<String>,
    own: usize,
    headers: usize,
    in_head: bool,
}

struct Cell {
    text: String,
    is_header: bool,
    columns: usize,
    rows: usize,
}

impl Tables {
    /// `heading` is the last one before the tag.
    pub fn open(&mut self, tag: &Tag<'_>, heading: &str) {
        if tag.name == "table" {
            if let Some(outer) = self.open.last_mut() {
                outer.is_layout = true;
            }
            let role = tag.attribute("role").unwrap_or_default();
            self.open.push(Open {
                title: heading.to_owned(),
                is_layout: matches!(role.as_str(), "presentation" | "none"),
                ..Open::default()
            });
            return;
        }
        let Some(table) = self.open.last_mut() else {
            return;
        };
        match tag.name.as_str() {
            "caption" => {
                table.in_caption = true;
                table.title.clear();
            }
            "thead" => table.in_head = true,
            "tbody" | "tfoot" => table.in_head = false,
            "tr" => {
                table.end_row(&mut self.cells);
                let in_head = table.in_head;
                table.rows.push(Row {
                    in_head,
                    ..Row::default()
                });
            }
            "td" | "th" => {
                table.end_cell();
                let span = |name: &str, most: usize| {
                    let value = tag.attribute(name);
                    let number = value.and_then(|value| value.trim().parse::<usize>().ok());
                    number.unwrap_or(1).clamp(1, most)
                };
                table.cell = Some(Cell {
                    text: String::new(),
                    is_header: tag.name == "th",
                    columns: span("colspan", MOST_COLUMNS),
                    rows: span("rowspan", MOST_ROWS),
                });
            }
            "br" => table.text(" "),
            _ => {}
        }
    }

    pub fn close(&mut self, name: &str) {
        let Some(table) = self.open.last_mut() else {
            return;
        };
        match name {
            "caption" => table.in_caption = false,
            "thead" => table.in_head = false,
            "td" | "th" => table.end_cell(),
            "tr" => table.end_cell(),
            "table" => {
                table.end_row(&mut self.cells);
                let Some(table) = self.open.pop() else { return };
                if self.grids.len() < MOST_TABLES && !table.is_layout && self.cells < MOST_CELLS {
                    let title = table.title.split_whitespace().collect::<Vec<_>>().join(" ");
                    if let Some(rows) = with_header(table.rows) {
                        let title = if title.is_empty() {
                            format!("Table {}", self.grids.len() + 1)
                        } else {
                            title.chars().take(200).collect()
                        };
                        self.grids.push(Grid { title, rows });
                    }
                }
            }
            _ => {}
        }
    }

    pub fn text(&mut self, text: &str) {
        if let Some(table) = self.open.last_mut() {
            table.text(text);
        }
    }

    /// Whether words stand in a table, and so not in the main text.
    pub fn is_open(&self) -> bool {
        self.open.last().is_some_and(|table| !table.is_layout)
    }
}

impl Open {
    fn text(&mut self, text: &str) {
        if self.in_caption {
            self.title.push_str(text);
        } else if let Some(cell) = &mut self.cell {
            cell.text.push_str(text);
            if cell.text.len() > 8 * CELL_CHARACTERS {
                self.is_layout = true;
                cell.text.clear();
            }
        }
    }

    fn end_cell(&mut self) {
        let Some(cell) = self.cell.take() else { return };
        let text = cell.text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.is_layout |= text.chars().count() > CELL_CHARACTERS;
        if self.rows.len() > MOST_ROWS || self.rows.is_empty() {
            return;
        }
        self.fill();
        let Some(row) = self.rows.last_mut() else {
            return;
        };
        row.own += 1;
        row.headers += usize::from(cell.is_header);
        for _ in 0..cell.columns {
            let at = row.cells.len();
            if at >= MOST_COLUMNS {
                break;
            }
            if cell.rows > 1 {
                if self.reaching.len() <= at {
                    self.reaching.resize(at + 1, None);
                }
                // The row itself takes one.
                self.reaching[at] = Some((cell.rows, text.clone()));
            }
            row.cells.push(text.clone());
        }
    }

    /// Puts in what reaches down from the rows above, as far as it is next.
    fn fill(&mut self) {
        let Some(row) = self.rows.last_mut() else {
            return;
        };
        while let Some(Some((left, text))) = self.reaching.get(row.cells.len()) {
            if *left == 0 {
                break;
            }
            row.cells.push(text.clone());
        }
    }

    fn end_row(&mut self, cells: &mut usize) {
        self.end_cell();
        if self.rows.is_empty() {
            return;
        }
        self.fill();
        for reaching in &mut self.reaching {
            if let Some((left, _)) = reaching {
                *left -= 1;
                if *left == 0 {
                    *reaching = None;
                }
            }
        }
        let is_empty = self.rows.last().is_some_and(|row| row.own == 0);
        *cells += self.rows.last().map_or(0, |row| row.cells.len());
        if is_empty || *cells > MOST_CELLS || self.rows.len() > MOST_ROWS {
            self.rows.pop();
        }
    }
}

/// One row of names, then the data, all equally long. Several header rows become one.
fn with_header(rows: Vec<Row>) -> Option<Vec<Vec<String>>> {
    let is_header = |row: &Row| row.in_head || row.headers == row.own;
    let width = rows.iter().map(|row| row.cells.len()).max()?;
    let headers = rows.iter().take_while(|row| is_header(row)).count().min(4);
    let (head, body) = rows.split_at(headers);
    if width < 2 || body.len() < LEAST_ROWS {
        return None;
    }
    let mut names = vec![String::new(); width];
    for row in head {
        // A row with one text across all columns is the table's title.
        if row.cells.len() > 1 && row.cells.iter().all(|cell| *cell == row.cells[0]) {
            continue;
        }
        for (name, cell) in names.iter_mut().zip(&row.cells) {
            if !cell.is_empty() && !name.ends_with(cell.as_str()) {
                if !name.is_empty() {
                    name.push(' ');
                }
                name.push_str(cell);
            }
        }
    }
    // Headings between rows, and headers that are repeated, are left out.
    let data = body
        .iter()
        .filter(|row| !is_header(row) && row.cells.iter().any(|cell| !cell.is_empty()))
        .map(|row| {
            let mut cells = row.cells.clone();
            cells.resize(width, String::new());
            cells
        });
    let mut table = Vec::new();
    if names.iter().any(|name| !name.is_empty()) {
        for (index, name) in names.iter_mut().enumerate() {
            if name.is_empty() {
                *name = format!("column {}", index + 1);
            }
        }
        table.push(names);
    }
    table.extend(data);
    (table.len() > LEAST_ROWS).then_some(table)
}
