//! The phrases that start at a token.

use super::fixed::fixed;
use super::items::Item;
use super::open::open;
use crate::language::{Kind, Token};

/// Phrases of several words and their items, by the first word.
type PhraseTable = std::collections::HashMap<&'static str, Vec<(Vec<&'static str>, Item)>>;

/// The phrases by their first word, made once.
static TABLE: std::sync::LazyLock<PhraseTable> = std::sync::LazyLock::new(|| {
    let mut table = PhraseTable::new();
    for (phrases, item) in fixed() {
        for phrase in phrases.split('|') {
            let words: Vec<&'static str> = phrase.split([' ', '-']).collect();
            table
                .entry(words[0])
                .or_default()
                .push((words, item.clone()));
        }
    }
    table
});

/// Tells whether a word occurs in a fixed phrase.
pub fn is_phrase_word(word: &str) -> bool {
    TABLE
        .values()
        .flatten()
        .any(|(words, _)| words.contains(&word))
}

/// Returns the end of the words of a pattern that start at a token.
pub fn matched(tokens: &[Token], start: usize, words: &[&str]) -> Option<usize> {
    let mut at = start;
    for (index, word) in words.iter().enumerate() {
        while index > 0
            && !matches!(*word, "the" | "a")
            && tokens.get(at).is_some_and(|token| {
                matches!(token.word.as_str(), "the" | "a" | "an" | "one" | "all")
            })
            && tokens.get(at).is_some_and(|token| token.word != *word)
        {
            at += 1;
        }
        if matches!(*word, "the" | "a") && tokens.get(at).is_none_or(|token| token.word != *word) {
            continue;
        }
        let token = tokens.get(at)?;
        if token.kind == Kind::Quoted
            || token.kind == Kind::Break
            || (token.word != *word && token.number.is_none_or(|n| n.to_string() != *word))
        {
            return None;
        }
        at += 1;
    }
    Some(at)
}

/// Returns the fixed phrases that start at a token.
pub fn phrases(tokens: &[Token], at: usize) -> Vec<(usize, Item, f64)> {
    let token = &tokens[at];
    if token.kind == Kind::Quoted {
        return Vec::new();
    }
    let mut found: Vec<(usize, Item, f64)> = TABLE
        .get(token.word.as_str())
        .into_iter()
        .flatten()
        .filter_map(|(words, item)| {
            let end = matched(tokens, at, words)?;
            Some((end, item.clone(), 0.1))
        })
        .collect();
    found.extend(open(tokens, at));
    found
}
