use portolan_blocks::{BlockContent, Locator};
use uuid::Uuid;

use crate::NodeContent;

/// Returns the nodes that a closed block adds to its chat's board; thinking and errors stay in the chat.
pub fn content_of_block(block: &BlockContent) -> Option<NodeContent> {
    Some(match block {
        BlockContent::Text { markdown, .. } => {
            let markdown = without_passages(markdown);
            if markdown.trim().is_empty() {
                return None;
            }
            NodeContent::Note { markdown }
        }
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

/// Returns an answer's text without the passages that it quotes under a reference mark, and the line that announces them:
/// they are cards of their own.
fn without_passages(markdown: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for paragraph in markdown.split("\n\n").map(str::trim_end) {
        let mut lines = paragraph.lines().filter(|line| !line.trim().is_empty());
        let are_quotes = !paragraph.trim().is_empty() && lines.all(is_passage);
        if !are_quotes {
            kept.push(paragraph);
        } else if kept
            .last()
            .is_some_and(|before| before.trim_end().ends_with(':'))
        {
            kept.pop();
        }
    }
    kept.join("\n\n")
}

/// True for `> words[^1]` and `- **0:12** “words”[^1]`.
fn is_passage(line: &str) -> bool {
    let line = line.trim();
    let Some((words, mark)) = line.rsplit_once("[^") else {
        return false;
    };
    let is_mark = mark.strip_suffix(']').is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    is_mark && (words.starts_with("> ") || (words.starts_with("- ") && words.ends_with('”')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_passages_are_left_out_of_notes() {
        let text =
            "These passages say most:\n\n> Lamps burn.[^1]\n\n> Oil is dear.[^2]\n\nNobody slept.";
        assert_eq!(without_passages(text), "Nobody slept.");
        let chapters =
            "It turns to something else:\n\n- **0:12** “lamps”[^1]\n- **1:40** “oil”[^2]";
        assert_eq!(without_passages(chapters), "");
        assert_eq!(content_of_block(&BlockContent::text(chapters)), None);
    }

    #[test]
    fn own_statements_stay_in_notes() {
        for text in [
            "> A motto without a source.",
            "- Sales rose 5 %[^1]\n- Costs fell[^2]",
            "Lamps burn.[^1]",
        ] {
            assert_eq!(without_passages(text), text);
        }
    }
}
