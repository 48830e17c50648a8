//! Parses written dates into ISO 8601 with their precision.

use std::ops::Range;

use crate::{lexicon, words::split_words};

/// A date, or the first and the last of a span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dated {
    /// In the text.
    pub range: Range<usize>,
    /// `2021`, `2021-03` or `2021-03-04`.
    pub date: String,
    pub end: Option<String>,
}

const YEARS: Range<u32> = 1_000..2_200;
/// Years that are believed without a word that says so.
const LIKELY_YEARS: Range<u32> = 1_400..2_100;

struct DateToken {
    range: Range<usize>,
    lower: String,
    number: Option<u32>,
    digits: usize,
}

/// The dates of a sentence; `sentence` is a place in `text`.
pub(crate) fn find_dates(text: &str, sentence: &Range<usize>) -> Vec<Dated> {
    let part = &text[sentence.clone()];
    if !part.bytes().any(|byte| byte.is_ascii_digit()) {
        return Vec::new();
    }
    let tokens: Vec<DateToken> = split_words(part)
        .map(|range| token_at(part, range))
        .collect();
    let reader = DateReader {
        text: part,
        tokens: &tokens,
    };
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match reader.read_date(at) {
            Some((count, date, end)) => {
                let last = &tokens[at + count - 1];
                let range =
                    tokens[at].range.start + sentence.start..last.range.end + sentence.start;
                found.push(Dated { range, date, end });
                at += count;
            }
            None => at += 1,
        }
    }
    found
}

fn token_at(text: &str, range: Range<usize>) -> DateToken {
    let lower = text[range.clone()].to_lowercase();
    let digits = lower.bytes().take_while(u8::is_ascii_digit).count();
    let is_number = digits > 0
        && digits <= 4
        && matches!(
            &lower[digits..],
            "" | "st" | "nd" | "rd" | "th" | "er" | "º"
        );
    let number = lower[..digits].parse().ok().filter(|_| is_number);
    DateToken {
        range,
        lower,
        number,
        digits,
    }
}

/// How many tokens the date takes, the date, and the end of a span.
type Read = (usize, String, Option<String>);

struct DateReader<'a> {
    text: &'a str,
    tokens: &'a [DateToken],
}

impl DateReader<'_> {
    fn read_date(&self, at: usize) -> Option<Read> {
        self.read_numeric(at)
            .or_else(|| self.day_month_year(at))
            .or_else(|| self.month_day_year(at))
            .or_else(|| self.month_year(at))
            .or_else(|| self.read_han(at))
            .or_else(|| self.read_span(at))
            .or_else(|| self.year_alone(at))
    }

    /// `2021-03-04`, `2021/03/04`, `2021-03`, `04.03.2021`.
    fn read_numeric(&self, at: usize) -> Option<Read> {
        if self.text_before(at).ends_with(['-', '/', '.']) && !self.text_before(at).ends_with(". ")
        {
            return None;
        }
        let between = self.text_between(at)?;
        if let Some(year) = self.read_year(at).filter(|_| matches!(between, "-" | "/")) {
            let month = self.read_padded(at + 1, 12)?;
            if self.text_between(at + 1) == Some(between)
                && let Some(day) = self.read_padded(at + 2, 31)
            {
                return Some((3, format_full_date(year, month, day)?, None));
            }
            return (between == "-").then(|| (2, format!("{year:04}-{month:02}"), None));
        }
        let day = self.read_number(at, 31)?;
        let month = self.read_number(at + 1, 12)?;
        let year = self.read_year(at + 2)?;
        let dotted =
            matches!(between, "." | ". ") && matches!(self.text_between(at + 1)?, "." | ". ");
        // Without a day beyond twelve no one can tell which is the month.
        let slashed = between == "/" && self.text_between(at + 1)? == "/" && day > 12;
        (dotted || slashed)
            .then(|| format_full_date(year, month, day))
            .flatten()
            .map(|date| (3, date, None))
    }

    /// `4 March 2021`, `4. März 2021`, `4 de marzo de 2021`, `the 4th of March, 2021`.
    fn day_month_year(&self, at: usize) -> Option<Read> {
        let day = self.read_number(at, 31)?;
        let mut next = at + 1;
        next += usize::from(self.is_word(next, &["of", "de"]));
        let month = self.read_month(next)?;
        next += 1;
        next += usize::from(self.is_word(next, &["of", "de"]));
        let year = self.near_year(next)?;
        Some((next + 1 - at, format_full_date(year, month, day)?, None))
    }

    /// `March 4, 2021`.
    fn month_day_year(&self, at: usize) -> Option<Read> {
        let month = self.read_month(at)?;
        let day = self.read_number(at + 1, 31)?;
        let year = self.near_year(at + 2)?;
        Some((3, format_full_date(year, month, day)?, None))
    }

    /// `March 2021`, `marzo de 2021`.
    fn month_year(&self, at: usize) -> Option<Read> {
        let month = self.read_month(at)?;
        let next = at + 1 + usize::from(self.is_word(at + 1, &["of", "de"]));
        let year = self.near_year(next)?;
        Some((next + 1 - at, format!("{year:04}-{month:02}"), None))
    }

    /// `2021年3月4日`.
    fn read_han(&self, at: usize) -> Option<Read> {
        let year = self.read_year(at)?;
        if !self.text_after(at).starts_with('年') {
            return None;
        }
        let month = self.read_number(at + 2, 12).filter(|_| {
            self.tokens[at + 1].lower == "年" && self.text_after(at + 2).starts_with('月')
        });
        let Some(month) = month else {
            return Some((1, format!("{year:04}"), None));
        };
        let day = self.read_number(at + 4, 31).filter(|_| {
            self.tokens[at + 3].lower == "月" && self.text_after(at + 4).starts_with('日')
        });
        match day {
            Some(day) => Some((5, format_full_date(year, month, day)?, None)),
            None => Some((3, format!("{year:04}-{month:02}"), None)),
        }
    }

    /// `1914–1918`, `1914 to 1918`, `1914-18`.
    fn read_span(&self, at: usize) -> Option<Read> {
        let first = self
            .read_year(at)
            .filter(|year| LIKELY_YEARS.contains(year))?;
        let is_dash = matches!(self.text_between(at)?.trim(), "-" | "–" | "—");
        let joined = self.is_word(
            at + 1,
            &["to", "until", "till", "through", "bis", "à", "a", "until"],
        );
        let next = at + 1 + usize::from(!is_dash && joined);
        if !is_dash && !joined {
            return None;
        }
        let second = self.tokens.get(next)?;
        let last = match (second.number?, second.digits) {
            (year, 4) if YEARS.contains(&year) => year,
            (short, 2) if is_dash => first / 100 * 100 + short,
            _ => return None,
        };
        (last > first).then(|| {
            (
                next + 1 - at,
                format!("{first:04}"),
                Some(format!("{last:04}")),
            )
        })
    }

    /// A year that a word, brackets or its place tell to be one.
    fn year_alone(&self, at: usize) -> Option<Read> {
        let year = self.read_year(at)?;
        let (before, after) = (self.text_before(at), self.text_after(at));
        let is_part = before.ends_with(['.', ',', '-', '/', '$', '€', '£', '#', ':', '+'])
            || after.starts_with(['%', '/', '°', '€'])
            || (after.starts_with(['.', ',', ':', '-'])
                && after[1..].starts_with(|next: char| next.is_ascii_digit()));
        if is_part {
            return None;
        }
        let said =
            at > 0 && lexicon::is_before_years(&self.tokens[at - 1].lower) && before.ends_with(' ');
        let enclosed = before.ends_with('(') && after.starts_with([')', ',', ';']);
        let leads = at == 0 && after.starts_with([':', ' ', '–', '—']) && !after.starts_with(" 0");
        let likely = LIKELY_YEARS.contains(&year);
        // “In 1900 kg” and “and 2000 people” count something; “in 1998 people left” does not.
        let is_weak = at > 0 && lexicon::is_weak_before_years(&self.tokens[at - 1].lower);
        let counts = self.tokens.get(at + 1).is_some_and(|next| {
            let is_noun = next.lower.len() >= 3
                && !lexicon::is_small(&next.lower, Some("en"))
                && self.text[next.range.clone()].starts_with(char::is_lowercase);
            self.text_between(at) == Some(" ")
                && (lexicon::is_unit(&next.lower)
                    || lexicon::is_scale(&next.lower)
                    || (is_weak && (is_noun || next.lower == "people")))
        });
        (likely && !counts && (said || enclosed || leads)).then(|| (1, format!("{year:04}"), None))
    }

    fn read_year(&self, at: usize) -> Option<u32> {
        let token = self.tokens.get(at)?;
        token
            .number
            .filter(|year| token.digits == 4 && token.lower.len() == 4 && YEARS.contains(year))
    }

    /// A year that follows its month, a comma between at most.
    fn near_year(&self, at: usize) -> Option<u32> {
        let between = self.text_between(at.checked_sub(1)?)?;
        let is_near = matches!(between, " " | ", " | "," | ". " | "\n" | " , " | "-");
        self.read_year(at).filter(|_| is_near)
    }

    fn read_number(&self, at: usize, most: u32) -> Option<u32> {
        let token = self.tokens.get(at)?;
        token
            .number
            .filter(|number| token.digits <= 2 && (1..=most).contains(number))
    }

    fn read_padded(&self, at: usize, most: u32) -> Option<u32> {
        self.read_number(at, most)
            .filter(|_| self.tokens[at].lower.len() == 2)
    }

    fn read_month(&self, at: usize) -> Option<u32> {
        let token = self.tokens.get(at)?;
        // “may” and “mars” are words too: a month's name begins with a capital in most languages,
        // and here a day or a year stands beside it in any case.
        lexicon::month_of(&token.lower)
    }

    fn is_word(&self, at: usize, any: &[&str]) -> bool {
        let token = self.tokens.get(at);
        token.is_some_and(|token| any.contains(&token.lower.as_str()))
    }

    /// Returns the separator between a token and the next.
    fn text_between(&self, at: usize) -> Option<&str> {
        let (one, other) = (self.tokens.get(at)?, self.tokens.get(at + 1)?);
        self.text.get(one.range.end..other.range.start)
    }

    fn text_before(&self, at: usize) -> &str {
        &self.text[..self.tokens[at].range.start]
    }

    fn text_after(&self, at: usize) -> &str {
        &self.text[self.tokens[at].range.end..]
    }
}

fn format_full_date(year: u32, month: u32, day: u32) -> Option<String> {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    (day <= days).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_parsed_in_many_formats() {
        let cases: &[(&str, &[&str])] = &[
            ("It opened on 2021-03-04.", &["2021-03-04"]),
            (
                "On 4 March 2021 and March 5, 2021",
                &["2021-03-04", "2021-03-05"],
            ),
            ("the 4th of March, 2021", &["2021-03-04"]),
            ("am 4. März 2021", &["2021-03-04"]),
            ("am 04.03.2021", &["2021-03-04"]),
            ("el 4 de marzo de 2021", &["2021-03-04"]),
            ("le 4 mars 2021", &["2021-03-04"]),
            ("in July 1969", &["1969-07"]),
            ("25/12/1999", &["1999-12-25"]),
            ("03/04/2021", &[]),
            ("2021年3月4日に、2019年", &["2021-03-04", "2019"]),
            ("The war (1914–1918)", &["1914..1918"]),
            ("from 1914 to 1918", &["1914..1918"]),
            ("1914-18", &["1914..1918"]),
            ("since 1998, and the law (2003)", &["1998", "2003"]),
            ("1969: men walk", &["1969"]),
            ("31 April 2020", &["2020-04"]),
            ("1,998 lamps and 2000 people, page 1999", &[]),
            ("in 2000 kg of oil", &[]),
            ("version 2021.3, at 10:30, 3.14", &[]),
            ("no digits at all", &[]),
        ];
        for (text, expected) in cases {
            let found: Vec<String> = find_dates(text, &(0..text.len()))
                .into_iter()
                .map(|dated| match dated.end {
                    Some(end) => format!("{}..{end}", dated.date),
                    None => dated.date,
                })
                .collect();
            assert_eq!(&found, expected, "{text}");
        }
    }
}
