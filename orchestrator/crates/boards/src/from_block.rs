use portolan_blocks::{BlockContent, ChartKind, Locator};
use uuid::Uuid;

use crate::{NodeContent, Size};

/// Returns the nodes that a closed block adds to its chat's board; thinking and errors stay in the chat.
pub fn content_of_block(block: &BlockContent) -> Option<NodeContent> {
    Some(match block {
        BlockContent::Text { markdown, .. } if markdown.trim().is_empty() => return None,
        BlockContent::Text { markdown, .. } => NodeContent::Note {
            markdown: markdown.clone(),
        },
        BlockContent::Chart(chart) => NodeContent::Chart {
            chart_id: chart.chart_id,
            version: Some(chart.version),
            title: Some(chart.title.clone()).filter(|title| !title.is_empty()),
        },
        BlockContent::Reference {
            source_id,
            title,
            url,
            locator,
            ..
        } => NodeContent::Reference {
            source_id: *source_id,
            title: title.clone(),
            url: url.clone(),
            quote: locator.quote.clone(),
            locator: locator.clone(),
        },
        BlockContent::Timestamp {
            source_id,
            url,
            start_ms,
            label,
            ..
        } => NodeContent::Reference {
            source_id: *source_id,
            title: label.clone(),
            url: Some(url.clone()).filter(|url| !url.is_empty()),
            locator: Locator {
                start_ms: Some(*start_ms),
                ..Locator::default()
            },
            quote: None,
        },
        BlockContent::Suggestion { label, prompt } => NodeContent::Suggestion {
            label: label.clone(),
            prompt: prompt.clone(),
        },
        BlockContent::Thinking { .. } | BlockContent::Error { .. } => return None,
    })
}

/// The sources that a block comes from, whose cards an edge leads from.
pub fn sources_of_block(block: &BlockContent) -> Vec<Uuid> {
    match block {
        BlockContent::Chart(chart) => chart
            .query
            .as_ref()
            .map(|query| query.source_ids.clone())
            .unwrap_or_default(),
        BlockContent::Reference { source_id, .. } | BlockContent::Timestamp { source_id, .. } => {
            vec![*source_id]
        }
        _ => Vec::new(),
    }
}

/// How large a node is that no one has sized; `kind` is a chart's.
pub fn default_size(content: &NodeContent, kind: Option<ChartKind>) -> Size {
    let (width, height) = match content {
        NodeContent::Chart { .. } => match kind {
            Some(ChartKind::Mindmap | ChartKind::Flow | ChartKind::Timeline) => (700, 480),
            Some(ChartKind::Metric) => (280, 180),
            Some(ChartKind::Plot | ChartKind::Table) | None => (560, 400),
        },
        NodeContent::Note { markdown } => (440, text_height(markdown, 52, 640)),
        NodeContent::Source { .. } => (360, 160),
        NodeContent::Reference { title, quote, .. } => {
            let text = quote.as_deref().unwrap_or(title);
            (380, 60 + text_height(text, 46, 400))
        }
        NodeContent::Chat { .. } => (360, 160),
        NodeContent::Portolan { .. } => (440, 240),
        NodeContent::Picture { .. } => (400, 300),
        NodeContent::Suggestion { label, .. } => (360, text_height(label, 42, 160)),
        NodeContent::Group { .. } => (800, 600),
    };
    Size { width, height }
}

/// Roughly, as lines of so many characters.
fn text_height(text: &str, line: usize, most: i64) -> i64 {
    let lines: usize = text
        .lines()
        .map(|paragraph| paragraph.chars().count() / line + 1)
        .sum();
    let height = 48 + 24 * i64::try_from(lines).unwrap_or(most);
    height.clamp(72, most)
}
