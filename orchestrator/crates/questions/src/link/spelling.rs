//! Spelling: words that nothing knows are read as the nearest known word.

use crate::language::{Kind, Token, concepts, lexicon, stem, token};
use crate::schema::Schema;

/// Replaces words with typing errors by the nearest word of the tables or of the lexicon.
pub fn correct(tokens: &mut [Token], schema: &Schema<'_>) {
    let operators: Vec<&str> = lexicon::OPERATORS.split_whitespace().collect();
    for word in tokens {
        if let Some(swapped) = swapped_function_word(word, schema) {
            let made = token::token(swapped, Kind::Word, word.span);
            *word = Token {
                text: std::mem::take(&mut word.text),
                ..made
            };
            continue;
        }
        // A word of three letters is one error away from too many others.
        let long = word.word.chars().count() >= 4;
        if word.kind != Kind::Word || !long || word.number.is_some() || is_known(word, schema) {
            continue;
        }
        // Operators are few, so they allow two errors in shorter words than names do.
        let most = if word.word.chars().count() >= 7 { 2 } else { 1 };
        let operator = operators
            .iter()
            .map(|known| (strsim::osa_distance(known, &word.word), (*known).to_owned()))
            .filter(|(distance, known)| {
                *distance <= most && known.chars().next() == word.word.chars().next()
            })
            .min();
        let most = if word.word.chars().count() >= 11 {
            2
        } else {
            1
        };
        let first = word.word.chars().next();
        let mut names: Vec<(usize, String)> = schema
            .tables
            .iter()
            .flat_map(|table| {
                table.columns.iter().flat_map(|column| {
                    let glued = (column.words.len() > 1 && !column.glued.contains(' '))
                        .then(|| column.glued.clone());
                    column
                        .words
                        .iter()
                        .map(|word| word.word.clone())
                        .chain(glued)
                })
            })
            .chain(schema.values.stems().cloned())
            .chain(
                schema
                    .tables
                    .iter()
                    .flat_map(|table| table.entity.iter().cloned()),
            )
            .filter(|known| known.chars().count() >= 4 && known.chars().next() == first)
            .map(|known| {
                (
                    // Values are known by their stems only.
                    strsim::osa_distance(&known, &word.word)
                        .min(strsim::osa_distance(&known, &word.stem)),
                    known,
                )
            })
            .filter(|(distance, _)| *distance <= most)
            .collect();
        // A name as it is written comes before a stem of it.
        names.sort_by_key(|(distance, known)| (*distance, stem(known) == *known, known.clone()));
        let best = match (operator, names.into_iter().next()) {
            // Of equally near words, those of the tables are likelier than operators.
            (Some(left), Some(right)) => Some(if right.0 <= left.0 { right } else { left }),
            (left, right) => left.or(right),
        };
        if let Some((_, corrected)) = best {
            let made = token::token(&corrected, Kind::Word, word.span);
            // A name's stem may be its own correction.
            let stem = if schema.vocabulary.contains(&corrected) {
                corrected.clone()
            } else {
                stem(&corrected)
            };
            *word = Token {
                text: std::mem::take(&mut word.text),
                stem,
                ..made
            };
        }
    }
}

/// The function word of which a short word swaps two letters: "fo", "teh", "adn".
fn swapped_function_word(token: &Token, schema: &Schema<'_>) -> Option<&'static str> {
    const WORDS: [&str; 9] = [
        "of", "the", "and", "for", "with", "from", "to", "by", "each",
    ];
    if token.kind != Kind::Word || token.number.is_some() || is_known(token, schema) {
        return None;
    }
    WORDS.into_iter().find(|known| {
        known.len() == token.word.len()
            && strsim::osa_distance(known, &token.word) == 1
            // Letters may be swapped, but none may be replaced: "fro" is "for", and "fur" is not.
            && known.chars().all(|c| token.word.contains(c))
    })
}

fn is_known(token: &Token, schema: &Schema<'_>) -> bool {
    let word = token.word.as_str();
    lexicon::is_function_word(word)
        || lexicon::is_chart_word(word)
        || lexicon::is_light_word(word)
        || lexicon::aggregate(word).is_some()
        || lexicon::superlative(word).is_some()
        || lexicon::comparative(word).is_some()
        || lexicon::plain_adjective(word).is_some()
        || lexicon::comparison_word(word).is_some()
        || lexicon::mark(word).is_some()
        || lexicon::time_unit(word).is_some()
        || lexicon::season(word).is_some()
        || lexicon::month(word).is_some()
        || lexicon::weekday(word).is_some()
        || lexicon::season_months(word).is_some()
        || lexicon::decade_word(word).is_some()
        || lexicon::OPERATORS
            .split_whitespace()
            .any(|known| known == word)
        || crate::parse::is_phrase_word(word)
        || schema.vocabulary.contains(&token.stem)
        || concepts::is_known(&token.stem)
        // "shade" is a word, and no typing error for "share".
        || is_entry(word)
        || word.strip_suffix('s').is_some_and(is_entry)
}

/// Tells whether a word is in the dictionary as it is written.
fn is_entry(word: &str) -> bool {
    word.len() >= 4 && portolan_thesaurus::base_forms(word).contains(&word)
}
