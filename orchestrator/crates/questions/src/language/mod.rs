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

pub use glued::split_glued;
pub use token::{Kind, Token, name_words, stem, tokenize, tokenize_knowing};
