//! Words of column names that shorten a word of their table's name.

use super::NameWord;
use crate::language::{name_words, stem};

/// Writes out words that shorten a word of the table's name: "off_tot" of police offences.
pub fn in_full(words: Vec<NameWord>, table: &str) -> Vec<NameWord> {
    let names = name_words(table);
    let long = |short: &str| {
        // A noun is complete as it is: "air" does not shorten "airports".
        let is_short = short.len() >= 3 && !portolan_thesaurus::is_noun(short);
        names
            .iter()
            .find(|name| is_short && name.len() >= short.len() + 3 && name.starts_with(short))
    };
    words
        .into_iter()
        .map(|word| match long(&word.word) {
            Some(name) => NameWord {
                word: name.clone(),
                stem: stem(name),
                weight: 1.0,
            },
            None => word,
        })
        .collect()
}
