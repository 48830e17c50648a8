//! Language-independent detection of sentence ends.

use std::ops::Range;

use crate::{lexicon, words::is_unspaced};

/// Bytes beyond which a sentence is cut at a blank.
const LONGEST: usize = 500;

/// The sentences of `text`, without the blanks around them, in order.
pub(crate) fn split_sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((at, letter)) = characters.next() {
        let mut end = at + letter.len_utf8();
        let ends = match letter {
            '。' | '！' | '？' | '।' => true,
            '.' | '!' | '?' | '…' => {
                while let Some((_, closing)) =
                    characters.next_if(|(_, next)| matches!(next, '.' | '!' | '?' | '…'))
                {
                    end += closing.len_utf8();
                }
                while let Some((_, closing)) = characters
                    .next_if(|(_, next)| matches!(next, '"' | '\'' | '”' | '’' | ')' | ']' | '»'))
                {
                    end += closing.len_utf8();
                }
                letter != '.' || is_full_stop(&text[start..at], &text[end..])
            }
            '\n' => text[end..].starts_with('\n'),
            _ => false,
        };
        let followed = text[end..]
            .chars()
            .next()
            .is_none_or(|next| next.is_whitespace() || is_unspaced(next));
        if ends && (followed || matches!(letter, '。' | '！' | '？' | '।' | '\n')) {
            push_sentence(text, start..end, &mut found);
            start = end;
        }
    }
    push_sentence(text, start..text.len(), &mut found);
    found
}

/// Returns whether the stop after `before` ends a sentence: not after “Dr” or an initial, and not before a
/// small letter.
fn is_full_stop(before: &str, after: &str) -> bool {
    let word = before
        .rsplit(|letter: char| letter.is_whitespace() || matches!(letter, '(' | '"' | '“'))
        .next()
        .unwrap_or_default();
    let mut letters = word.chars();
    let is_initial = letters.next().is_some_and(char::is_uppercase) && letters.next().is_none();
    let next = after.trim_start().chars().next();
    !is_initial
        && !lexicon::is_abbreviation(&word.to_lowercase())
        && !next.is_some_and(char::is_lowercase)
}

fn push_sentence(text: &str, range: Range<usize>, found: &mut Vec<Range<usize>>) {
    let mut rest = trim_range(text, range);
    while rest.len() > LONGEST {
        let mut limit = rest.start + LONGEST;
        while !text.is_char_boundary(limit) {
            limit -= 1;
        }
        let cut = text[rest.start..limit]
            .rfind(char::is_whitespace)
            .filter(|at| *at > LONGEST / 2)
            .map_or(limit, |at| rest.start + at);
        found.push(trim_range(text, rest.start..cut));
        rest = trim_range(text, cut..rest.end);
    }
    if !rest.is_empty() {
        found.push(rest);
    }
}

fn trim_range(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..start.max(range.start + part.trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence_texts(text: &str) -> Vec<&str> {
        split_sentences(text)
            .into_iter()
            .map(|range| &text[range])
            .collect()
    }

    #[test]
    fn sentences_end_at_sentence_punctuation_but_not_at_abbreviations() {
        assert_eq!(
            sentence_texts(
                "Dr. A. Finch left at 4.30 p.m. on Monday. Who stayed? \"Nobody!\" It was dark."
            ),
            [
                "Dr. A. Finch left at 4.30 p.m. on Monday.",
                "Who stayed?",
                "\"Nobody!\"",
                "It was dark."
            ]
        );
        assert_eq!(
            sentence_texts("灯台です。港です。"),
            ["灯台です。", "港です。"]
        );
        assert_eq!(sentence_texts("one\n\ntwo"), ["one", "two"]);
        assert!(sentence_texts(" \n ").is_empty());
    }

    #[test]
    fn overlong_sentence_is_split() {
        let text = "word ".repeat(1_000);
        assert!(
            split_sentences(&text)
                .iter()
                .all(|range| range.len() <= LONGEST)
        );
        let text = "é".repeat(2_000);
        assert!(
            split_sentences(&text)
                .iter()
                .all(|range| range.len() <= LONGEST)
        );
    }
}
