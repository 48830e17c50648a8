//! The numbers that stand in a Markdown text, and what each may mean.

use std::ops::Range;

/// A number as it was written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WrittenNumber {
    /// Its bytes in the text, with sign and digits, without its unit.
    pub range: Range<usize>,
    pub meaning: Meaning,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Meaning {
    Amount {
        unit: NumberUnit,
        /// How it may be read: `1.234` is a decimal in one country and a thousand in another.
        readings: Vec<RoundedValue>,
    },
    /// `2024-03` or `2024-03-01`, as written.
    Date(String),
    /// `3rd`.
    Ordinal(u64),
    /// The first so many of something: `top 3`.
    Count(u64),
    /// `1970s`, by its first year.
    Decade(u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberUnit {
    Plain,
    Percent,
    /// `3 times`, `1.5×`.
    Factor,
}

/// A value without its sign, and half of the last place that was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RoundedValue {
    pub value: f64,
    pub half: f64,
}

/// Rounding hides at most so much of a number.
const LARGEST_ROUNDING: f64 = 0.1;

/// Scales by the words that follow a number; `m` may be metres too.
const SCALES: [(&str, &[f64]); 27] = [
    ("k", &[1e3]),
    ("K", &[1e3]),
    ("thousand", &[1e3]),
    ("Tsd", &[1e3]),
    ("tausend", &[1e3]),
    ("M", &[1e6]),
    ("m", &[1.0, 1e6]),
    ("mn", &[1e6]),
    ("million", &[1e6]),
    ("millions", &[1e6]),
    ("Mio", &[1e6]),
    ("Million", &[1e6]),
    ("Millionen", &[1e6]),
    ("bn", &[1e9]),
    ("B", &[1e9]),
    ("billion", &[1e9]),
    ("billions", &[1e9]),
    ("Mrd", &[1e9]),
    ("Milliarden", &[1e9]),
    ("tn", &[1e12]),
    ("trillion", &[1e12]),
    ("千", &[1e3]),
    ("万", &[1e4]),
    ("萬", &[1e4]),
    ("億", &[1e8]),
    ("亿", &[1e8]),
    ("만", &[1e4]),
];
const PERCENT: [&str; 6] = ["%", "percent", "per cent", "Prozent", "percentage", "pp"];
const FACTOR: [&str; 7] = ["×", "x", "times", "-fold", "fold", "mal", "倍"];
const COUNTED: [&str; 6] = ["top", "first", "last", "bottom", "leading", "ersten"];

/// All numbers but those in code, links, footnotes and list markers.
pub(super) fn written_numbers(markdown: &str) -> Vec<WrittenNumber> {
    let mut found = Vec::new();
    for prose in prose_ranges(markdown) {
        collect_numbers(markdown, prose, &mut found);
    }
    found
}

/// All numbers of a plain text, as a question or a cell has them.
pub(super) fn plain_numbers(text: &str) -> Vec<WrittenNumber> {
    let mut found = Vec::new();
    collect_numbers(text, 0..text.len(), &mut found);
    found
}

/// The parts of a text that say something: neither code nor addresses nor marks.
fn prose_ranges(markdown: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut at = 0;
    let mut in_fence = false;
    for line in markdown.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let text = line.trim_start();
        if text.starts_with("```") || text.starts_with("~~~") {
            in_fence = !in_fence;
            continue;
        }
        if !in_fence {
            let marker = line.len() - text.len() + list_marker(text);
            inline_ranges(markdown, start + marker..at, &mut parts);
        }
    }
    parts
}

/// Bytes of `1. ` or `2) ` at a line's beginning.
fn list_marker(text: &str) -> usize {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &text[digits..];
    if (1..=9).contains(&digits) && (rest.starts_with(". ") || rest.starts_with(") ")) {
        digits + 2
    } else {
        0
    }
}

fn inline_ranges(markdown: &str, line: Range<usize>, parts: &mut Vec<Range<usize>>) {
    let mut start = line.start;
    let mut at = line.start;
    while at < line.end {
        let rest = &markdown[at..line.end];
        let hidden = if rest.starts_with('`') {
            let ticks = rest.bytes().take_while(|byte| *byte == b'`').count();
            rest[ticks..]
                .find(&rest[..ticks])
                .map(|end| end + 2 * ticks)
        } else if rest.starts_with("[^") {
            rest.find(']').map(|end| end + 1)
        } else if rest.starts_with("](") {
            rest.find(')').map(|end| end + 1)
        } else if rest.starts_with("http://") || rest.starts_with("https://") {
            Some(rest.find(char::is_whitespace).unwrap_or(rest.len()))
        } else {
            None
        };
        match hidden {
            Some(length) => {
                parts.push(start..at);
                at += length;
                start = at;
            }
            None => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    parts.push(start..line.end);
}

fn collect_numbers(text: &str, part: Range<usize>, found: &mut Vec<WrittenNumber>) {
    let mut at = part.start;
    while let Some(offset) = text[at..part.end].find(|letter: char| letter.is_ascii_digit()) {
        let start = at + offset;
        let digits = &text[start..part.end];
        let length = digits
            .bytes()
            .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'))
            .count();
        if is_in_name(&text[part.start..start]) {
            at = start + length;
            continue;
        }
        match parse_number(text, start, part.end) {
            (Some(meaning), end) => {
                found.push(WrittenNumber {
                    range: start..end,
                    meaning,
                });
                at = end;
            }
            (None, end) => at = end.max(start + 1),
        }
    }
}

/// Returns whether a digit after this text belongs to a name: `q1`, `H2`, `COVID-19`.
fn is_in_name(before: &str) -> bool {
    let joins = |letter: char| letter == '_' || (letter.is_alphanumeric() && letter < '\u{2E80}');
    let is_letter = |letter: char| letter.is_alphabetic() && letter < '\u{2E80}';
    before.ends_with(joins)
        || before
            .strip_suffix('-')
            .is_some_and(|before| before.ends_with(is_letter))
}

/// Parses the number at `start` and returns it with its end; None without a number.
fn parse_number(text: &str, start: usize, end: usize) -> (Option<Meaning>, usize) {
    let rest = &text[start..end];
    if let Some(length) = date_length(rest) {
        return (
            Some(Meaning::Date(rest[..length].to_owned())),
            start + length,
        );
    }
    let (digits, length) = parse_digits(rest);
    if digits.is_empty() {
        return (None, start + length);
    }
    let after = &rest[length..];
    let next = after.chars().next();
    let after_next = after.chars().nth(1);
    let goes_on = |separator| {
        next == Some(separator) && after_next.is_some_and(|letter| letter.is_ascii_digit())
    };
    if goes_on('.') || goes_on(':') {
        // A version, an address, a time of day.
        let run = rest
            .bytes()
            .take_while(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b':' | b','));
        return (None, start + run.count());
    }
    let whole: Option<u64> = rest[..length].parse().ok();
    let word: String = after
        .chars()
        .take_while(|letter| letter.is_ascii_alphabetic())
        .collect();
    if let Some(value) = whole {
        if matches!(word.as_str(), "st" | "nd" | "rd" | "th") {
            return (Some(Meaning::Ordinal(value)), start + length);
        }
        if word == "s" && (1000..3000).contains(&value) {
            return (Some(Meaning::Decade(value)), start + length);
        }
        if is_counted(&text[..start]) && value <= 100 {
            return (Some(Meaning::Count(value)), start + length);
        }
    }
    let (unit, scales) = parse_unit(after);
    if !word.is_empty() && unit == NumberUnit::Plain && scales == [1.0] {
        // `3D`, `90km`: what has letters at it is a name, unless a unit was understood.
        let is_unit = matches!(
            word.as_str(),
            "km" | "kg" | "h" | "s" | "min" | "ms" | "mm" | "cm"
        );
        if !is_unit {
            return (None, start + length + word.len());
        }
    }
    let readings = digits
        .into_iter()
        .flat_map(|(value, decimals)| scales.iter().map(move |scale| (value, decimals, *scale)))
        .map(|(value, decimals, scale)| build_reading(value, decimals, scale))
        .collect();
    (Some(Meaning::Amount { unit, readings }), start + length)
}

fn is_counted(before: &str) -> bool {
    let before = before.trim_end_matches([' ', '*', '_']);
    let word = before
        .rsplit(|letter: char| !letter.is_alphabetic())
        .next()
        .unwrap_or_default()
        .to_lowercase();
    COUNTED.contains(&word.as_str())
}

/// Trailing zeros of a whole number count as rounded where two other digits stand before them.
fn build_reading(value: f64, decimals: i32, scale: f64) -> RoundedValue {
    let mut place = 10f64.powi(-decimals);
    if decimals == 0 && value > 0.0 {
        while value % (place * 10.0) == 0.0 && value / (place * 10.0) >= 10.0 {
            place *= 10.0;
        }
    }
    let value = value * scale;
    RoundedValue {
        value,
        half: (place * scale / 2.0).min(value * LARGEST_ROUNDING),
    }
}

/// Length of `YYYY-MM` or `YYYY-MM-DD`, where the text begins with it.
fn date_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let are_digits = |range: Range<usize>| {
        bytes
            .get(range)
            .is_some_and(|bytes| bytes.iter().all(u8::is_ascii_digit))
    };
    let is_dash = |at: usize| bytes.get(at) == Some(&b'-');
    let is_over = |at: usize| !bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    if !(are_digits(0..4) && is_dash(4) && are_digits(5..7)) {
        return None;
    }
    if is_dash(7) && are_digits(8..10) && (is_over(10) || bytes.get(10) == Some(&b'T')) {
        return Some(10);
    }
    is_over(7).then_some(7)
}

/// The values that the digits at the beginning may have, each with its decimals, and their length.
fn parse_digits(text: &str) -> (Vec<(f64, i32)>, usize) {
    let mut groups = vec![String::new()];
    let mut separators: Vec<char> = Vec::new();
    let mut length = 0;
    let mut rest = text;
    loop {
        let run = rest.bytes().take_while(u8::is_ascii_digit).count();
        if let Some(group) = groups.last_mut() {
            group.push_str(&rest[..run]);
        }
        length += run;
        rest = &rest[run..];
        let Some(separator) = rest.chars().next() else {
            break;
        };
        let next = &rest[separator.len_utf8()..];
        let run = next.bytes().take_while(u8::is_ascii_digit).count();
        let continues = match separator {
            '.' | ',' => run > 0,
            '\'' | '’' | '\u{A0}' | '\u{2009}' | '\u{202F}' => run == 3,
            _ => false,
        };
        if !continues {
            break;
        }
        length += separator.len_utf8();
        rest = next;
        separators.push(separator);
        groups.push(String::new());
    }
    let number = |whole: &[String], decimals: &str| {
        let text = format!("{}.{decimals}", whole.concat());
        let decimals = i32::try_from(decimals.len()).unwrap_or(i32::MAX);
        text.parse::<f64>().ok().map(|value| (value, decimals))
    };
    let are_thousands = groups[0].len() <= 3
        && groups[1..].iter().all(|group| group.len() == 3)
        && separators.windows(2).all(|pair| pair[0] == pair[1]);
    let (last, head) = groups.split_last().unwrap_or((&groups[0], &[]));
    let mut values = Vec::new();
    if separators.is_empty() || are_thousands {
        values.extend(number(&groups, ""));
    }
    let ends_in_decimals = separators.last().is_some_and(|last| {
        matches!(last, '.' | ',') && !separators[..separators.len() - 1].contains(last)
    });
    if ends_in_decimals {
        values.extend(number(head, last));
    }
    (values, length)
}

/// Returns the unit or scale that follows a number.
fn parse_unit(after: &str) -> (NumberUnit, Vec<f64>) {
    let blank = [' ', '\u{A0}', '\u{202F}', '\u{2009}', '*', '_'];
    let text = after.trim_start_matches(blank);
    let is_near = after.len() - text.len() <= 6;
    if !is_near {
        return (NumberUnit::Plain, vec![1.0]);
    }
    let begins = |word: &str| {
        text.strip_prefix(word).is_some_and(|rest| {
            !word.ends_with(|letter: char| letter.is_ascii_alphabetic())
                || !rest.starts_with(|letter: char| letter.is_alphabetic())
        })
    };
    if PERCENT.iter().any(|word| begins(word)) {
        return (NumberUnit::Percent, vec![1.0]);
    }
    if FACTOR.iter().any(|word| begins(word)) {
        return (NumberUnit::Factor, vec![1.0]);
    }
    let scale = SCALES.iter().find(|(word, _)| begins(word));
    (
        NumberUnit::Plain,
        scale.map_or_else(|| vec![1.0], |(_, scales)| scales.to_vec()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values_in(text: &str) -> Vec<Vec<f64>> {
        let amounts = written_numbers(text)
            .into_iter()
            .map(|written| match written.meaning {
                Meaning::Amount { readings, .. } => {
                    readings.iter().map(|reading| reading.value).collect()
                }
                Meaning::Ordinal(value) | Meaning::Count(value) | Meaning::Decade(value) => {
                    vec![value as f64]
                }
                Meaning::Date(_) => vec![],
            });
        amounts.collect()
    }

    #[test]
    fn numbers_are_parsed_in_common_notations() {
        for (text, expected) in [
            ("It sold 1,234 units.", vec![vec![1234.0, 1.234]]),
            ("1.234.567 Stück", vec![vec![1_234_567.0]]),
            ("1,234,567.89 in all", vec![vec![1_234_567.89]]),
            ("12,5 Prozent", vec![vec![12.5]]),
            ("1 234,5", vec![vec![1.0], vec![234.5]]),
            ("1\u{202F}234 and 5'678", vec![vec![1234.0], vec![5678.0]]),
            ("$3.4M, 2 bn, 5k", vec![vec![3.4e6], vec![2e9], vec![5e3]]),
            ("5 m", vec![vec![5.0, 5e6]]),
            ("1.5万", vec![vec![15_000.0]]),
            ("共有12个", vec![vec![12.0]]),
            ("−7 % and -8", vec![vec![7.0], vec![8.0]]),
            (
                "the 3rd of the top 5 in the 1970s",
                vec![vec![3.0], vec![5.0], vec![1970.0]],
            ),
            ("from 2019 to 2024-03-01", vec![vec![2019.0], vec![]]),
        ] {
            assert_eq!(values_in(text), expected, "{text}");
        }
    }

    #[test]
    fn numbers_in_code_links_and_identifiers_are_ignored() {
        for text in [
            "`SELECT 42` of q1, H2O, COVID-19x and v1.2.3",
            "[^1] [see](https://a.example/2024/12) https://b.example/99",
            "1. first\n2) second\n",
            "```\n42\n```\n",
            "at 14:30, 127.0.0.1",
            "a 3D model",
        ] {
            assert_eq!(values_in(text), Vec::<Vec<f64>>::new(), "{text}");
        }
    }

    #[test]
    fn rounding_tolerance_is_half_of_the_last_written_digit() {
        let half = |text: &str| match &written_numbers(text)[0].meaning {
            Meaning::Amount { readings, .. } => readings[0].half,
            other => panic!("{other:?}"),
        };
        for (text, expected) in [
            ("12.34", 0.005),
            ("48213", 0.5),
            ("12000", 500.0),
            ("10000", 500.0),
            ("3.4M", 50_000.0),
            ("3", 0.3),
        ] {
            assert!(
                (half(text) - expected).abs() < 1e-9,
                "{text}: {}",
                half(text)
            );
        }
    }
}
