//! Numbers that mean something: with a unit, a currency or the noun that they count.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::{
    clause,
    dates::{Dated, find_dates},
    document::{Document, Quote},
    lexicon,
    words::is_unspaced,
};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Figure {
    /// The number with its unit, as it appears in the quote: `€3.2 million`, `12 km`.
    pub value: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The words around it, as they appear in the quote.
    pub label: String,
    /// The sentence.
    pub quote: Quote,
}

const LABEL_BYTES: usize = 110;
/// Figures among which the best are chosen.
const CANDIDATES: usize = 2_000;
const CURRENCIES: [char; 7] = ['$', '€', '£', '¥', '₹', '₽', '₩'];
const CURRENCY_CODES: [&str; 9] = [
    "USD", "EUR", "GBP", "CHF", "JPY", "CNY", "INR", "SEK", "AUD",
];
/// Units that scripts without blanks put behind a number.
const HAN_UNITS: &str = "万亿億兆円元人名台件倍度米歳台";

struct Number {
    range: Range<usize>,
    unit: Option<String>,
    /// How much it says, by its unit.
    weight: f64,
}

impl Document {
    /// The most telling figures, in reading order.
    pub fn figures(&self, limit: usize) -> Vec<Figure> {
        let mut found: Vec<(f64, usize, usize, Figure)> = Vec::new();
        let sentences = self.scored_sentences();
        let best = sentences
            .iter()
            .map(|sentence| sentence.score)
            .fold(f64::MIN_POSITIVE, f64::max);
        'sentences: for sentence in sentences {
            let text = &self.passages[sentence.passage].text;
            let dated = find_dates(text, &sentence.range);
            for number in find_numbers(text, &sentence.range, &dated) {
                let value = text[number.range.clone()].to_owned();
                let label =
                    clause::shorten_around(text, &sentence.range, &number.range, LABEL_BYTES);
                let label = text[label].to_owned();
                if found
                    .iter()
                    .any(|(_, _, _, known)| known.value == value && known.label == label)
                {
                    continue;
                }
                let figure = Figure {
                    value,
                    unit: number.unit,
                    label,
                    quote: self.quote(sentence.passage, sentence.range.clone()),
                };
                let score = number.weight + 2.0 * sentence.score / best;
                found.push((score, sentence.passage, number.range.start, figure));
                if found.len() >= CANDIDATES {
                    break 'sentences;
                }
            }
        }
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        found.truncate(limit);
        found.sort_by_key(|(_, passage, start, _)| (*passage, *start));
        found.into_iter().map(|(_, _, _, figure)| figure).collect()
    }
}

fn find_numbers(text: &str, sentence: &Range<usize>, dated: &[Dated]) -> Vec<Number> {
    let mut found = Vec::new();
    let mut at = sentence.start;
    while let Some(skipped) = text[at..sentence.end].find(|letter: char| letter.is_ascii_digit()) {
        let start = at + skipped;
        let end = end_of_digits(text, start, sentence.end);
        at = end;
        let overlaps = |date: &&Dated| date.range.start < end && start < date.range.end;
        if dated.iter().find(overlaps).is_none()
            && let Some(number) = parse_number(text, sentence, start, end)
        {
            at = number.range.end.max(end);
            found.push(number);
        }
    }
    found
}

/// Digits with their separators, also a span such as `10–12`.
fn end_of_digits(text: &str, start: usize, limit: usize) -> usize {
    let bytes = text.as_bytes();
    let digit = |at: usize| at < limit && bytes[at].is_ascii_digit();
    let mut end = start;
    loop {
        while digit(end) {
            end += 1;
        }
        let rest = &text[end..limit];
        let Some(letter) = rest.chars().next() else {
            return end;
        };
        let next = end + letter.len_utf8();
        let group = (next..next + 3).all(digit) && !digit(next + 3);
        let is_inner = match letter {
            '.' | ',' | '’' | '\'' | '–' | ':' | '/' => digit(next),
            '-' => digit(next),
            '\u{a0}' | '\u{202f}' => group,
            ' ' => group && end - start <= 3,
            _ => false,
        };
        if !is_inner {
            return end;
        }
        end = next;
    }
}

fn parse_number(text: &str, sentence: &Range<usize>, start: usize, end: usize) -> Option<Number> {
    let digits = &text[start..end];
    let before = &text[sentence.start..start];
    let after = &text[end..sentence.end];
    let is_version =
        digits.split('.').count() > 2 && digits.split('.').skip(1).any(|part| part.len() != 3);
    let attached = before.ends_with(|letter: char| {
        (letter.is_alphanumeric() && !is_unspaced(letter)) || "_#§/.:".contains(letter)
    }) || (before.ends_with('-')
        && before
            .trim_end_matches('-')
            .ends_with(char::is_alphanumeric));
    if is_version
        || attached
        || digits.contains([':', '/'])
        || (before.ends_with('[') && after.starts_with(']'))
    {
        return None;
    }
    let mut range = start..end;
    let currency = currency_length(before);
    if let Some(length) = currency {
        range.start -= length;
    } else if let Some(sign) = before
        .chars()
        .next_back()
        .filter(|sign| matches!(sign, '-' | '−' | '+'))
    {
        range.start -= sign.len_utf8();
    }
    let is_money = currency.is_some();
    let mut unit: Option<String> =
        currency.map(|length| before[before.len() - length..].trim().to_owned());
    let mut weight = if is_money { 3.0 } else { 0.0 };
    let mut rest = after;
    if let Some((word, length)) = next_word(rest) {
        let is_glued = !rest.starts_with([' ', '\u{a0}', '-', '\u{202f}']);
        let is_scale = lexicon::is_scale(&word.to_lowercase())
            && (is_money || (!is_glued && !lexicon::is_unit(word)));
        if is_scale {
            weight += 1.0;
            range.end += length;
            rest = &rest[length..];
        } else if is_glued && !is_measure(word) {
            // “3rd”, “5G”.
            return None;
        }
    }
    if !is_money && let Some((word, length)) = next_word(rest) {
        let lower = word.to_lowercase();
        if is_measure(word) {
            weight += if word.contains(['%', '‰']) || lower == "percent" {
                3.0
            } else {
                2.0
            };
            range.end += length;
            unit = Some(word.to_owned());
            if lower == "per" {
                // “per cent”, “per day”.
                let (next, more) = next_word(&rest[length..])?;
                range.end += more;
                unit = Some(format!("per {next}"));
            }
        } else if lower.chars().count() >= 3
            && word
                .chars()
                .all(|letter| letter.is_lowercase() || letter == '-')
            && !lexicon::is_small(&lower, Some("en"))
            && !lexicon::is_small(&lower, None)
        {
            weight += 1.0;
            range.end += length;
            unit = Some(word.to_owned());
        }
    }
    let is_large = digits.bytes().filter(u8::is_ascii_digit).count() >= 4
        && digits.contains([',', '.', '’', '\u{a0}', '\u{202f}', ' ']);
    (weight > 0.0 || is_large).then_some(Number {
        range,
        unit,
        weight: weight + if is_large { 0.5 } else { 0.0 },
    })
}

/// Bytes of the currency that `before` ends with.
fn currency_length(before: &str) -> Option<usize> {
    let trimmed = before.trim_end_matches([' ', '\u{a0}']);
    if before.len() - trimmed.len() > 2 {
        return None;
    }
    let sign = trimmed.chars().next_back()?;
    let length = if CURRENCIES.contains(&sign) {
        let country = trimmed[..trimmed.len() - sign.len_utf8()]
            .bytes()
            .rev()
            .take_while(u8::is_ascii_uppercase)
            .count();
        sign.len_utf8() + if country <= 3 { country } else { 0 }
    } else {
        let code = CURRENCY_CODES
            .iter()
            .find(|code| trimmed.ends_with(**code))?;
        let outer = trimmed[..trimmed.len() - code.len()].chars().next_back();
        if outer.is_some_and(char::is_alphanumeric) {
            return None;
        }
        code.len()
    };
    Some(before.len() - trimmed.len() + length)
}

fn is_measure(word: &str) -> bool {
    word.starts_with(['%', '‰', '°'])
        || lexicon::is_unit(word)
        || lexicon::is_unit(&word.to_lowercase()) && word.len() > 2
        || word.chars().all(|letter| HAN_UNITS.contains(letter))
        || word.chars().count() == 1 && CURRENCIES.contains(&word.chars().next().unwrap_or(' '))
}

/// The word right behind a number, and the bytes up to its end.
fn next_word(rest: &str) -> Option<(&str, usize)> {
    let lead = match rest.chars().next()? {
        ' ' | '-' => 1,
        blank @ ('\u{a0}' | '\u{202f}') => blank.len_utf8(),
        _ => 0,
    };
    let word = &rest[lead..];
    let first = word.chars().next()?;
    let length = if matches!(first, '%' | '‰') || CURRENCIES.contains(&first) {
        first.len_utf8()
    } else if HAN_UNITS.contains(first) {
        word.find(|letter: char| !HAN_UNITS.contains(letter))
            .unwrap_or(word.len())
    } else if first.is_alphabetic() || first == '°' {
        word.find(|letter: char| {
            !(letter.is_alphabetic() || matches!(letter, '²' | '³' | '°' | '/' | '-'))
        })
        .unwrap_or(word.len())
    } else {
        return None;
    };
    let word = word[..length].trim_end_matches(['-', '/']);
    (!word.is_empty()).then_some((word, lead + word.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure_values(text: &str) -> Vec<&str> {
        let whole = 0..text.len();
        find_numbers(text, &whole, &find_dates(text, &whole))
            .into_iter()
            .map(|number| &text[number.range])
            .collect()
    }

    #[test]
    fn figures_include_their_units() {
        let cases: &[(&str, &[&str])] = &[
            ("It cost €3.2 million in 1998.", &["€3.2 million"]),
            ("about US$ 12,500 and EUR 40", &["US$ 12,500", "EUR 40"]),
            (
                "grew by 4.5% to 12 km, or 10–12 miles",
                &["4.5%", "12 km", "10–12 miles"],
            ),
            (
                "42 ferries carried 1,200,000 people",
                &["42 ferries", "1,200,000"],
            ),
            ("at -5 °C, 5km away", &["-5 °C", "5km"]),
            ("3 per cent of them", &["3 per cent"]),
            ("人口は120万人です", &["120万人"]),
            ("the 3rd of 5G, COVID-19, v1.2.3, 10:30, [12], §4", &[]),
            ("one of 7 and 8", &[]),
            ("3 million tonnes", &["3 million tonnes"]),
            ("12 500 lamps", &["12 500 lamps"]),
        ];
        for (text, expected) in cases {
            assert_eq!(&figure_values(text), expected, "{text}");
        }
    }
}
