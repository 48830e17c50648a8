//! The phrases that tell one part of a text from the others, as they appear in it.

use std::{collections::HashMap, ops::Range};

use crate::{
    document::Document,
    words::{is_unspaced, split_words},
};

/// Words of a phrase.
const LONGEST: usize = 4;
/// The weight of a one-word phrase relative to longer ones.
const SINGLE: f64 = 0.6;
/// A small word inside a phrase: “history *of* rope”.
const SMALL: u32 = u32::MAX - 1;
const NONE: u32 = u32::MAX;

struct PhraseCandidate {
    count: u32,
    passage: usize,
    range: Range<usize>,
}

struct PhraseWord {
    range: Range<usize>,
    term: Option<u32>,
    /// Punctuation stands between this word and the one before.
    is_apart: bool,
}

/// The best phrases of some passages, the most distinctive first: passage and place in its text.
///
/// `weight` says how distinctive a term is there.
pub(crate) fn best_phrases(
    document: &Document,
    passages: Range<usize>,
    weight: impl Fn(u32) -> f64,
    limit: usize,
) -> Vec<(usize, Range<usize>)> {
    let mut candidates: HashMap<[u32; LONGEST], PhraseCandidate> = HashMap::new();
    for passage in passages {
        let words = mark_words(document, passage);
        for first in 0..words.len() {
            for length in 1..=LONGEST.min(words.len() - first) {
                let run = &words[first..first + length];
                if length > 1 && run[length - 1].is_apart {
                    break;
                }
                let Some(key) = key_of(run) else {
                    continue;
                };
                let range = run[0].range.start..run[length - 1].range.end;
                candidates
                    .entry(key)
                    .and_modify(|candidate| candidate.count += 1)
                    .or_insert(PhraseCandidate {
                        count: 1,
                        passage,
                        range,
                    });
            }
        }
    }
    let mut ranked: Vec<(f64, [u32; LONGEST], PhraseCandidate)> = candidates
        .into_iter()
        .map(|(key, candidate)| {
            let terms = key.iter().filter(|term| **term < SMALL);
            let (sum, count) = terms.fold((0.0, 0_u32), |(sum, count), term| {
                (sum + weight(*term), count + 1)
            });
            let single = if count == 1 { SINGLE } else { 1.0 };
            let score =
                sum / f64::from(count).powf(0.7) * single * (1.0 + f64::from(candidate.count).ln());
            (score, key, candidate)
        })
        .collect();
    ranked.sort_by(|(score, _, one), (other_score, _, other)| {
        other_score
            .total_cmp(score)
            .then(one.passage.cmp(&other.passage))
            .then(one.range.start.cmp(&other.range.start))
            .then(other.range.end.cmp(&one.range.end))
    });
    let mut chosen: Vec<([u32; LONGEST], usize, Range<usize>)> = Vec::new();
    for (_, key, candidate) in ranked {
        let overlaps =
            |other: &[u32; LONGEST]| key.iter().any(|term| *term < SMALL && other.contains(term));
        if chosen.iter().any(|(other, _, _)| overlaps(other)) {
            continue;
        }
        chosen.push((key, candidate.passage, candidate.range));
        if chosen.len() == limit {
            break;
        }
    }
    chosen
        .into_iter()
        .map(|(_, passage, range)| (passage, range))
        .collect()
}

fn mark_words(document: &Document, passage: usize) -> Vec<PhraseWord> {
    let text = &document.passages[passage].text;
    let mut marked: Vec<PhraseWord> = Vec::new();
    for range in split_words(text) {
        let word = &text[range.clone()];
        if word.starts_with(is_unspaced) {
            continue;
        }
        let lower = word.to_lowercase();
        let is_name =
            lower.chars().count() >= 3 && !lower.chars().all(|letter| letter.is_numeric());
        let before = marked.last().map_or(0, |before| before.range.end);
        let between = text.get(before..range.start).unwrap_or("|");
        marked.push(PhraseWord {
            term: document.index.term(&lower).filter(|_| is_name),
            is_apart: !matches!(between, " " | "-" | "\n"),
            range,
        });
    }
    marked
}

/// None if the words make no phrase: it begins or ends with a small word, or has two inside.
fn key_of(run: &[PhraseWord]) -> Option<[u32; LONGEST]> {
    let mut key = [NONE; LONGEST];
    for (at, word) in run.iter().enumerate() {
        key[at] = word.term.unwrap_or(SMALL);
    }
    let small = run.iter().filter(|word| word.term.is_none()).count();
    let ends = key[0] != SMALL && key[run.len() - 1] != SMALL;
    (ends && small <= 1 && (small == 0 || run.len() >= 3)).then_some(key)
}
