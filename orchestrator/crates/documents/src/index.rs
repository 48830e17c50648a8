//! A document's words as numbers: what search, salience and chapters reckon with.

use std::collections::HashMap;

use rust_stemmers::Stemmer;

use crate::{
    document::{Passage, Section},
    language::Language,
    lexicon,
    words::split_words,
};

#[derive(Clone, Debug)]
pub(crate) struct Index {
    pub language: Option<Language>,
    pub word_count: u64,
    /// The number of each stem.
    terms: HashMap<String, u32>,
    /// For each passage its terms in order, without small words.
    pub passages: Vec<Vec<u32>>,
    /// For each passage the terms of the headings above it.
    pub headings: Vec<Vec<u32>>,
    /// For each term the passages that hold it, headings apart.
    pub holders: Vec<u32>,
    /// For each term how often it stands in the document.
    pub counts: Vec<u32>,
}

impl Index {
    pub fn build(passages: &[Passage], sections: &[Section], language: Option<Language>) -> Self {
        let mut index = Self {
            language,
            word_count: 0,
            terms: HashMap::new(),
            passages: Vec::with_capacity(passages.len()),
            headings: vec![Vec::new(); passages.len()],
            holders: Vec::new(),
            counts: Vec::new(),
        };
        let stemmer = language.and_then(Language::stemmer);
        // Most words of a text repeat: each is stemmed once.
        let mut known: HashMap<String, Option<u32>> = HashMap::new();
        for passage in passages {
            let mut terms = Vec::new();
            for range in split_words(&passage.text) {
                index.word_count += 1;
                let lower = passage.text[range].to_lowercase();
                let term = match known.get(&lower) {
                    Some(term) => *term,
                    None => {
                        let term = index.add_word(&lower, stemmer.as_ref());
                        known.insert(lower, term);
                        term
                    }
                };
                terms.extend(term);
            }
            index.passages.push(terms);
        }
        index.count_passages();
        index.add_heading(sections, &[], stemmer.as_ref());
        index
    }

    /// The number of a word's stem; None for small words and for what the document lacks.
    pub fn term(&self, lower: &str) -> Option<u32> {
        if self.is_small(lower) {
            return None;
        }
        let stemmer = self.language.and_then(Language::stemmer);
        self.terms.get(&stem_word(lower, stemmer.as_ref())).copied()
    }

    /// A term that is one slip of the pen away.
    pub fn near_term(&self, lower: &str) -> Option<u32> {
        if lower.chars().count() < 5 {
            return None;
        }
        let stemmer = self.language.and_then(Language::stemmer);
        let wanted = stem_word(lower, stemmer.as_ref());
        self.terms
            .iter()
            .filter(|(term, _)| {
                term.len().abs_diff(wanted.len()) <= 1 && strsim::osa_distance(term, &wanted) <= 1
            })
            .map(|(_, number)| *number)
            .max_by_key(|number| (self.counts[*number as usize], *number))
    }

    pub fn is_small(&self, lower: &str) -> bool {
        lexicon::is_small(lower, self.language.map(Language::code))
    }

    /// How telling a term is: often in the document, in few of its passages.
    pub fn weight(&self, term: u32) -> f64 {
        let at = term as usize;
        let passages = self.passages.len() as f64;
        let holders = f64::from(self.holders[at]).max(1.0);
        f64::from(self.counts[at]).ln_1p() * (passages / holders).ln_1p()
    }

    fn add_word(&mut self, lower: &str, stemmer: Option<&Stemmer>) -> Option<u32> {
        if self.is_small(lower) {
            return None;
        }
        let next = u32::try_from(self.terms.len()).unwrap_or(u32::MAX);
        Some(*self.terms.entry(stem_word(lower, stemmer)).or_insert(next))
    }

    fn count_passages(&mut self) {
        self.holders = vec![0; self.terms.len()];
        self.counts = vec![0; self.terms.len()];
        let mut last_seen = vec![u32::MAX; self.terms.len()];
        for (passage, terms) in (0_u32..).zip(&self.passages) {
            for term in terms {
                let at = *term as usize;
                self.counts[at] += 1;
                if last_seen[at] != passage {
                    last_seen[at] = passage;
                    self.holders[at] += 1;
                }
            }
        }
    }

    fn add_heading(&mut self, sections: &[Section], above: &[u32], stemmer: Option<&Stemmer>) {
        for section in sections {
            let mut terms = above.to_vec();
            for range in split_words(&section.heading) {
                let lower = section.heading[range].to_lowercase();
                if let Some(term) = self.add_word(&lower, stemmer) {
                    terms.push(term);
                }
            }
            self.holders.resize(self.terms.len(), 0);
            self.counts.resize(self.terms.len(), 0);
            for passage in section.passages.clone() {
                self.headings[passage].clone_from(&terms);
            }
            self.add_heading(&section.sections, &terms, stemmer);
        }
    }
}

fn stem_word(lower: &str, stemmer: Option<&Stemmer>) -> String {
    match stemmer {
        Some(stemmer) => stemmer.stem(lower).into_owned(),
        None => lower.to_owned(),
    }
}
