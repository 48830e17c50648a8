use dom_query::{Document, NodeRef};
use portolan_query::reading::Grid;

/// Tables of one page, and the size of one.
const MOST_TABLES: usize = 20;
const MOST_ROWS: usize = 20_000;
const MOST_COLUMNS: usize = 200;
/// Cells and bytes of all tables together, so that spans cannot multiply them.
const MOST_CELLS: usize = 1_000_000;
const MOST_BYTES: usize = 16 << 20;
/// Rows of data below which a table is a layout or a remark.
const LEAST_ROWS: usize = 2;
/// Characters of a cell; longer ones are texts in a layout.
const CELL_CHARACTERS: usize = 2_000;
const TITLE_CHARACTERS: usize = 200;

/// The number of cells that may still be read, over all tables.
struct Room {
    cells: usize,
    bytes: usize,
}

/// A cell that reaches down into the next rows.
struct Reaching {
    column: usize,
    rows: usize,
    text: String,
}

struct HtmlTableRow {
    cells: Vec<String>,
    is_header: bool,
}

/// Takes the tables of data out of a page, in its order: they are no part of its main text.
pub fn take_tables(document: &Document) -> Vec<Grid> {
    let mut room = Room {
        cells: MOST_CELLS,
        bytes: MOST_BYTES,
    };
    let mut grids: Vec<Grid> = Vec::new();
    let mut taken = Vec::new();
    let mut heading: Option<NodeRef<'_>> = None;
    for node in document.root().descendants_it() {
        if is_heading(&node) {
            heading = Some(node);
            continue;
        }
        let is_table = node.has_name("table") && grids.len() < MOST_TABLES && !is_layout(&node);
        if !is_table {
            continue;
        }
        if let Some(rows) = table_rows(&node, &mut room).and_then(with_header) {
            let title = table_title(&node).or_else(|| short_title(&cell_words(&heading?)?));
            let title = title.unwrap_or_else(|| format!("Table {}", grids.len() + 1));
            grids.push(Grid { title, rows });
            taken.push(node);
        }
    }
    for table in taken {
        table.remove_from_parent();
    }
    grids
}

fn is_heading(node: &NodeRef<'_>) -> bool {
    ["h1", "h2", "h3", "h4", "h5", "h6"]
        .iter()
        .any(|name| node.has_name(name))
}

fn is_layout(table: &NodeRef<'_>) -> bool {
    matches!(table.attr("role").as_deref(), Some("presentation" | "none"))
        || table.descendants_it().any(|inner| inner.has_name("table"))
}

fn table_rows(table: &NodeRef<'_>, room: &mut Room) -> Option<Vec<HtmlTableRow>> {
    let mut rows = Vec::new();
    let mut reaching: Vec<Reaching> = Vec::new();
    for row in table.descendants_it().filter(|node| node.has_name("tr")) {
        if rows.len() == MOST_ROWS {
            break;
        }
        let in_head = row.parent().is_some_and(|parent| parent.has_name("thead"));
        let mut cells: Vec<String> = Vec::new();
        let (mut own_cells, mut header_cells) = (0, 0);
        let mut next = Vec::new();
        for cell in row.children_it(false) {
            let is_header = cell.has_name("th");
            if !is_header && !cell.has_name("td") {
                continue;
            }
            fill_reaching(&mut cells, &mut reaching, &mut next);
            own_cells += 1;
            header_cells += usize::from(is_header);
            let text = cell_words(&cell)?;
            let down = span_of(&cell, "rowspan");
            for _ in 0..span_of(&cell, "colspan").min(MOST_COLUMNS) {
                if cells.len() >= MOST_COLUMNS {
                    break;
                }
                if down > 1 {
                    next.push(Reaching {
                        column: cells.len(),
                        rows: down - 1,
                        text: text.clone(),
                    });
                }
                cells.push(text.clone());
            }
        }
        fill_reaching(&mut cells, &mut reaching, &mut next);
        next.append(&mut reaching);
        next.sort_by_key(|cell| cell.column);
        reaching = next;
        let bytes = cells.iter().map(String::len).sum();
        room.cells = room.cells.checked_sub(cells.len())?;
        room.bytes = room.bytes.checked_sub(bytes)?;
        if own_cells > 0 {
            rows.push(HtmlTableRow {
                is_header: in_head || header_cells == own_cells,
                cells,
            });
        }
    }
    Some(rows)
}

/// Puts in what reaches down from rows above, as far as it is next.
fn fill_reaching(cells: &mut Vec<String>, reaching: &mut Vec<Reaching>, next: &mut Vec<Reaching>) {
    while let Some(at) = reaching.iter().position(|cell| cell.column == cells.len()) {
        let mut cell = reaching.remove(at);
        cells.push(cell.text.clone());
        cell.rows -= 1;
        if cell.rows > 0 {
            next.push(cell);
        }
    }
}

fn span_of(cell: &NodeRef<'_>, name: &str) -> usize {
    cell.attr(name)
        .and_then(|value| value.trim().parse::<usize>().ok())
        .unwrap_or(1)
        .clamp(1, MOST_ROWS)
}

/// The words of a cell, without notes and what only scripts and styles see; None if it is a
/// text in a layout.
fn cell_words(cell: &NodeRef<'_>) -> Option<String> {
    let mut words = String::new();
    let mut stack = vec![*cell];
    while let Some(node) = stack.pop() {
        if node.is_text() {
            words.push_str(&node.text());
            if words.len() > 8 * CELL_CHARACTERS {
                return None;
            }
            continue;
        }
        let is_left_out = ["script", "style", "template"]
            .iter()
            .any(|name| node.has_name(name))
            || (node.has_name("sup") && node.has_class("reference"));
        if is_left_out {
            continue;
        }
        if node.has_name("br") {
            words.push(' ');
        }
        stack.extend(node.children_it(true));
    }
    let text = words.split_whitespace().collect::<Vec<_>>().join(" ");
    (text.chars().count() <= CELL_CHARACTERS).then_some(text)
}

/// One row of names, then the data, all equally long. Several header rows become one.
fn with_header(rows: Vec<HtmlTableRow>) -> Option<Vec<Vec<String>>> {
    let width = rows.iter().map(|row| row.cells.len()).max()?;
    let headers = rows.iter().take_while(|row| row.is_header).count().min(4);
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
        .filter(|row| !row.is_header && row.cells.iter().any(|cell| !cell.is_empty()))
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

/// A table's caption.
fn table_title(table: &NodeRef<'_>) -> Option<String> {
    let mut children = table.children_it(false);
    let caption = children.find(|child| child.has_name("caption"))?;
    short_title(&cell_words(&caption)?)
}

fn short_title(title: &str) -> Option<String> {
    let short: String = title.chars().take(TITLE_CHARACTERS).collect();
    (!short.is_empty()).then_some(short)
}
