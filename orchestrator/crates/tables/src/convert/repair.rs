//! Repairs of untidy columns: placeholder values and inconsistent spellings.
//!
//! Each repair is described in a note and made only if the other values of the column leave no doubt.

use std::collections::{BTreeMap, HashMap};

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Spellings of a column that are followed; a column with more is no category.
const SPELLINGS: usize = 2_000;
/// The longest spelling in bytes that is followed.
const LONGEST: usize = 60;
/// Numbers that represent a missing value where every other value is zero or more.
const MISSING_NUMBERS: [i64; 5] = [-9, -99, -999, -9_999, -99_999];

/// Returns whether a text is a placeholder for a missing value.
pub fn is_placeholder(text: &str) -> bool {
    const WORDS: [&str; 26] = [
        // Statistical offices write a colon or an ellipsis where a figure is not published.
        ":",
        "…",
        "?",
        "??",
        "???",
        "--",
        "---",
        ".",
        "..",
        "...",
        "n.a.",
        "n.a",
        "n/d",
        "none",
        "unknown",
        "missing",
        "tbd",
        "tba",
        "not available",
        "not applicable",
        "no data",
        "nil",
        "(blank)",
        "<null>",
        "k.a.",
        "keine angabe",
    ];
    text.len() <= 16
        && (WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
            || (text.starts_with('#') && text.ends_with(['!', '?'])))
}

/// Finds the number that represents a missing value.
#[derive(Clone, Debug, Default)]
pub struct MissingNumbers {
    seen: [u64; MISSING_NUMBERS.len()],
    /// Other values below zero.
    negative: u64,
    others: u64,
}

impl MissingNumbers {
    pub fn see(&mut self, value: f64) {
        let at = MISSING_NUMBERS
            .iter()
            .position(|missing| *missing as f64 == value);
        match at {
            Some(at) => self.seen[at] += 1,
            None if value < 0.0 => self.negative += 1,
            None => self.others += 1,
        }
    }

    /// Returns the number with how often it occurs: one only, more than once, and never most of the column.
    pub fn found(&self) -> Option<(i64, u64)> {
        let mut seen = MISSING_NUMBERS
            .iter()
            .zip(self.seen)
            .filter(|(_, count)| *count > 0);
        let (number, count) = seen.next()?;
        let only = seen.next().is_none() && self.negative == 0;
        (only && count > 1 && count < self.others).then_some((*number, count))
    }
}

/// Counts the spellings of a column's texts.
#[derive(Clone, Debug, Default)]
pub struct Spellings {
    /// By the letters and digits in lower case, the spellings with their counts.
    known: HashMap<String, HashMap<String, u64>>,
    spellings: usize,
    cells: u64,
    given_up: bool,
}

impl Spellings {
    pub fn see(&mut self, text: &str) {
        if self.given_up {
            return;
        }
        if text.len() > LONGEST || self.spellings > SPELLINGS {
            self.given_up = true;
            self.known.clear();
            return;
        }
        self.cells += 1;
        let counts = self.known.entry(name_of(letters_of(text))).or_default();
        if let Some(count) = counts.get_mut(text) {
            *count += 1;
        } else {
            self.spellings += 1;
            counts.insert(text.to_owned(), 1);
        }
    }

    /// Returns the spellings that give way to the most frequent one of the same letters, and how many values stay.
    pub fn variants(&self) -> (BTreeMap<String, String>, usize) {
        let mut replaced = BTreeMap::new();
        if self.given_up {
            return (replaced, 0);
        }
        // Values that hardly repeat are names or codes, whose letters' case may matter; spaces around them never do.
        let is_category = self.known.len() as u64 * 2 <= self.cells;
        for (letters, counts) in &self.known {
            let best =
                most_frequent(counts).filter(|_| is_category && letters.chars().count() >= 3);
            for spelling in counts.keys() {
                let written = best.unwrap_or(spelling).trim();
                if written != spelling {
                    replaced.insert(spelling.clone(), written.to_owned());
                }
            }
        }
        let merged = if is_category {
            self.merge_near(&mut replaced)
        } else {
            0
        };
        (replaced, self.known.len() - merged)
    }

    /// Adds values that differ from a much more frequent one only by a space within a word, a plural or accents, and returns
    /// how many values give way.
    fn merge_near(&self, replaced: &mut BTreeMap<String, String>) -> usize {
        let mut near: BTreeMap<String, Vec<CountedSpellings<'_>>> = BTreeMap::new();
        for (letters, counts) in &self.known {
            if let Some(key) = near_key(letters) {
                let total = counts.values().sum();
                near.entry(key).or_default().push((total, counts));
            }
        }
        let mut merged = 0;
        for (key, mut alike) in near.into_iter().filter(|(_, alike)| alike.len() > 1) {
            alike.sort_by_key(|(total, _)| std::cmp::Reverse(*total));
            let (most, best) = alike[0];
            let Some(best) = most_frequent(best).map(|best| best.trim()) else {
                continue;
            };
            // Two that are both frequent may well be two categories, and so may short words that are alike.
            let times = if key.chars().count() >= 7 { 3 } else { 6 };
            for (_, counts) in alike[1..].iter().filter(|(total, _)| total * times <= most) {
                merged += 1;
                replaced.extend(counts.keys().map(|text| (text.clone(), best.to_owned())));
            }
        }
        merged
    }
}

/// How often a value occurs in all, and in each spelling.
type CountedSpellings<'s> = (u64, &'s HashMap<String, u64>);

/// Returns the spelling that occurs most often, of several the first in the alphabet.
fn most_frequent(counts: &HashMap<String, u64>) -> Option<&String> {
    counts
        .iter()
        .max_by(|left, right| left.1.cmp(right.1).then(right.0.cmp(left.0)))
        .map(|best| best.0)
}

/// Returns what nearly equal values share: their letters without spaces, accents and plural. Short values, and values with
/// digits or signs, are codes, in which each character counts.
fn near_key(letters: &str) -> Option<String> {
    let is_word = |character: char| character.is_alphabetic() || character == ' ';
    if !letters.chars().all(is_word) {
        return None;
    }
    let joined: String = letters
        .split(' ')
        .map(|word| match word.strip_suffix('s') {
            Some(singular) if singular.chars().count() >= 4 && !singular.ends_with('s') => singular,
            _ => word,
        })
        .collect();
    let key: String = joined
        .nfd()
        .filter(|character| !is_combining_mark(*character))
        .collect();
    (key.chars().count() >= 4).then_some(key)
}

/// Short and official names of countries, each with the name that represents all of them.
const COUNTRIES: [(&str, &[&str]); 18] = [
    (
        "united states",
        &["usa", "us", "u s", "u s a", "united states of america"],
    ),
    ("united kingdom", &["uk", "u k"]),
    ("united arab emirates", &["uae", "u a e"]),
    (
        "south korea",
        &["republic of korea", "korea south", "korea rep"],
    ),
    ("north korea", &["dprk", "korea north"]),
    ("czechia", &["czech republic"]),
    ("netherlands", &["the netherlands", "holland"]),
    ("russia", &["russian federation"]),
    ("turkey", &["türkiye", "turkiye"]),
    ("ivory coast", &["côte d ivoire", "cote d ivoire"]),
    ("vietnam", &["viet nam"]),
    ("iran", &["iran islamic rep", "islamic republic of iran"]),
    ("eswatini", &["swaziland"]),
    ("myanmar", &["burma"]),
    ("cape verde", &["cabo verde"]),
    ("north macedonia", &["macedonia"]),
    ("egypt", &["egypt arab rep"]),
    ("slovakia", &["slovak republic"]),
];

/// Returns the one name of a country that goes by several, and any other text as it is.
fn name_of(letters: String) -> String {
    COUNTRIES
        .iter()
        .find(|(_, others)| others.contains(&letters.as_str()))
        .map_or(letters, |(name, _)| (*name).to_owned())
}

/// Letters and digits in lower case, words divided by one space.
fn letters_of(text: &str) -> String {
    let mut letters = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_alphanumeric() {
            letters.extend(character.to_lowercase());
        } else if matches!(
            character,
            '+' | '#' | '%' | '<' | '>' | '=' | '*' | '/' | '&' | '?' | '~'
        ) {
            // Signs that make a difference: "C" and "C++", "A+" and "A", and the doubt in "Caldera?".
            letters.push(character);
        } else if !letters.ends_with(' ') && !letters.is_empty() {
            letters.push(' ');
        }
    }
    letters.truncate(letters.trim_end().len());
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variants_of(texts: &[&str]) -> Vec<(String, String)> {
        let mut spellings = Spellings::default();
        for text in texts {
            spellings.see(text);
        }
        let mut found: Vec<_> = spellings.variants().0.into_iter().collect();
        found.sort();
        found
    }

    #[test]
    fn most_frequent_spelling_replaces_others_of_the_same_letters() {
        let texts = [
            "Old Town",
            "Old Town",
            "OLD TOWN",
            "old  town",
            "Linden",
            "Linden",
            "Linden",
        ];
        let to = "Old Town".to_owned();
        assert_eq!(
            variants_of(&texts),
            [
                ("OLD TOWN".to_owned(), to.clone()),
                ("old  town".to_owned(), to)
            ]
        );
    }

    #[test]
    fn country_names_are_unified_to_the_most_frequent_one() {
        let texts = [
            "United Kingdom",
            "UK",
            "UK",
            "Holland",
            "Netherlands",
            "Netherlands",
            "Viet Nam",
        ];
        assert_eq!(
            variants_of(&texts),
            [
                ("Holland".to_owned(), "Netherlands".to_owned()),
                ("United Kingdom".to_owned(), "UK".to_owned()),
            ]
        );
    }

    #[test]
    fn rare_spelling_with_space_plural_or_accent_gives_way_to_frequent_one() {
        let mut texts = vec!["Waterfront"; 6];
        texts.extend(["Water front", "Caf\u{e9} culture", "Cafe culture"]);
        texts.extend(vec!["Caf\u{e9} culture"; 5]);
        texts.extend(vec!["Broken windows"; 9]);
        texts.extend(vec!["Broken window"; 3]);
        let pair = |from: &str, to: &str| (from.to_owned(), to.to_owned());
        assert_eq!(
            variants_of(&texts),
            [
                pair("Broken window", "Broken windows"),
                pair("Cafe culture", "Caf\u{e9} culture"),
                pair("Water front", "Waterfront"),
            ]
        );
    }

    #[test]
    fn frequent_short_and_numbered_values_are_not_merged() {
        let mut texts = vec!["Landscape"; 5];
        texts.extend(vec!["Landscapes"; 4]);
        texts.extend(vec!["Team 11"; 6]);
        texts.extend(vec!["Team 1 1"; 2]);
        texts.extend(vec!["Arms"; 6]);
        texts.extend(vec!["Arm"; 2]);
        assert!(variants_of(&texts).is_empty());
    }

    #[test]
    fn spaces_around_values_and_codes_are_removed() {
        let pair = |from: &str, to: &str| (from.to_owned(), to.to_owned());
        assert_eq!(
            variants_of(&["Open", "Open", "Open ", " F", "F", "x9 ", "y3"]),
            [pair(" F", "F"), pair("Open ", "Open"), pair("x9 ", "x9")]
        );
    }

    #[test]
    fn rare_plural_of_short_value_gives_way() {
        let mut texts = vec!["Main"; 12];
        texts.extend(["Mains", "Mains", "Soup", "Soup"]);
        let pair = ("Mains".to_owned(), "Main".to_owned());
        assert_eq!(variants_of(&texts), [pair]);
    }

    #[test]
    fn codes_and_symbols_keep_their_spelling() {
        assert!(variants_of(&["C", "c", "C", "C++", "C++", "A+", "A", "A"]).is_empty());
        assert!(variants_of(&["abC1", "aBc1", "x2", "y3"]).is_empty());
    }

    #[test]
    fn doubted_value_is_kept_apart() {
        let texts = ["Caldera", "Caldera", "Caldera", "Caldera?", "~Caldera"];
        assert!(variants_of(&texts).is_empty());
    }

    #[test]
    fn negative_number_means_missing_only_among_positive_values() {
        let found = |values: &[f64]| {
            let mut numbers = MissingNumbers::default();
            values.iter().for_each(|value| numbers.see(*value));
            numbers.found()
        };
        assert_eq!(found(&[1.0, 2.0, 3.0, -99.0, -99.0]), Some((-99, 2)));
        assert_eq!(found(&[1.0, 2.0, 3.0, -99.0]), None);
        assert_eq!(found(&[1.0, 2.0, 3.0, -5.0, -99.0, -99.0]), None);
    }
}
