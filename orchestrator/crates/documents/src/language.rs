use rust_stemmers::{Algorithm, Stemmer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{lexicon, words::split_words};

/// A language that is distinguished, by its ISO 639-1 code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Language {
    #[serde(rename = "en")]
    English,
    #[serde(rename = "de")]
    German,
    #[serde(rename = "fr")]
    French,
    #[serde(rename = "es")]
    Spanish,
    #[serde(rename = "it")]
    Italian,
    #[serde(rename = "pt")]
    Portuguese,
    #[serde(rename = "nl")]
    Dutch,
    #[serde(rename = "sv")]
    Swedish,
    #[serde(rename = "ru")]
    Russian,
    #[serde(rename = "zh")]
    Chinese,
    #[serde(rename = "ja")]
    Japanese,
    #[serde(rename = "ko")]
    Korean,
}

/// Bytes of text that are looked at.
const SAMPLE: usize = 20_000;
/// The share of words that must be small words of the language.
const LEAST_SHARE: f64 = 0.06;

const ALL: [Language; 12] = [
    Language::English,
    Language::German,
    Language::French,
    Language::Spanish,
    Language::Italian,
    Language::Portuguese,
    Language::Dutch,
    Language::Swedish,
    Language::Russian,
    Language::Chinese,
    Language::Japanese,
    Language::Korean,
];

impl Language {
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::French => "fr",
            Self::Spanish => "es",
            Self::Italian => "it",
            Self::Portuguese => "pt",
            Self::Dutch => "nl",
            Self::Swedish => "sv",
            Self::Russian => "ru",
            Self::Chinese => "zh",
            Self::Japanese => "ja",
            Self::Korean => "ko",
        }
    }

    pub(crate) fn stemmer(self) -> Option<Stemmer> {
        let algorithm = match self {
            Self::English => Algorithm::English,
            Self::German => Algorithm::German,
            Self::French => Algorithm::French,
            Self::Spanish => Algorithm::Spanish,
            Self::Italian => Algorithm::Italian,
            Self::Portuguese => Algorithm::Portuguese,
            Self::Dutch => Algorithm::Dutch,
            Self::Swedish => Algorithm::Swedish,
            Self::Russian => Algorithm::Russian,
            Self::Chinese | Self::Japanese | Self::Korean => return None,
        };
        Some(Stemmer::create(algorithm))
    }
}

/// The language of a text, by its script and its small words.
pub(crate) fn guess_language<'a>(texts: impl Iterator<Item = &'a str>) -> Option<Language> {
    let mut read = 0;
    let [mut letters, mut kana, mut han, mut hangul, mut cyrillic] = [0_usize; 5];
    let mut counts = [0_usize; lexicon::SMALL_WORDS.len()];
    let mut total = 0_usize;
    for text in texts {
        for letter in text.chars().filter(|letter| letter.is_alphabetic()) {
            letters += 1;
            match letter {
                '\u{3040}'..='\u{30ff}' => kana += 1,
                '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' => han += 1,
                '\u{ac00}'..='\u{d7af}' => hangul += 1,
                '\u{400}'..='\u{4ff}' => cyrillic += 1,
                _ => {}
            }
        }
        for range in split_words(text) {
            total += 1;
            let word = text[range].to_lowercase();
            for ((_, small), count) in lexicon::SMALL_WORDS.iter().zip(&mut counts) {
                *count += usize::from(lexicon::has_word(small, &word));
            }
        }
        read += text.len();
        if read > SAMPLE {
            break;
        }
    }
    if letters == 0 {
        return None;
    }
    let most = |count: usize, share: usize| count * 100 / letters >= share;
    if most(kana, 5) && most(kana + han, 30) {
        return Some(Language::Japanese);
    }
    if most(han, 30) {
        return Some(Language::Chinese);
    }
    if most(hangul, 30) {
        return Some(Language::Korean);
    }
    let mut ranked: Vec<(usize, &str)> = lexicon::SMALL_WORDS
        .iter()
        .zip(counts)
        .map(|((code, _), count)| (count, *code))
        .filter(|(_, code)| (*code == "ru") == most(cyrillic, 50))
        .collect();
    ranked.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let (best, code) = *ranked.first()?;
    let second = ranked.get(1).map_or(0, |(count, _)| *count);
    let is_enough = best as f64 >= total as f64 * LEAST_SHARE && best >= 2;
    let is_clear = best * 4 > second * 5;
    let language = ALL.into_iter().find(|known| known.code() == code);
    language.filter(|_| is_enough && is_clear)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_detected_and_unknown_ones_stay_unknown() {
        let told = |text: &str| guess_language(std::iter::once(text)).map(Language::code);
        assert_eq!(
            told("The keeper of the lamp was not in the tower when the ships came."),
            Some("en")
        );
        assert_eq!(
            told("Der Wärter war nicht im Turm, als die Schiffe in den Hafen kamen."),
            Some("de")
        );
        assert_eq!(
            told("Le gardien n'était pas dans la tour et les bateaux sont entrés."),
            Some("fr")
        );
        assert_eq!(
            told("Смотрителя не было на башне, и корабли не вошли в гавань."),
            Some("ru")
        );
        assert_eq!(told("灯台守は塔にいなかった。"), Some("ja"));
        assert_eq!(told("看守人不在塔里。"), Some("zh"));
        assert_eq!(told("등대지기는 탑에 없었다."), Some("ko"));
        assert_eq!(told("Strażnika nie było wtedy na wieży przy porcie"), None);
        assert_eq!(told("12 34"), None);
    }
}
