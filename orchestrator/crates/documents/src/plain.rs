//! Plain text: paragraphs between empty lines, headings by their look, pages by form feeds.

use std::ops::Range;

use crate::{
    document::Passage,
    draft::{DocumentDraft, one_line},
};

const HEADING_CHARACTERS: usize = 80;
const HEADING_WORDS: usize = 12;
/// Lines longer than this, on average, are paragraphs of their own.
const PARAGRAPH_LINE: usize = 200;

pub(crate) fn read_plain_text(source: &str) -> DocumentDraft {
    let mut draft = DocumentDraft::new(source);
    let has_pages = source.contains('\u{c}');
    let mut start = 0;
    for (page, part) in (1_u32..).zip(source.split('\u{c}')) {
        let blocks = split_blocks(source, start..start + part.len());
        for (at, block) in blocks.iter().enumerate() {
            let next = blocks.get(at + 1).map(|next| &source[next.clone()]);
            let text = &source[block.clone()];
            if let Some(level) = heading_level(text, next) {
                let title = without_rule(text);
                if draft.title.is_none() && draft.passages.is_empty() {
                    draft.title = Some(one_line(title)).filter(|title| !title.is_empty());
                }
                draft.heading(title, level, block.start);
                continue;
            }
            for range in split_paragraphs(source, block.clone()) {
                let passage = Passage {
                    text: source[range.clone()].to_owned(),
                    range,
                    page: has_pages.then_some(page),
                    is_prose: true,
                    ..Passage::default()
                };
                draft.passage(passage, true);
            }
        }
        start += part.len() + 1;
    }
    draft
}

/// Runs of lines between empty ones.
fn split_blocks(source: &str, part: Range<usize>) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let mut open: Option<Range<usize>> = None;
    let mut at = part.start;
    for line in source[part].split_inclusive('\n') {
        let content = line.trim_end().len();
        if content == 0 {
            blocks.extend(open.take());
        } else {
            let start = at + (line.len() - line.trim_start().len());
            let block = open.get_or_insert(start..at + content);
            block.end = at + content;
        }
        at += line.len();
    }
    blocks.extend(open);
    blocks
}

/// A block's paragraphs: the block, its items, or its lines where they are long.
fn split_paragraphs(source: &str, block: Range<usize>) -> Vec<Range<usize>> {
    let text = &source[block.clone()];
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let is_long = lines.len() > 1 && text.len() / lines.len() > PARAGRAPH_LINE;
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = block.start;
    for line in lines {
        let content = line.trim();
        let start = at + (line.len() - line.trim_start().len());
        let end = start + content.len();
        at += line.len();
        match found.last_mut() {
            Some(last) if !is_long && !is_item(content) => last.end = end,
            _ => found.push(start..end),
        }
    }
    found
}

fn is_item(line: &str) -> bool {
    ["- ", "* ", "• ", "– ", "· "]
        .iter()
        .any(|mark| line.starts_with(mark))
}

fn without_rule(block: &str) -> &str {
    match block.split_once('\n') {
        Some((title, rule)) if is_rule(rule) => title.trim(),
        _ => block.trim(),
    }
}

fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3
        && (line.bytes().all(|byte| byte == b'=') || line.bytes().all(|byte| byte == b'-'))
}

/// The level of a heading, or None if the block is a paragraph.
fn heading_level(block: &str, next: Option<&str>) -> Option<u8> {
    if let Some((title, rule)) = block.split_once('\n') {
        let underlined = is_rule(rule) && title.chars().count() <= HEADING_CHARACTERS;
        return underlined.then(|| if rule.trim().starts_with('=') { 1 } else { 2 });
    }
    let next = next?;
    let text = block.trim();
    let words = text.split_whitespace().count();
    let fits = text.chars().count() <= HEADING_CHARACTERS
        && words <= HEADING_WORDS
        && text.chars().any(char::is_alphabetic)
        && !is_item(text);
    if !fits {
        return None;
    }
    let lower = text.to_lowercase();
    let named = [
        "chapter ",
        "part ",
        "book ",
        "appendix",
        "kapitel ",
        "chapitre ",
        "capítulo ",
    ];
    if named.iter().any(|name| lower.starts_with(name)) {
        return Some(1);
    }
    if text.ends_with(['.', ',', ';', ':', '?', '!', '。', '"', '”']) {
        return None;
    }
    if let Some(level) = numbered_level(text) {
        return Some(level);
    }
    let letters = text.chars().filter(|letter| letter.is_alphabetic());
    let (all, upper) = letters.fold((0, 0), |(all, upper), letter| {
        (all + 1, upper + usize::from(letter.is_uppercase()))
    });
    if all >= 3 && upper * 10 >= all * 8 {
        return Some(2);
    }
    let begins = text.chars().next().is_some_and(|first| {
        first.is_uppercase() || !first.is_lowercase() && first.is_alphabetic()
    });
    let leads = next.chars().count() > HEADING_CHARACTERS.max(text.chars().count() * 2);
    (begins && words <= 8 && leads).then_some(3)
}

/// “2.1 Lamps” is of level 2.
fn numbered_level(text: &str) -> Option<u8> {
    let (number, rest) = text.split_once(' ')?;
    let parts: Vec<&str> = number.trim_end_matches(['.', ')']).split('.').collect();
    let is_number = parts.len() <= 4
        && parts.iter().all(|part| {
            (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
        });
    let titled = rest
        .chars()
        .next()
        .is_some_and(|first| first.is_alphabetic() && !first.is_lowercase());
    (is_number && titled).then(|| u8::try_from(parts.len()).unwrap_or(4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_paragraphs_and_pages_are_found() {
        let source = "HARBOUR LIGHTS\n\n1. Origins\n\nThe first lamp was lit by hand every evening, and nobody\n\
                      remembers who did it before the pilots came.\n\n- oil\n- gas\n\u{c}1.1 Oil\n\nWhale oil burned best.\n\nShort line.\n";
        let draft = read_plain_text(source);
        assert_eq!(draft.title.as_deref(), Some("HARBOUR LIGHTS"));
        let headings: Vec<_> = draft
            .headings
            .iter()
            .map(|heading| (heading.text.as_str(), heading.level))
            .collect();
        assert_eq!(
            headings,
            [("HARBOUR LIGHTS", 2), ("1. Origins", 1), ("1.1 Oil", 2)]
        );
        let pages: Vec<_> = draft.passages.iter().map(|passage| passage.page).collect();
        assert_eq!(pages, [Some(1), Some(1), Some(1), Some(2), Some(2)]);
        for passage in &draft.passages {
            assert_eq!(passage.text, source[passage.range.clone()]);
        }
    }

    #[test]
    fn each_long_line_becomes_its_own_paragraph() {
        let source = format!(
            "{}\n{}\n",
            "a lamp ".repeat(40).trim(),
            "a ship ".repeat(40).trim()
        );
        assert_eq!(read_plain_text(&source).passages.len(), 2);
        assert!(read_plain_text(&source).headings.is_empty());
    }
}
