//! Abbreviations in the names of columns and tables, from `data/abbreviations.txt`.

use std::collections::HashMap;
use std::sync::LazyLock;

#[derive(Default)]
struct Abbreviations {
    /// Parts that stand for one thing only, with its words.
    written_out: HashMap<&'static str, &'static str>,
    /// Parts with the words that they may stand for.
    expansions: HashMap<&'static str, Vec<&'static str>>,
}

static ABBREVIATIONS: LazyLock<Abbreviations> =
    LazyLock::new(|| read(include_str!("../../../data/abbreviations.txt")));

pub fn load() {
    LazyLock::force(&ABBREVIATIONS);
}

fn read(text: &'static str) -> Abbreviations {
    let mut abbreviations = Abbreviations::default();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some((part, words)) = line.split_once(" = ") {
            abbreviations.written_out.insert(part, words);
        } else if let Some((part, words)) = line.split_once(" ~ ") {
            let words = words.split_whitespace().collect();
            abbreviations.expansions.insert(part, words);
        }
    }
    abbreviations
}

/// Returns the words that a part of a column's name may stand for, beside the word that it is by itself.
pub fn expansions(part: &str) -> &'static [&'static str] {
    ABBREVIATIONS
        .expansions
        .get(part)
        .map_or(&[], Vec::as_slice)
}

/// Returns the words that a part of a column's name shortens; synonyms and roles are known for whole words only.
pub fn written_out(part: &str) -> &str {
    ABBREVIATIONS.written_out.get(part).copied().unwrap_or(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unambiguous_parts_are_written_out_and_others_have_expansions() {
        assert_eq!(written_out("pax"), "passengers");
        assert_eq!(written_out("sbp"), "systolic blood pressure");
        assert_eq!(written_out("air"), "air");
        assert!(expansions("st").contains(&"status"));
        assert!(expansions("table").is_empty());
    }

    #[test]
    fn each_line_says_what_one_part_stands_for() {
        let text = include_str!("../../../data/abbreviations.txt");
        let lines = text
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut known = std::collections::HashSet::new();
        for line in lines {
            let part = line.split(' ').next().unwrap();
            assert!(line.contains(" = ") || line.contains(" ~ "), "{line}");
            assert!(known.insert(part), "{part} has two lines");
        }
    }
}
