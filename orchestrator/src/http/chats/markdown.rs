//! A branch of a chat as a Markdown document.

use std::fmt::Write;

use portolan_blocks::{BlockContent, ChartBlock, ChartData, Locator, Turn};
use serde_json::Value;

/// Rows of a chart that the document shows.
const ROWS: usize = 50;

/// Questions are headings, charts are tables with their queries, references are footnotes.
pub fn write_chat(title: &str, turns: &[Turn]) -> String {
    let title = if title.is_empty() { "Chat" } else { title };
    let mut text = format!("# {}\n", one_line(title));
    for (index, turn) in turns.iter().enumerate() {
        write_question(&mut text, &turn.message.text);
        for block in &turn.blocks {
            write_content(&mut text, index + 1, &block.content);
        }
        if let (Some(error), true) = (&turn.error, turn.blocks.is_empty()) {
            let _ = write!(text, "\n*{}*\n", error.message);
        }
    }
    text
}

/// A short question is a heading; a long one is quoted below one.
fn write_question(text: &mut String, message: &str) {
    let message = message.trim();
    if !message.contains('\n') && message.chars().count() <= 120 {
        let _ = write!(text, "\n## {message}\n");
        return;
    }
    text.push_str("\n## Question\n\n");
    for line in message.lines() {
        let _ = writeln!(text, "> {line}");
    }
}

fn write_content(text: &mut String, turn: usize, content: &BlockContent) {
    // Writing to a string does not fail.
    let _ = match content {
        BlockContent::Text { markdown, .. } => {
            write!(text, "\n{}\n", number_notes(markdown.trim(), turn))
        }
        BlockContent::Thinking { markdown, .. } => write!(
            text,
            "\n<details><summary>Thinking</summary>\n\n{}\n\n</details>\n",
            markdown.trim()
        ),
        BlockContent::Chart(chart) => return write_chart(text, chart),
        BlockContent::Reference {
            index,
            title,
            url,
            locator,
            ..
        } => {
            let title = one_line(title);
            let linked = match url {
                Some(url) => format!("[{title}](<{url}>)"),
                None => title,
            };
            write!(
                text,
                "\n[^{turn}-{index}]: {linked}{}\n",
                format_locator(locator)
            )
        }
        BlockContent::Suggestion { .. } => Ok(()),
        BlockContent::Timestamp { url, label, .. } => {
            write!(text, "\n[{}](<{url}>)\n", one_line(label))
        }
        BlockContent::Error { message, .. } => write!(text, "\n*{message}*\n"),
    };
}

/// References count anew in every turn; the document distinguishes them.
fn number_notes(markdown: &str, turn: usize) -> String {
    let mut text = String::with_capacity(markdown.len());
    let mut rest = markdown;
    while let Some(at) = rest.find("[^") {
        let (before, after) = rest.split_at(at + 2);
        text.push_str(before);
        if after.starts_with(|letter: char| letter.is_ascii_digit()) {
            let _ = write!(text, "{turn}-");
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

fn write_chart(text: &mut String, chart: &ChartBlock) {
    let _ = write!(text, "\n### {}\n", one_line(&chart.title));
    if !chart.description.is_empty() {
        let _ = write!(text, "\n{}\n", one_line(&chart.description));
    }
    if let Some(data) = &chart.data {
        write_table(text, data);
    } else if let Value::String(outline) = &chart.spec {
        let _ = write!(text, "\n{outline}\n");
    }
    if let Some(query) = &chart.query {
        let _ = write!(text, "\n```sql\n{}\n```\n", query.sql.trim());
    }
}

fn write_table(text: &mut String, data: &ChartData) {
    let names = data.columns.iter().map(|column| escape_cell(&column.name));
    let _ = write!(text, "\n| {} |\n", names.collect::<Vec<_>>().join(" | "));
    let _ = writeln!(text, "|{}", " --- |".repeat(data.columns.len()));
    for row in data.rows.iter().take(ROWS) {
        let cells: Vec<String> = row
            .iter()
            .map(|value| match value {
                Value::Null => String::new(),
                Value::String(text) => escape_cell(text),
                other => other.to_string(),
            })
            .collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    if data.rows.len() > ROWS {
        let _ = write!(text, "\n*{} more rows.*\n", data.rows.len() - ROWS);
    }
}

fn escape_cell(text: &str) -> String {
    one_line(text).replace('|', "\\|")
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn format_locator(locator: &Locator) -> String {
    let mut text = String::new();
    if let Some(page) = locator.page {
        let _ = write!(text, ", page {page}");
    }
    if let Some(rows) = locator.row_range {
        let _ = write!(text, ", rows {}–{}", rows.start, rows.end);
    }
    if let Some(quote) = &locator.quote {
        let _ = write!(text, ": “{}”", one_line(quote));
    }
    text
}

#[cfg(test)]
mod tests {
    use portolan_blocks::{Block, Chat};
    use serde_json::json;

    use super::*;

    fn answered_turn(blocks: Value) -> Turn {
        let blocks: Vec<Block> = serde_json::from_value(blocks).unwrap();
        let chat: Chat = serde_json::from_str(include_str!(
            "../../../crates/blocks/fixtures/fold/a-simple-answer.json"
        ))
        .map(|mut fixture: Value| serde_json::from_value(fixture["chat"].take()).unwrap())
        .unwrap();
        let mut turn = chat.turns[0].clone();
        turn.message.text = "Which | tea?".into();
        turn.blocks = blocks;
        turn
    }

    #[test]
    fn chat_branch_is_exported_as_markdown() {
        let id = "01900000-0000-7000-8000-000000000000";
        let blocks = json!([
            {"id": id, "type": "text", "markdown": "Black tea.[^1] See [^note]."},
            {"id": id, "type": "chart", "chartId": id, "version": 1, "kind": "table", "title": "Black\nleads",
             "description": "A table.", "spec": {}, "encodingNotes": [],
             "data": {"columns": [{"name": "a|b", "type": "string"}, {"name": "n", "type": "integer"}],
                      "rows": [["x|y", 3], [null, 2.5]], "truncated": false},
             "query": {"sql": "SELECT 1", "sourceIds": [], "rowCount": 2, "tookMs": 1}},
            {"id": id, "type": "reference", "index": 1, "sourceId": id, "title": "teas.csv",
             "locator": {"rowRange": {"start": 2, "end": 3}}},
            {"id": id, "type": "suggestion", "label": "More", "prompt": "More?"},
        ]);
        let text = write_chat(
            "Tea",
            &[answered_turn(blocks.clone()), answered_turn(json!([]))],
        );
        assert_eq!(
            text,
            "# Tea\n\n## Which | tea?\n\nBlack tea.[^1-1] See [^note].\n\n### Black leads\n\nA table.\n\n\
             | a\\|b | n |\n| --- | --- |\n| x\\|y | 3 |\n|  | 2.5 |\n\n```sql\nSELECT 1\n```\n\n\
             [^1-1]: teas.csv, rows 2–3\n\n## Which | tea?\n"
        );
    }

    #[test]
    fn multiline_question_is_quoted() {
        let mut long = answered_turn(json!([]));
        long.message.text = "One\n# Two".into();
        assert_eq!(
            write_chat("", &[long]),
            "# Chat\n\n## Question\n\n> One\n> # Two\n"
        );
    }
}
