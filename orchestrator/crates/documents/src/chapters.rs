//! Detection of topic changes in a text: lexical cohesion between neighbouring passages.

use std::{collections::HashMap, ops::Range};

use serde::{Deserialize, Serialize};

use crate::{
    document::{Document, Quote, Section},
    phrases::best_phrases,
    sentences::split_sentences,
};

/// A part of a transcript, or of a text without headings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Chapter {
    /// The phrase that tells it from the others, as it appears in it.
    pub title: Quote,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_ms: Option<u64>,
    pub passages: Range<usize>,
}

const MOST: u64 = 12;
/// A chapter is expected every so many milliseconds, or words.
const USUAL_MS: u64 = 4 * 60_000;
const USUAL_WORDS: u64 = 500;
/// Passages that are compared on each side of a gap.
const BLOCK: Range<usize> = 2..9;
/// The depth that a silence of ten seconds adds to a gap.
const PAUSE: f64 = 0.15;
const TITLE_BYTES: usize = 60;

impl Document {
    /// Covers every passage, in order, without overlap; empty if there are none.
    pub fn chapters(&self) -> Vec<Chapter> {
        let parts = find_parts(self);
        let weights = Weights::from_parts(self, &parts);
        let mut taken: Vec<String> = Vec::new();
        let mut chapters = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            let title = find_title(self, part, &taken, |term| weights.term_weight(at, term));
            taken.push(title.text.to_lowercase());
            let next = parts
                .get(at + 1)
                .map(|next| self.passages[next.start].start_ms);
            let start_ms = self.passages[part.start].start_ms;
            chapters.push(Chapter {
                title,
                start_ms,
                end_ms: start_ms.and(next.unwrap_or(self.duration_ms)),
                passages: part.clone(),
            });
        }
        chapters
    }
}

/// A transcript's chapters as its sections.
pub(crate) fn chapter_sections(document: &Document) -> Vec<Section> {
    let section = |chapter: Chapter| {
        let passages = &document.passages[chapter.passages.clone()];
        let start = passages.iter().map(|passage| passage.range.start).min();
        let end = passages.iter().map(|passage| passage.range.end).max();
        Section {
            heading: chapter.title.text,
            level: 1,
            range: start.unwrap_or(0)..end.unwrap_or(0),
            line: passages.first().map_or(1, |passage| passage.line),
            start_ms: chapter.start_ms,
            passages: chapter.passages,
            sections: Vec::new(),
        }
    };
    document.chapters().into_iter().map(section).collect()
}

/// The passages of each chapter.
fn find_parts(document: &Document) -> Vec<Range<usize>> {
    let count = document.passages.len();
    if count == 0 {
        return Vec::new();
    }
    let usual = match document.duration_ms {
        Some(duration) => (duration + USUAL_MS / 2) / USUAL_MS,
        None => (document.word_count + USUAL_WORDS / 2) / USUAL_WORDS,
    };
    let wanted = usize::try_from(usual.clamp(1, MOST)).unwrap_or(1);
    let least = (count / (wanted * 3)).max(2);
    let depths = gap_depths(document, wanted);
    let mean = depths.iter().sum::<f64>() / depths.len().max(1) as f64;
    let mut gaps: Vec<usize> = (0..depths.len())
        .filter(|gap| depths[*gap] > mean)
        .collect();
    gaps.sort_by(|one, other| depths[*other].total_cmp(&depths[*one]).then(one.cmp(other)));
    let mut cuts: Vec<usize> = Vec::new();
    for gap in gaps {
        // The gap lies after the passage of the same number.
        let cut = gap + 1;
        let is_far = cuts.iter().all(|other| cut.abs_diff(*other) >= least);
        if is_far && cut >= least && count - cut >= least {
            cuts.push(cut);
        }
        if cuts.len() + 1 >= wanted {
            break;
        }
    }
    cuts.truncate(wanted - 1);
    cuts.sort_unstable();
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain([count]);
    starts.zip(ends).map(|(start, end)| start..end).collect()
}

/// How deep the valley of cohesion is at each gap between two passages.
fn gap_depths(document: &Document, wanted: usize) -> Vec<f64> {
    let terms = &document.index.passages;
    let count = terms.len();
    let block = (count / (wanted * 3)).clamp(BLOCK.start, BLOCK.end - 1);
    let mut left = Bag::new(document);
    let mut right = Bag::new(document);
    for passage in terms.iter().take(block) {
        right.add_terms(passage, 1.0);
    }
    let mut likeness = Vec::with_capacity(count.saturating_sub(1));
    for gap in 0..count.saturating_sub(1) {
        left.add_terms(&terms[gap], 1.0);
        right.add_terms(&terms[gap], -1.0);
        if gap >= block {
            left.add_terms(&terms[gap - block], -1.0);
        }
        if let Some(next) = terms.get(gap + block) {
            right.add_terms(next, 1.0);
        }
        likeness.push(left.cosine_similarity(&right));
    }
    let peak = |values: &mut dyn Iterator<Item = f64>, from: f64| {
        let mut peak = from;
        for value in values {
            if value < peak {
                break;
            }
            peak = value;
        }
        peak
    };
    (0..likeness.len())
        .map(|gap| {
            let here = likeness[gap];
            let before = peak(
                &mut likeness[..gap].iter().rev().take(block * 2).copied(),
                here,
            );
            let after = peak(
                &mut likeness[gap + 1..].iter().take(block * 2).copied(),
                here,
            );
            before - here + (after - here) + pause_depth(document, gap)
        })
        .collect()
}

fn pause_depth(document: &Document, gap: usize) -> f64 {
    let end = document.passages[gap].end_ms;
    let start = document.passages[gap + 1].start_ms;
    match (end, start) {
        (Some(end), Some(start)) => start.saturating_sub(end).min(10_000) as f64 / 10_000.0 * PAUSE,
        _ => 0.0,
    }
}

/// The terms of neighbouring passages.
struct Bag<'a> {
    document: &'a Document,
    counts: HashMap<u32, f64>,
}

impl<'a> Bag<'a> {
    fn new(document: &'a Document) -> Self {
        Self {
            document,
            counts: HashMap::new(),
        }
    }

    fn add_terms(&mut self, terms: &[u32], sign: f64) {
        for term in terms {
            let count = self.counts.entry(*term).or_default();
            *count += sign;
            if *count <= 0.0 {
                self.counts.remove(term);
            }
        }
    }

    fn cosine_similarity(&self, other: &Self) -> f64 {
        let index = &self.document.index;
        // Summed in the terms' order, so that the same text gives the same chapters.
        let mut terms: Vec<(u32, f64)> = self
            .counts
            .iter()
            .map(|(term, count)| (*term, *count))
            .collect();
        terms.sort_unstable_by_key(|(term, _)| *term);
        let mut others: Vec<(u32, f64)> = other
            .counts
            .iter()
            .map(|(term, count)| (*term, *count))
            .collect();
        others.sort_unstable_by_key(|(term, _)| *term);
        let square = |terms: &[(u32, f64)]| -> f64 {
            let squares = terms.iter().map(|(term, count)| {
                let weighed = count * term_rarity(index, *term);
                weighed * weighed
            });
            squares.sum()
        };
        let shared: f64 = terms
            .iter()
            .map(|(term, count)| {
                let theirs = other.counts.get(term).copied().unwrap_or(0.0);
                let rarity = term_rarity(index, *term);
                count * theirs * rarity * rarity
            })
            .sum();
        let whole = (square(&terms) * square(&others)).sqrt();
        if whole > 0.0 { shared / whole } else { 0.0 }
    }
}

fn term_rarity(index: &crate::index::Index, term: u32) -> f64 {
    let holders = f64::from(index.holders[term as usize]).max(1.0);
    (index.passages.len() as f64 / holders).ln_1p()
}

/// How telling terms are for one part among the others.
struct Weights {
    counts: Vec<HashMap<u32, u32>>,
    parts: HashMap<u32, u32>,
}

impl Weights {
    fn from_parts(document: &Document, parts: &[Range<usize>]) -> Self {
        let mut counts = Vec::new();
        let mut holders: HashMap<u32, u32> = HashMap::new();
        for part in parts {
            let mut own: HashMap<u32, u32> = HashMap::new();
            for term in document.index.passages[part.clone()].iter().flatten() {
                *own.entry(*term).or_default() += 1;
            }
            for term in own.keys() {
                *holders.entry(*term).or_default() += 1;
            }
            counts.push(own);
        }
        Self {
            counts,
            parts: holders,
        }
    }

    fn term_weight(&self, part: usize, term: u32) -> f64 {
        let count = self.counts[part].get(&term).copied().unwrap_or(0);
        let holders = self.parts.get(&term).copied().unwrap_or(1);
        f64::from(count).ln_1p() * (self.counts.len() as f64 / f64::from(holders)).ln_1p()
    }
}

fn find_title(
    document: &Document,
    part: &Range<usize>,
    taken: &[String],
    weight: impl Fn(u32) -> f64,
) -> Quote {
    best_phrases(document, part.clone(), weight, 4)
        .into_iter()
        .map(|(passage, range)| document.quote(passage, range))
        .find(|quote| {
            !taken.contains(&quote.text.to_lowercase()) && quote.text.len() <= TITLE_BYTES
        })
        .unwrap_or_else(|| quote_beginning(document, part.start))
}

/// The first words of a passage.
fn quote_beginning(document: &Document, passage: usize) -> Quote {
    let text = &document.passages[passage].text;
    let first = split_sentences(text)
        .into_iter()
        .next()
        .unwrap_or(0..text.len());
    let mut end = first.end.min(first.start + TITLE_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    if end < first.end
        && let Some(blank) = text[first.start..end].rfind(char::is_whitespace)
        && blank > 0
    {
        end = first.start + blank;
    }
    document.quote(passage, first.start..end)
}
