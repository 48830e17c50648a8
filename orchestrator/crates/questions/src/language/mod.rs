//! Words: tokens with their place in the text, canonical English forms, stems, numbers, dates, spelling.
//!
//! German, French and Spanish words are replaced by the English words with the same meaning, with the spans of
//! the original, so that one grammar reads all four languages.

pub mod concepts;
pub mod foreign;
mod glued;
pub mod lexicon;
pub mod token;
pub mod units;

/// Reads the word lists; see [`crate::load_words`].
pub fn load_words() {
    concepts::load();
    foreign::load();
    lexicon::load_abbreviations();
    portolan_thesaurus::is_word("chart");
}

pub use glued::split_glued;
pub use token::{Kind, Token, name_words, stem, tokenize, tokenize_knowing};
