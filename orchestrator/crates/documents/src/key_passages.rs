//! The sentences that say most, quoted.

use std::{collections::HashSet, ops::Range};

use crate::{
    document::{Document, Quote},
    index::Index,
    sentences::split_sentences,
    words::split_words,
};

/// Candidates among which repetitions are left out.
const CANDIDATES: usize = 200;
/// Words that a telling sentence has.
const WORDS: Range<usize> = 6..60;
/// Sentences of one section that may be chosen while others wait.
const A_SECTION: usize = 2;
/// The share of a sentence's terms that may have been said already.
const REPEATED: f64 = 0.5;

/// A sentence with its score.
pub(crate) struct ScoredSentence {
    pub passage: usize,
    pub range: Range<usize>,
    pub score: f64,
    terms: HashSet<u32>,
}

impl Document {
    /// At most `limit` sentences, in reading order.
    pub fn key_passages(&self, limit: usize) -> Vec<Quote> {
        let mut candidates = self.scored_sentences();
        candidates.sort_by(|one, other| {
            other
                .score
                .total_cmp(&one.score)
                .then(one.passage.cmp(&other.passage))
                .then(one.range.start.cmp(&other.range.start))
        });
        candidates.truncate(CANDIDATES);
        let section_of = self.section_numbers();
        let mut chosen: Vec<&ScoredSentence> = Vec::new();
        // First few of each section, then whatever is left.
        for most in [A_SECTION, usize::MAX] {
            for candidate in &candidates {
                let is_known = chosen.iter().any(|other| std::ptr::eq(*other, candidate));
                let said = |other: &&&ScoredSentence| {
                    let shared = candidate.terms.intersection(&other.terms).count();
                    shared as f64 > candidate.terms.len().min(other.terms.len()) as f64 * REPEATED
                };
                let section = section_of[candidate.passage];
                let there = chosen
                    .iter()
                    .filter(|other| section_of[other.passage] == section)
                    .count();
                if chosen.len() < limit
                    && !is_known
                    && there < most
                    && chosen.iter().find(said).is_none()
                {
                    chosen.push(candidate);
                }
            }
        }
        chosen.sort_by_key(|sentence| (sentence.passage, sentence.range.start));
        chosen
            .into_iter()
            .map(|sentence| self.quote(sentence.passage, sentence.range.clone()))
            .collect()
    }

    /// Every sentence of prose with a usual number of words.
    pub(crate) fn scored_sentences(&self) -> Vec<ScoredSentence> {
        let mut scored = Vec::new();
        let starts = self.section_starts();
        for (at, passage) in self.passages.iter().enumerate() {
            if !passage.is_prose {
                continue;
            }
            for (number, range) in split_sentences(&passage.text).into_iter().enumerate() {
                let sentence = &passage.text[range.clone()];
                let (length, terms) = terms_of(&self.index, sentence);
                if !WORDS.contains(&length) || terms.is_empty() {
                    continue;
                }
                let mut sorted: Vec<u32> = terms.iter().copied().collect();
                sorted.sort_unstable();
                let sum: f64 = sorted.iter().map(|term| self.index.weight(*term)).sum();
                let mut score = sum / (terms.len() as f64 + 4.0).powf(0.8);
                // Writers say first what matters: in the text, in a section, in a paragraph.
                if at == 0 {
                    score *= 1.25;
                } else if starts.contains(&at) {
                    score *= 1.15;
                }
                if number == 0 {
                    score *= 1.1;
                }
                if sentence.ends_with('?') {
                    score *= 0.6;
                }
                if !sentence
                    .starts_with(|first: char| first.is_uppercase() || !first.is_alphabetic())
                {
                    score *= 0.9;
                }
                scored.push(ScoredSentence {
                    passage: at,
                    range,
                    score,
                    terms,
                });
            }
        }
        scored
    }

    fn section_starts(&self) -> HashSet<usize> {
        self.all_sections()
            .into_iter()
            .map(|section| section.passages.start)
            .collect()
    }

    /// For each passage the number of the innermost section that holds it.
    fn section_numbers(&self) -> Vec<usize> {
        let mut numbers = vec![0; self.passages.len()];
        for (number, section) in self.all_sections().into_iter().enumerate() {
            for passage in section.passages.clone() {
                numbers[passage] = number + 1;
            }
        }
        numbers
    }
}

/// How many words a sentence has, and which terms.
fn terms_of(index: &Index, sentence: &str) -> (usize, HashSet<u32>) {
    let mut length = 0;
    let mut terms = HashSet::new();
    for range in split_words(sentence) {
        length += 1;
        terms.extend(index.term(&sentence[range].to_lowercase()));
    }
    (length, terms)
}
