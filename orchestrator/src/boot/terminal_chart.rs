//! Charts as text: bars, lines and tables of Unicode characters.

use std::fmt::Write;

use portolan_blocks::{ChartBlock, ChartData, ChartKind};
use serde_json::Value;
use unicode_normalization::char::is_combining_mark;

/// Characters in a line.
const WIDTH: usize = 80;
/// Characters of the longest label, and of a cell in a table.
const LABEL: usize = 24;
/// Rows that are drawn.
const ROWS: usize = 20;
/// Columns of a table that are drawn.
const COLUMNS: usize = 6;
/// Lines of a line chart.
const HEIGHT: usize = 8;

/// Eighths of a character, from the left and from the bottom.
const LEFT_EIGHTHS: [char; 8] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];
const LOW_EIGHTHS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Draws the rows of a chart; None for charts without rows.
pub fn draw_chart(chart: &ChartBlock) -> Option<String> {
    let data = chart.data.as_ref().filter(|data| !data.rows.is_empty())?;
    let plotted = (chart.kind == ChartKind::Plot)
        .then(|| Series::of(chart, data))
        .flatten();
    Some(match plotted {
        Some(series) if series.is_line => series.line(),
        Some(series) => series.bars(),
        None => draw_table(data),
    })
}

/// A measure with a label for each value.
struct Series {
    labels: Vec<String>,
    values: Vec<f64>,
    is_line: bool,
}

impl Series {
    /// Reads the plot of one measure over one column; None for others, which are shown as tables.
    fn of(chart: &ChartBlock, data: &ChartData) -> Option<Self> {
        let encoding = &chart.spec["encoding"];
        let [x, y] = ["x", "y"].map(|name| encoding[name]["field"].as_str());
        let is_split = [
            "color", "row", "column", "facet", "detail", "xOffset", "yOffset",
        ]
        .iter()
        .any(|name| encoding[*name]["field"].is_string());
        let index = |field: Option<&str>| {
            let columns = &data.columns;
            columns
                .iter()
                .position(|column| Some(&*column.name) == field)
        };
        let [x, y] = [index(x)?, index(y)?];
        let is_number = |column: usize| {
            data.rows
                .iter()
                .all(|row| to_number(&row[column]).is_some())
        };
        let mark = &chart.spec["mark"];
        let mark = mark["type"].as_str().or(mark.as_str()).unwrap_or_default();
        let (label, value) = match (is_number(x), is_number(y)) {
            _ if is_split => return None,
            (_, true) if matches!(mark, "line" | "area" | "bar") => (x, y),
            (true, false) if mark == "bar" => (y, x),
            _ => return None,
        };
        let rows = data.rows.iter();
        Some(Self {
            labels: rows.clone().map(|row| format_cell(&row[label])).collect(),
            values: rows.filter_map(|row| to_number(&row[value])).collect(),
            is_line: mark != "bar",
        })
    }

    /// A bar for each value, to the right of its label; negative ones are drawn as numbers only.
    fn bars(&self) -> String {
        let labels = self.labels.iter().take(ROWS);
        let room = labels
            .map(|label| text_width(label))
            .max()
            .unwrap_or(0)
            .min(LABEL);
        let texts: Vec<String> = self
            .values
            .iter()
            .map(|value| format_number(*value))
            .collect();
        let longest = texts.iter().map(|text| text_width(text)).max().unwrap_or(0);
        let space = WIDTH.saturating_sub(room + longest + 5).max(8);
        let most = self.values.iter().copied().fold(0.0, f64::max);
        let mut drawn = String::new();
        for ((label, value), text) in self.labels.iter().zip(&self.values).zip(&texts).take(ROWS) {
            let bar = if most > 0.0 {
                draw_bar(value / most, space)
            } else {
                String::new()
            };
            // Writing to a string does not fail.
            let _ = writeln!(drawn, "  {} {bar} {text}", pad_text(label, room));
        }
        drawn + &count_hidden_rows(self.values.len())
    }

    /// Columns of characters from the lowest value to the highest, with both at the left.
    fn line(&self) -> String {
        let finite = self.values.iter().copied();
        let low = finite.clone().fold(f64::INFINITY, f64::min);
        let high = finite.fold(f64::NEG_INFINITY, f64::max);
        let marks = [format_number(high), format_number(low)];
        let room = marks.iter().map(|mark| text_width(mark)).max().unwrap_or(0);
        let points = resample_values(&self.values, WIDTH - room - 4);
        let steps = HEIGHT * LOW_EIGHTHS.len() - 1;
        let span = if high > low { high - low } else { 1.0 };
        let levels: Vec<usize> = points
            .iter()
            .map(|value| ((value - low) / span * steps as f64).round() as usize)
            .collect();
        let mut drawn = String::new();
        for line in (0..HEIGHT).rev() {
            let mark = match line {
                _ if line == HEIGHT - 1 => marks[0].as_str(),
                0 => marks[1].as_str(),
                _ => "",
            };
            let _ = write!(drawn, "  {mark:>room$} ");
            let bottom = line * LOW_EIGHTHS.len();
            drawn.extend(levels.iter().map(|level| match level.checked_sub(bottom) {
                None => ' ',
                Some(above) => LOW_EIGHTHS[above.min(LOW_EIGHTHS.len() - 1)],
            }));
            drawn.push('\n');
        }
        let [first, last] = [self.labels.first(), self.labels.last()]
            .map(|label| label.map(String::as_str).unwrap_or_default());
        let space = levels
            .len()
            .saturating_sub(text_width(first) + text_width(last))
            .max(1);
        let _ = writeln!(drawn, "  {:room$} {first}{:space$}{last}", "", "");
        drawn
    }
}

/// A bar of `share` of the space.
fn draw_bar(share: f64, space: usize) -> String {
    let eighths = (share.clamp(0.0, 1.0) * (space * LEFT_EIGHTHS.len()) as f64).round() as usize;
    let mut bar: String = "█".repeat(eighths / LEFT_EIGHTHS.len());
    if let Some(part) = (eighths % LEFT_EIGHTHS.len()).checked_sub(1) {
        bar.push(LEFT_EIGHTHS[part]);
    }
    bar
}

/// At most `most` values; means of neighbours if there are more.
fn resample_values(values: &[f64], most: usize) -> Vec<f64> {
    if values.len() <= most {
        // A few points are wide enough to be seen.
        let each = (most / values.len()).clamp(1, 4);
        return values.iter().flat_map(|value| vec![*value; each]).collect();
    }
    (0..most)
        .map(|index| {
            let (start, end) = (
                index * values.len() / most,
                (index + 1) * values.len() / most,
            );
            let part = &values[start..end.max(start + 1)];
            part.iter().sum::<f64>() / part.len() as f64
        })
        .collect()
}

fn draw_table(data: &ChartData) -> String {
    let columns = data.columns.len().min(COLUMNS);
    let names = data.columns.iter().map(|column| column.name.clone());
    let names: Vec<String> = names.take(columns).collect();
    let rows: Vec<Vec<String>> = data
        .rows
        .iter()
        .take(ROWS)
        .map(|row| row.iter().take(columns).map(format_cell).collect())
        .collect();
    let widths: Vec<usize> = (0..columns)
        .map(|index| {
            let cells = rows.iter().map(|row| text_width(&row[index]));
            cells
                .chain([text_width(&names[index])])
                .max()
                .unwrap_or(0)
                .min(LABEL)
        })
        .collect();
    let line = |cells: &[String]| {
        let cells = cells.iter().zip(&widths);
        let cells: Vec<String> = cells.map(|(cell, width)| pad_text(cell, *width)).collect();
        format!("  {}\n", cells.join("  ").trim_end())
    };
    let rule: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
    let mut drawn = line(&names) + &line(&rule);
    drawn.extend(rows.iter().map(|row| line(row)));
    drawn + &count_hidden_rows(data.rows.len())
}

/// Says how many rows are left out.
fn count_hidden_rows(rows: usize) -> String {
    match rows.saturating_sub(ROWS) {
        0 => String::new(),
        more => format!("  … {more} more rows\n"),
    }
}

fn to_number(value: &Value) -> Option<f64> {
    value.as_f64().filter(|number| number.is_finite())
}

/// Whole numbers in full, others with two digits after the point.
fn format_number(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        format!("{value:.0}")
    } else {
        format!("{value:.2}")
    }
}

/// A cell on one line, without characters that a terminal obeys.
fn format_cell(value: &Value) -> String {
    let text = match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => format_number(number.as_f64().unwrap_or(0.0)),
        other => other.to_string(),
    };
    text.chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect()
}

/// Letters that take a place of their own.
fn text_width(text: &str) -> usize {
    text.chars()
        .filter(|letter| !is_combining_mark(*letter))
        .count()
}

/// The text filled or cut to this width.
fn pad_text(text: &str, room: usize) -> String {
    let cut: String = if text_width(text) > room {
        text.chars()
            .take(room.saturating_sub(1))
            .chain(['…'])
            .collect()
    } else {
        text.to_owned()
    };
    let spaces = room.saturating_sub(text_width(&cut));
    cut + &" ".repeat(spaces)
}

#[cfg(test)]
mod tests {
    use portolan_blocks::DataColumn;
    use serde_json::json;
    use uuid::Uuid;

    use super::*;

    fn build_chart(spec: Value, columns: [&str; 2], rows: Vec<[Value; 2]>) -> ChartBlock {
        ChartBlock {
            chart_id: Uuid::nil(),
            version: 1,
            kind: ChartKind::Plot,
            title: String::new(),
            description: String::new(),
            spec,
            data: Some(ChartData {
                columns: columns
                    .map(|name| DataColumn {
                        name: name.into(),
                        column_type: "string".into(),
                    })
                    .into(),
                rows: rows.into_iter().map(Vec::from).collect(),
                truncated: false,
            }),
            query: None,
            encoding_notes: Vec::new(),
            choices: Vec::new(),
            plan: None,
        }
    }

    fn build_spec(mark: &str, x: &str, y: &str) -> Value {
        json!({"mark": mark, "encoding": {"x": {"field": x}, "y": {"field": y}}})
    }

    #[test]
    fn bars_are_as_long_as_their_values() {
        let rows = vec![
            [json!("Tea"), json!(3)],
            [json!("Mate"), json!(4)],
            [json!("Rum"), json!(0)],
        ];
        for spec in [
            build_spec("bar", "item", "sold"),
            build_spec("bar", "sold", "item"),
        ] {
            let drawn = draw_chart(&build_chart(spec, ["item", "sold"], rows.clone())).unwrap();
            let count = |line: &str| line.matches('█').count();
            let lines: Vec<&str> = drawn.lines().collect();
            assert_eq!(
                count(lines[0]) * 4,
                count(lines[1]) * 3 - (count(lines[1]) * 3) % 4,
                "{drawn}"
            );
            assert!(
                lines[0].starts_with("  Tea  █") && lines[0].ends_with(" 3"),
                "{drawn}"
            );
            assert_eq!(count(lines[2]), 0, "{drawn}");
            assert!(
                lines.iter().all(|line| text_width(line) <= WIDTH),
                "{drawn}"
            );
        }
    }

    #[test]
    fn lines_rise_from_lowest_to_highest_value() {
        let rows = (0..200)
            .map(|year| [json!(1800 + year), json!(year)])
            .collect();
        let drawn = draw_chart(&build_chart(
            build_spec("line", "year", "sold"),
            ["year", "sold"],
            rows,
        ))
        .unwrap();
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines.len(), HEIGHT + 1, "{drawn}");
        assert!(lines[0].trim_start().starts_with("199 "), "{drawn}");
        assert!(lines[0].ends_with('█'), "{drawn}");
        assert!(lines[HEIGHT - 1].trim_start().starts_with("0 ▁"), "{drawn}");
        assert!(
            lines[HEIGHT].contains("1800") && lines[HEIGHT].ends_with("1999"),
            "{drawn}"
        );
        assert!(
            lines.iter().all(|line| text_width(line) <= WIDTH),
            "{drawn}"
        );
    }

    #[test]
    fn other_chart_types_are_printed_as_tables_without_control_characters() {
        let rows = vec![
            [json!("a\u{1b}[31m"), json!(null)],
            [json!("b"), json!(2.5)],
        ];
        let drawn = draw_chart(&build_chart(
            build_spec("point", "x", "y"),
            ["x", "y"],
            rows,
        ))
        .unwrap();
        assert_eq!(
            drawn,
            "  x       y\n  ──────  ────\n  a [31m\n  b       2.50\n"
        );
    }

    #[test]
    fn long_tables_report_the_omitted_rows() {
        let rows = (0..25)
            .map(|index| [json!(format!("row {index}")), json!("x")])
            .collect();
        let drawn = draw_chart(&build_chart(json!({}), ["a", "b"], rows)).unwrap();
        assert!(drawn.ends_with("  … 5 more rows\n"), "{drawn}");
    }
}
