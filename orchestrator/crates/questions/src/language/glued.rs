//! Names made of words without anything between them: "lotsize", "brainwt", "unemprate".

use portolan_thesaurus::{is_adjective, is_noun};

use crate::language::lexicon;

/// The most parts of a name; more are a chance of short words.
const MOST_PARTS: usize = 3;

/// Divides a word at known parts, if all of it is known, and writes out the abbreviations among them; otherwise returns it whole.
pub fn split_glued(word: &str) -> Vec<String> {
    let parts = find_parts(word);
    if parts.len() < 2 {
        return parts;
    }
    let written = parts
        .iter()
        .flat_map(|part| lexicon::written_out(part).split(' '));
    written.map(str::to_owned).collect()
}

fn find_parts(word: &str) -> Vec<String> {
    if word.len() < 5 || is_curated(word) {
        return vec![word.to_owned()];
    }
    if let Some(parts) = divide(word, MOST_PARTS * 2, &is_curated) {
        return parts;
    }
    // A word of the dictionary is one word, whatever words it is made of.
    let is_one = portolan_thesaurus::is_word(word)
        || lexicon::written_out(word) != word
        || has_meanings(word);
    if is_one || word.len() < 6 || !word.chars().all(|letter| letter.is_ascii_lowercase()) {
        return vec![word.to_owned()];
    }
    // Two abbreviations are a name as well: "avginc", "maxtemp".
    let is_short = |part: &str| part.len() >= 3 && (is_part(part) || has_meanings(part));
    divide(word, MOST_PARTS, &is_part)
        .filter(|parts| parts.iter().any(|part| is_long_word(part)))
        .or_else(|| divide(word, 2, &is_short))
        .unwrap_or_else(|| vec![word.to_owned()])
}

fn is_curated(part: &str) -> bool {
    part.len() > 1
        && lexicon::GLUED_PARTS
            .split_whitespace()
            .any(|known| known == part)
}

fn has_meanings(part: &str) -> bool {
    !lexicon::expansions(part).is_empty()
}

/// Tells whether letters may be a part of a name: a noun or adjective, or what shortens one.
fn is_part(part: &str) -> bool {
    is_long_word(part)
        || is_curated(part)
        || lexicon::SHORT_NOUNS
            .split_whitespace()
            .any(|known| known == part)
        // Two letters of an abbreviation are too easily found by chance at the beginning of a word, but not all of them.
        || part.len() <= 4 && lexicon::written_out(part) != part
}

/// Tells whether a part is a word by itself. Shorter ones of the dictionary are mostly rare.
fn is_long_word(part: &str) -> bool {
    part.len() >= 4 && (is_noun(part) || is_adjective(part))
}

/// Returns the parts of a word, as few as there can be, and of equally many those whose shortest is longest.
fn divide(rest: &str, most: usize, is_part: &dyn Fn(&str) -> bool) -> Option<Vec<String>> {
    if rest.is_empty() {
        return Some(Vec::new());
    }
    let shortest = |parts: &[String]| parts.iter().map(String::len).min().unwrap_or(0);
    (2..=rest.len())
        .filter(|end| most > 0 && rest.is_char_boundary(*end) && is_part(&rest[..*end]))
        .filter_map(|end| {
            let mut parts = divide(&rest[end..], most - 1, is_part)?;
            parts.insert(0, rest[..end].to_owned());
            Some(parts)
        })
        .min_by_key(|parts| (parts.len(), std::cmp::Reverse(shortest(parts))))
}

#[cfg(test)]
mod tests {
    use super::split_glued;

    #[test]
    fn names_divide_into_words_of_dictionary_and_abbreviations() {
        for (name, parts) in [
            ("lotsize", "lot size"),
            ("beertax", "beer tax"),
            ("brainwt", "brain weight"),
            ("garagearea", "garage area"),
            ("petalwidth", "petal width"),
            ("realgdp", "real gdp"),
            ("passengerid", "passenger id"),
            ("avginc", "avg inc"),
            ("tickettype", "ticket type"),
        ] {
            assert_eq!(split_glued(name).join(" "), parts);
        }
    }

    #[test]
    fn words_and_unknown_letters_stay_whole() {
        for name in [
            "household",
            "population",
            "uempmed",
            "psavert",
            "restaurant",
            "scatter",
            "umsatz",
            "ozone",
            "bedrooms",
        ] {
            assert_eq!(split_glued(name), [name]);
        }
    }
}
