//! Mind maps: a Markdown outline.

use portolan_blocks::ChartKind;
use serde_json::{Value, json};

use crate::{ChartErrors, kinds::limit_of, reader::ChartReader};

pub(crate) fn check_mindmap(spec: &Value) -> Result<Value, ChartErrors> {
    // A model may send the outline as it is.
    let wrapped = match spec {
        Value::String(text) if !text.trim_start().starts_with('{') => json!({"outline": text}),
        other => other.clone(),
    };
    let wrapped = Value::Object(ChartReader::object(
        &wrapped,
        "an object with `outline`, a Markdown text",
    )?);
    let most = |name| limit_of(ChartKind::Mindmap, name);
    let mut reader = ChartReader::new();
    let outline = reader.text(&wrapped, "outline", "/spec", most("characters"));
    let items = parse_items(&outline);
    if items.is_empty() && !outline.is_empty() {
        reader.refuse("/spec/outline", "has no items: write headings and lists");
    }
    if items.len() > most("items") {
        reader.refuse(
            "/spec/outline",
            format!(
                "{} items are too many: keep the {} that matter most",
                items.len(),
                most("items")
            ),
        );
    }
    for (line, item) in items.iter().enumerate() {
        if item.depth > most("depth") {
            reader.refuse(
                "/spec/outline",
                format!(
                    "item {} is nested deeper than {} levels: flatten it",
                    line + 1,
                    most("depth")
                ),
            );
        }
        if item.characters > most("label") {
            reader.refuse(
                "/spec/outline",
                format!("shorten item {} to {} characters", line + 1, most("label")),
            );
        }
    }
    reader.finish(json!({"outline": outline}))
}

struct OutlineItem {
    /// Counts from 1.
    depth: usize,
    characters: usize,
}

/// Headings are as deep as their signs, list items deeper than any heading by their indentation;
/// the drawing code reads an outline in the same way.
fn parse_items(outline: &str) -> Vec<OutlineItem> {
    let mut open: Vec<usize> = Vec::new();
    let mut heading = 0;
    let mut items = Vec::new();
    for line in outline.lines() {
        let text = line.trim();
        if text.is_empty() {
            continue;
        }
        let signs = text.bytes().take_while(|byte| *byte == b'#').count();
        let (level, label) = if (1..=6).contains(&signs) && text[signs..].starts_with(' ') {
            heading = signs;
            (signs, text[signs..].trim())
        } else if let Some(label) = parse_bullet(text) {
            let indentation: usize = line
                .chars()
                .take_while(|letter| letter.is_whitespace())
                .map(|letter| if letter == '\t' { 4 } else { 1 })
                .sum();
            (heading + 1 + indentation, label)
        } else {
            (heading + 1, text)
        };
        while open.last().is_some_and(|outer| *outer >= level) {
            open.pop();
        }
        open.push(level);
        items.push(OutlineItem {
            depth: open.len(),
            characters: label.chars().count(),
        });
    }
    items
}

/// The text of a list item, without its sign.
fn parse_bullet(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(['-', '*', '+', '•']).or_else(|| {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        (1..=3)
            .contains(&digits)
            .then(|| text[digits..].strip_prefix(['.', ')']))
            .flatten()
    })?;
    rest.starts_with(char::is_whitespace).then(|| rest.trim())
}
