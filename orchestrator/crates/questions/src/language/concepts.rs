//! Concepts: words of everyday data that mean the same, in four languages, from `data/concepts.txt`.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::token::stem;

/// A language whose words are read as English ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    German,
    French,
    Spanish,
}

struct Concepts {
    /// The lines on which the stem of an English word is.
    lines: HashMap<String, Vec<usize>>,
    /// Foreign words with the first English word of their line; German, French, Spanish.
    foreign: [HashMap<&'static str, &'static str>; 3],
}

static CONCEPTS: LazyLock<Concepts> =
    LazyLock::new(|| read(include_str!("../../data/concepts.txt")));

fn read(text: &'static str) -> Concepts {
    let mut concepts = Concepts {
        lines: HashMap::new(),
        foreign: Default::default(),
    };
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    for (at, line) in lines.enumerate() {
        let mut languages = line.split('|').map(str::split_whitespace);
        let english: Vec<&str> = languages.next().into_iter().flatten().collect();
        for word in &english {
            let lines = concepts.lines.entry(stem(word)).or_default();
            // Two words of a line may have the same stem.
            if lines.last() != Some(&at) {
                lines.push(at);
            }
        }
        for (words, known) in languages.zip(&mut concepts.foreign) {
            for word in words {
                // A word on several lines means the first of them.
                known.entry(word).or_insert(english[0]);
            }
        }
    }
    concepts
}

/// Tells whether two English stems are on one line.
pub fn is_related(left: &str, right: &str) -> bool {
    match (CONCEPTS.lines.get(left), CONCEPTS.lines.get(right)) {
        (Some(left), Some(right)) => left.iter().any(|line| right.contains(line)),
        _ => false,
    }
}

/// Tells whether an English stem is on any line.
pub fn is_known(stem: &str) -> bool {
    CONCEPTS.lines.contains_key(stem)
}

/// Returns the English words for a foreign word without accents; German compounds are divided.
pub fn translate(word: &str, language: Foreign) -> Option<Vec<&'static str>> {
    // The order of the languages is that of the columns in the file.
    let known = &CONCEPTS.foreign[language as usize];
    if let Some(english) = known.get(word) {
        return Some(vec![english]);
    }
    if language != Foreign::German || word.len() < 8 {
        return None;
    }
    // The longest last part decides: "Wasser|verbrauch", "Geburt|s|jahr".
    (3..=word.len() - 3)
        .filter(|at| word.is_char_boundary(*at))
        .find_map(|at| {
            let last = known.get(&word[at..])?;
            let first = &word[..at];
            // German joins words by letters without a meaning, such as the "s" of "Geburtsjahr".
            let first = ["", "s", "n", "en", "es", "e"]
                .iter()
                .find_map(|joint| known.get(first.strip_suffix(joint)?))?;
            Some(vec![*first, *last])
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_one_line_are_related_and_others_are_not() {
        assert!(is_related(&stem("salary"), &stem("wages")));
        assert!(!is_related(&stem("salary"), &stem("price")));
        assert!(!is_related(&stem("unheard"), &stem("unheard")));
    }

    #[test]
    fn german_compounds_are_divided_at_known_words() {
        assert_eq!(
            translate("wasserverbrauch", Foreign::German),
            Some(vec!["water", "consumption"])
        );
        assert_eq!(translate("xylophonbau", Foreign::German), None);
    }

    #[test]
    fn foreign_words_are_read_as_english_ones() {
        assert_eq!(
            translate("succursale", Foreign::French),
            Some(vec!["store"])
        );
        assert_eq!(
            translate("edificio", Foreign::Spanish),
            Some(vec!["building"])
        );
    }
}
