//! How large nodes are that no one has sized.

use portolan_blocks::{BlockContent, ChartBlock, ChartKind};
use serde_json::Value;

use crate::{
    NodeContent, Size,
    layout::{CHART_WIDTH, OUTLINE_WIDTH, PASSAGE_WIDTH},
    measure::{Face, count_lines, markdown_height},
};

/// Heights of a text's card; longer texts are cut, and opened to be read.
const TEXT_HEIGHTS: (i64, i64) = (72, 3_000);
const CHART_HEIGHT: i64 = 400;
/// Heights of charts that grow with their rows.
const ROW_CHART_HEIGHTS: (i64, i64) = (320, 760);
const OUTLINE_HEIGHTS: (i64, i64) = (140, 1_000);
const MARGINS: f64 = 32.0;

const SERIF: Face = Face {
    size: 15.0,
    line: 25.0,
    stretch: 1.0,
};
const LABEL: Face = Face {
    size: 14.0,
    line: 20.0,
    stretch: 1.04,
};

/// Returns the size of a node of this content.
pub fn default_size(content: &NodeContent) -> Size {
    let (width, height) = match content {
        NodeContent::Chart { .. } => (CHART_WIDTH, CHART_HEIGHT),
        NodeContent::Note { markdown } => (
            PASSAGE_WIDTH,
            clamped(
                markdown_height(markdown, inside(PASSAGE_WIDTH)) + 28.0,
                TEXT_HEIGHTS,
            ),
        ),
        NodeContent::Source { .. } => (360, 136),
        NodeContent::Reference { title, quote, .. } => {
            let text = quote.as_deref().unwrap_or(title);
            let lines = count_lines(text, inside(PASSAGE_WIDTH), SERIF) as f64;
            // Quotation mark, caption and what is around them.
            (
                PASSAGE_WIDTH,
                clamped(lines * SERIF.line + 84.0, TEXT_HEIGHTS),
            )
        }
        NodeContent::Chat { .. } => (360, 160),
        NodeContent::Portolan { .. } => (PASSAGE_WIDTH, 240),
        NodeContent::Picture { .. } => (400, 300),
        NodeContent::Suggestion { label, .. } => {
            let lines = count_lines(label, inside(OUTLINE_WIDTH) - 60.0, LABEL) as f64;
            (OUTLINE_WIDTH, clamped(lines * LABEL.line + 44.0, (64, 160)))
        }
        NodeContent::Group { .. } => (800, 600),
    };
    Size { width, height }
}

/// Returns the size of the node that a block becomes: charts are as high as their rows need.
pub fn size_of_block(block: &BlockContent, content: &NodeContent) -> Size {
    match block {
        BlockContent::Chart(chart) => size_of_chart(chart),
        _ => default_size(content),
    }
}

fn size_of_chart(chart: &ChartBlock) -> Size {
    let rows = chart.data.as_ref().map_or(0, |data| data.rows.len()) as i64;
    let (width, height) = match chart.kind {
        ChartKind::Mindmap => {
            let outline = chart.spec["outline"].as_str().unwrap_or_default();
            let height = outline_height(outline, inside(OUTLINE_WIDTH) + 8.0) + 26.0;
            (OUTLINE_WIDTH, clamped(height, OUTLINE_HEIGHTS))
        }
        ChartKind::Metric => (280, 180),
        ChartKind::Table => (CHART_WIDTH, (84 + 34 * (rows + 1)).min(CHART_HEIGHT)),
        ChartKind::Plot if has_rows_of_names(&chart.spec) => (
            CHART_WIDTH,
            (150 + 28 * rows).clamp(ROW_CHART_HEIGHTS.0, ROW_CHART_HEIGHTS.1),
        ),
        ChartKind::Plot | ChartKind::Flow | ChartKind::Timeline => (CHART_WIDTH, CHART_HEIGHT),
    };
    Size { width, height }
}

/// True if each row of names down the chart takes a row of pixels, as with horizontal bars.
fn has_rows_of_names(spec: &Value) -> bool {
    matches!(
        spec.pointer("/encoding/y/type").and_then(Value::as_str),
        Some("nominal" | "ordinal")
    )
}

/// An item of an outline, as deep as it is indented.
struct Item<'a> {
    depth: usize,
    label: &'a str,
}

/// Returns the height of a mind map at a width; the numbers are those of `web/app/charts/kinds/mindmap.ts`.
fn outline_height(outline: &str, width: f64) -> f64 {
    const BETWEEN_COLUMNS: f64 = 34.0;
    let items: Vec<Item<'_>> = outline
        .lines()
        .filter_map(|line| {
            let label = line.trim_start();
            let label = label.strip_prefix("- ")?;
            let indent = line.len() - line.trim_start().len();
            Some(Item {
                depth: 1 + indent / 2,
                label,
            })
        })
        .collect();
    let depth = 1 + items.iter().map(|item| item.depth).max().unwrap_or(0);
    let column = ((width - BETWEEN_COLUMNS * (depth - 1) as f64) / depth as f64).clamp(92.0, 230.0);
    let mut height = 0.0;
    for (at, item) in items.iter().enumerate() {
        let is_leaf = items
            .get(at + 1)
            .is_none_or(|next| next.depth <= item.depth);
        if !is_leaf {
            continue;
        }
        let size = if item.depth == 1 { 13.0 } else { 12.0 };
        let face = Face {
            size,
            line: size + 4.0,
            stretch: 1.06,
        };
        let lines = count_lines(item.label, column - 8.0, face).min(4) as f64;
        let changes_branch = items
            .get(at + 1)
            .is_some_and(|next| next.depth < item.depth);
        height += lines * face.line + if item.depth == 1 { 18.0 } else { 14.0 };
        height += if changes_branch { 8.0 } else { 0.0 };
    }
    height + 10.0
}

fn inside(width: i64) -> f64 {
    width as f64 - MARGINS - 2.0
}

fn clamped(height: f64, (least, most): (i64, i64)) -> i64 {
    (height.ceil() as i64).clamp(least, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mind_maps_are_as_high_as_their_leaves() {
        let outline = |count: usize| {
            let items: Vec<String> = (0..count).map(|at| format!("- Part {at}")).collect();
            format!("# Lamps\n{}\n", items.join("\n"))
        };
        let (few, many) = (
            outline_height(&outline(3), 376.0),
            outline_height(&outline(12), 376.0),
        );
        assert!((3.5 * few..4.5 * few).contains(&many), "{few} {many}");
    }

    #[test]
    fn only_leaves_of_an_outline_take_height() {
        let flat = "# Lamps\n- One\n- Two\n";
        let nested = "# Lamps\n- Both\n  - One\n  - Two\n";
        assert!(outline_height(nested, 376.0) < 1.2 * outline_height(flat, 376.0));
    }
}
