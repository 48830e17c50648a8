use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use portolan_assistant::numbers_in;
use portolan_blocks::{Block, BlockContent, ChartBlock, ChartKind, Turn};
use portolan_domain::TurnSummary;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::TranscriptTurn;

/// Keys of a specification that name, place or format what is drawn.
const LOOKS: [&str; 18] = [
    "$schema",
    "axis",
    "autosize",
    "background",
    "config",
    "data",
    "description",
    "format",
    "header",
    "height",
    "legend",
    "name",
    "padding",
    "subtitle",
    "title",
    "tooltip",
    "usermeta",
    "width",
];

/// Summarizes the original of a replayed turn.
pub fn summarize_original(turn: &TranscriptTurn) -> TurnSummary {
    TurnSummary {
        model: turn.model.clone(),
        outcome: turn.outcome,
        metered: turn.metered,
        duration_millis: turn
            .started_at
            .zip(turn.finished_at)
            .map(|(start, end)| duration_ms(start, end)),
        ..summarize_blocks(&turn.blocks)
    }
}

/// Summarizes a turn that a replay ran.
pub fn summarize_replayed(turn: &Turn) -> TurnSummary {
    TurnSummary {
        model: Some(turn.model.clone()),
        outcome: turn.outcome,
        metered: Some(turn.metered),
        duration_millis: turn
            .finished_at
            .map(|end| duration_ms(turn.started_at, end)),
        ..summarize_blocks(&turn.blocks)
    }
}

fn summarize_blocks(blocks: &[Block]) -> TurnSummary {
    let mut summary = TurnSummary::default();
    for block in blocks {
        summary.block_types.push(block.content.block_type());
        match &block.content {
            BlockContent::Text {
                markdown,
                unverified_numbers,
            } => {
                summary.numbers.extend(numbers_in(markdown));
                summary.unverified_numbers += unverified_numbers.len() as u64;
            }
            BlockContent::Chart(chart) => {
                summary.charts.push(hash_data(chart));
                summary.encodings.push(hash_encoding(chart));
            }
            BlockContent::Reference {
                source_id, locator, ..
            } => summary
                .references
                .push(format!("{source_id} {}", json!(locator))),
            BlockContent::Timestamp {
                source_id,
                start_ms,
                ..
            } => summary.references.push(format!("{source_id} {start_ms}")),
            BlockContent::Thinking { .. }
            | BlockContent::Suggestion { .. }
            | BlockContent::Error { .. } => {}
        }
    }
    // The order in which charts were closed says nothing.
    summary.charts.sort();
    summary.encodings.sort();
    summary
}

/// Hashes the rows in their order; of charts that draw no rows what they are made of.
fn hash_data(chart: &ChartBlock) -> String {
    let data = match &chart.data {
        Some(data) => json!({"columns": data.columns, "rows": data.rows}),
        None => chart.spec.clone(),
    };
    hash_value(&json!({"kind": chart.kind, "data": data}))
}

/// Hashes marks, channels and transformations. The specification of a kind without rows is its data.
fn hash_encoding(chart: &ChartBlock) -> String {
    let drawn = match chart.kind {
        ChartKind::Mindmap | ChartKind::Flow | ChartKind::Timeline => Value::Null,
        ChartKind::Plot | ChartKind::Table | ChartKind::Metric => without_looks(&chart.spec),
    };
    hash_value(&json!({"kind": chart.kind, "spec": drawn}))
}

/// Removes words and formats, and sorts the keys that are left.
fn without_looks(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields
                .iter()
                .filter(|(key, _)| !LOOKS.contains(&key.as_str()))
                .map(|(key, value)| (key.clone(), without_looks(value)));
            kept.collect::<BTreeMap<_, _>>().into_iter().collect()
        }
        Value::Array(values) => values.iter().map(without_looks).collect(),
        other => other.clone(),
    }
}

fn hash_value(value: &Value) -> String {
    hex::encode(&Sha256::digest(value.to_string().as_bytes())[..8])
}

fn duration_ms(start: DateTime<Utc>, end: DateTime<Utc>) -> i64 {
    (end - start).num_milliseconds()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(spec: Value, rows: Value) -> TurnSummary {
        let block = json!({
            "id": uuid::Uuid::nil(), "type": "chart", "chartId": uuid::Uuid::nil(), "version": 1, "kind": "plot",
            "title": "", "description": "", "spec": spec, "query": null,
            "data": {"columns": [{"name": "a", "type": "integer"}], "rows": rows, "truncated": false},
        });
        summarize_blocks(&[serde_json::from_value(block).unwrap()])
    }

    #[test]
    fn charts_are_told_apart_by_data_and_by_encoding() {
        let bars =
            json!({"mark": "bar", "encoding": {"x": {"field": "a", "title": "A"}}, "title": "One"});
        let renamed =
            json!({"title": "Two", "encoding": {"x": {"title": "B", "field": "a"}}, "mark": "bar"});
        let lines = json!({"mark": "line", "encoding": {"x": {"field": "a"}}});
        let first = chart(bars.clone(), json!([[1]]));
        assert_eq!(first, chart(renamed, json!([[1]])));
        let redrawn = chart(lines, json!([[1]]));
        assert_eq!(first.charts, redrawn.charts);
        assert_ne!(first.encodings, redrawn.encodings);
        let refilled = chart(bars, json!([[2]]));
        assert_ne!(first.charts, refilled.charts);
        assert_eq!(first.encodings, refilled.encodings);
    }

    #[test]
    fn numbers_are_those_of_the_prose() {
        let block = json!({"id": uuid::Uuid::nil(), "type": "text",
            "markdown": "Sales were 4,000 in 2024, 12 % more.", "unverifiedNumbers": [{"start": 11, "end": 16}]});
        let summary = summarize_blocks(&[serde_json::from_value(block).unwrap()]);
        assert_eq!(summary.numbers, ["4000", "2024", "12%"]);
        assert_eq!(summary.unverified_numbers, 1);
    }
}
