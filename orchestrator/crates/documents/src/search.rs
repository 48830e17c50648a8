//! Answers made of the document's own words: BM25 over its passages.

use std::ops::Range;

use crate::{
    document::{Document, Quote},
    lexicon,
    sentences::split_sentences,
    words::split_words,
};

/// The passages that a question finds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FoundPassages {
    /// The best first.
    pub hits: Vec<Hit>,
    /// Words of the question that the document lacks.
    pub missing: Vec<String>,
    /// Words of the question that were looked for.
    pub asked: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    pub quote: Quote,
    pub score: f64,
    /// The share of the question's telling words that the passage holds, from 0 to 1.
    pub coverage: f64,
}

/// BM25's usual saturation and length normalisation.
const SATURATION: f64 = 1.2;
const LENGTH: f64 = 0.75;
/// A heading's word counts for its passages as this many of their own.
const HEADING: f64 = 0.6;
/// Hits below this share of the best one's score are left out.
const LEAST_SHARE: f64 = 0.35;
/// Bytes of a passage that are quoted.
const QUOTED: usize = 420;

impl Document {
    /// The passages that the question's words lead to.
    pub fn search(&self, question: &str, limit: usize) -> FoundPassages {
        let mut found = FoundPassages::default();
        let mut terms: Vec<u32> = Vec::new();
        for range in split_words(question) {
            let lower = question[range.clone()].to_lowercase();
            if self.index.is_small(&lower) || lexicon::is_small(&lower, Some("en")) {
                continue;
            }
            let known = self.index.term(&lower);
            if lexicon::is_asking(&lower) && known.is_none_or(|term| self.is_common(term)) {
                continue;
            }
            found.asked += 1;
            match known.or_else(|| self.index.near_term(&lower)) {
                Some(term) if !terms.contains(&term) => terms.push(term),
                Some(_) => {}
                None => found.missing.push(question[range].to_owned()),
            }
        }
        let rarities: Vec<(u32, f64)> = terms
            .iter()
            .map(|term| (*term, self.term_rarity(*term)))
            .collect();
        let whole: f64 = rarities.iter().map(|(_, rarity)| rarity).sum();
        let length: usize = self.index.passages.iter().map(Vec::len).sum();
        let average = (length as f64 / self.passages.len().max(1) as f64).max(1.0);
        let mut scored: Vec<(usize, f64, f64)> = Vec::new();
        for (passage, own) in self.index.passages.iter().enumerate() {
            let mut score = 0.0;
            let mut covered = 0.0;
            for (term, rarity) in &rarities {
                let inside = own.iter().filter(|known| *known == term).count() as f64;
                let above = self.index.headings[passage].contains(term);
                let frequency = inside + if above { HEADING } else { 0.0 };
                if frequency > 0.0 {
                    let norm = 1.0 - LENGTH + LENGTH * own.len() as f64 / average;
                    score +=
                        rarity * frequency * (SATURATION + 1.0) / (frequency + SATURATION * norm);
                    covered += rarity;
                }
            }
            if score > 0.0 {
                // A passage that holds more of what was asked is worth more than one that repeats a part.
                let coverage = covered / whole;
                scored.push((passage, score * (0.5 + coverage), coverage));
            }
        }
        scored.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let least = scored.first().map_or(0.0, |best| best.1 * LEAST_SHARE);
        found.hits = scored
            .into_iter()
            .take_while(|(_, score, _)| *score >= least)
            .take(limit)
            .map(|(passage, score, coverage)| Hit {
                quote: self.quote(passage, self.excerpt_range(passage, &rarities)),
                score,
                coverage,
            })
            .collect();
        found
    }

    /// How rare a term is among the passages.
    fn term_rarity(&self, term: u32) -> f64 {
        let passages = self.passages.len() as f64;
        let holders = f64::from(self.index.holders[term as usize]);
        (1.0 + (passages - holders + 0.5) / (holders + 0.5)).ln()
    }

    fn is_common(&self, term: u32) -> bool {
        self.index.holders[term as usize] as usize * 4 > self.passages.len()
    }

    /// The sentences of a passage that answer best: the whole passage where it is short.
    fn excerpt_range(&self, passage: usize, rarities: &[(u32, f64)]) -> Range<usize> {
        let text = &self.passages[passage].text;
        if text.len() <= QUOTED {
            return 0..text.len();
        }
        let sentences = split_sentences(text);
        let scores: Vec<f64> = sentences
            .iter()
            .map(|sentence| {
                split_words(&text[sentence.clone()])
                    .filter_map(|range| {
                        let word = &text[sentence.start + range.start..sentence.start + range.end];
                        let term = self.index.term(&word.to_lowercase())?;
                        rarities.iter().find(|(known, _)| *known == term)
                    })
                    .map(|(_, rarity)| rarity)
                    .sum()
            })
            .collect();
        let best = (0..sentences.len())
            .max_by(|one, other| scores[*one].total_cmp(&scores[*other]).then(other.cmp(one)))
            .unwrap_or(0);
        let (mut first, mut last) = (best, best);
        loop {
            let fits =
                |first: usize, last: usize| sentences[last].end - sentences[first].start <= QUOTED;
            if last + 1 < sentences.len() && fits(first, last + 1) {
                last += 1;
            } else if first > 0 && fits(first - 1, last) {
                first -= 1;
            } else {
                break;
            }
        }
        match (sentences.get(first), sentences.get(last)) {
            (Some(first), Some(last)) => first.start..last.end,
            _ => 0..text.len(),
        }
    }
}
