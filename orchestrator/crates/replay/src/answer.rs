//! An answer without what differs from run to run: ids and times.

use portolan_blocks::{Block, BlockContent};
use serde_json::{Map, Value, json};

/// Keys of blocks that are new in each run.
const FLEETING: [&str; 4] = ["id", "chartId", "durationMs", "tookMs"];

/// Returns the blocks as JSON; the same answer gives the same bytes in every run.
pub fn stable_answer(blocks: &[Block]) -> Value {
    let blocks = blocks.iter().map(|block| {
        let mut value = serde_json::to_value(block).unwrap_or_default();
        if let Value::Object(fields) = &mut value {
            remove_fleeting(fields);
            if let Some(Value::Object(query)) = fields.get_mut("query") {
                remove_fleeting(query);
            }
        }
        value
    });
    blocks.collect()
}

/// Returns the same with at most so many rows of each chart, for models.
pub fn short_answer(blocks: &[Block], most_rows: usize) -> Value {
    let mut blocks = blocks.to_vec();
    for block in &mut blocks {
        if let BlockContent::Chart(chart) = &mut block.content
            && let Some(data) = &mut chart.data
            && data.rows.len() > most_rows
        {
            data.rows.truncate(most_rows);
            data.truncated = true;
        }
    }
    stable_answer(&blocks)
}

/// Returns what an answer says in words: its prose, and the titles of its charts.
pub fn answer_text(blocks: &[Block]) -> String {
    let texts = blocks.iter().filter_map(|block| match &block.content {
        BlockContent::Text { markdown, .. } => Some(markdown.as_str()),
        BlockContent::Chart(chart) => Some(chart.title.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n\n")
}

fn remove_fleeting(fields: &mut Map<String, Value>) {
    for key in FLEETING {
        fields.shift_remove(key);
    }
}

/// Returns an answer with its outcome, as JSON schemas check it.
pub fn checked_answer(outcome: Option<portolan_blocks::Outcome>, blocks: &[Block]) -> Value {
    json!({"outcome": outcome, "blocks": stable_answer(blocks)})
}
