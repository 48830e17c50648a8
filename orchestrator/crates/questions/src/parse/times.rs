//! Times in words: years, decades, months, days, ranges, "since", "the last 5 years".

use super::items::{Item, TimeRange};
use crate::language::{Kind, Token, lexicon};
use crate::plan::{Season, TimeUnit};
use crate::schema::{Schema, TimeOfRow};

/// A moment or period that a few words name: first day, first day after, unit, end.
struct Period {
    from: String,
    to: String,
    unit: TimeUnit,
    end: usize,
}

fn day(year: i32, month: u32, day: u32) -> String {
    format!("{year:04}-{month:02}-{day:02}")
}

fn next_day(date: &str) -> String {
    let number = |range: std::ops::Range<usize>| {
        date.get(range)
            .and_then(|text| text.parse::<i32>().ok())
            .unwrap_or(1)
    };
    let (year, month, of_month) = (number(0..4), number(5..7) as u32, number(8..10) as u32);
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    let length = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    if of_month < length {
        day(year, month, of_month + 1)
    } else if month < 12 {
        day(year, month + 1, 1)
    } else {
        day(year + 1, 1, 1)
    }
}

fn month_after(year: i32, month: u32, months: u32) -> (i32, u32) {
    let total = month - 1 + months;
    (year + (total / 12) as i32, total % 12 + 1)
}

/// The part of time that the words before a period keep.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opening {
    /// The period itself.
    Within,
    Since,
    After,
    Before,
    /// Up to the end of the period.
    Until,
    /// A period that only its further words tell from a number.
    Span,
    Between,
}

/// Words that open a period; of those that match, the longest counts.
const OPENINGS: [(&str, Opening); 7] = [
    (
        "in|during|of|for|on|from|only|than|at|within|throughout|all through|all of",
        Opening::Within,
    ),
    (
        "since|since the start of|since the beginning of|after the start of|after the beginning of|from the start of|from the beginning of|starting|starting in|starting with|starting from|beginning|beginning in|beginning with|as of|as from|in or after|on or after|during or after|in and after|not before|no earlier than|not earlier than",
        Opening::Since,
    ),
    (
        "after|later than|since the end of|after the end of|following the end of",
        Opening::After,
    ),
    (
        "before|prior to|earlier than|ahead of|until the start of|until the beginning of|before the start of|before the beginning of|up to the start of|up to the beginning of",
        Opening::Before,
    ),
    (
        "until|till|through|up to|up until|up till|ending|ending in|ending with|until the end of|till the end of|up to the end of|through the end of|to the end of|up to and including|in or before|on or before|during or before|no later than|not later than|not after",
        Opening::Until,
    ),
    ("over|across", Opening::Span),
    ("between", Opening::Between),
];

/// Returns what the words at a token open, and where the period begins.
fn opening(tokens: &[Token], at: usize) -> (Opening, usize) {
    let end = |phrase: &str| {
        let mut end = at;
        for expected in phrase.split(' ') {
            if word(tokens, end) != expected {
                return None;
            }
            end += 1;
        }
        Some(end)
    };
    OPENINGS
        .iter()
        .flat_map(|(phrases, opening)| phrases.split('|').map(move |phrase| (phrase, *opening)))
        .filter_map(|(phrase, opening)| Some((end(phrase)?, opening)))
        .max_by_key(|(end, _)| *end)
        .map_or((Opening::Within, at), |(end, opening)| (opening, end))
}

/// Returns the time expressions that start at a token.
pub fn times(tokens: &[Token], at: usize, schema: &Schema<'_>) -> Vec<(usize, Item, f64)> {
    let Some(time) = schema.tables.iter().find_map(|table| table.time.as_ref()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    ranges(tokens, at, time, &mut found);
    relative(tokens, at, time, &mut found);
    seasons(tokens, at, &mut found);
    found
}

fn word(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |token| token.word.as_str())
}

fn ranges(tokens: &[Token], at: usize, time: &TimeOfRow, found: &mut Vec<(usize, Item, f64)>) {
    let mut push = |end: usize,
                    from: Option<String>,
                    to: Option<String>,
                    unit: TimeUnit,
                    single: bool,
                    cost: f64| {
        found.push((
            end,
            Item::Time(TimeRange {
                from,
                to,
                unit,
                single,
            }),
            cost,
        ));
    };
    let (opening, mut start) = opening(tokens, at);
    let opener = if start > at { word(tokens, at) } else { "" };
    let opened = start;
    while matches!(
        word(tokens, start),
        "the"
            | "year"
            | "in"
            | "of"
            | "from"
            | "to"
            | "on"
            | "with"
            | "years"
            | "a"
            | "period"
            | "course"
            | "whole"
            | "full"
            | "between"
            | "entire"
    ) && start < opened + 4
        && start > at
    {
        start += 1;
    }
    let Some(first) = period(tokens, start, time, !opener.is_empty())
        .or_else(|| latest_month(tokens, start, time, opener))
        .or_else(|| month_of_range(tokens, start, time))
    else {
        return;
    };
    let mut end = first.end;
    // A range: "1990 to 1995", "between January 2008 and January 2010".
    if matches!(
        word(tokens, end),
        "to" | ".." | "and" | "until" | "through" | "till" | "-"
    ) {
        let joined_by_and = word(tokens, end) == "and";
        let mut second = end + 1;
        while matches!(word(tokens, second), "the" | "year") {
            second += 1;
        }
        if let Some(last) = period(tokens, second, time, true)
            && (!joined_by_and
                || opening == Opening::Between
                || word(tokens, start - 1) == "between")
            && last.from >= first.from
        {
            push(
                last.end,
                Some(first.from.clone()),
                Some(last.to.clone()),
                first.unit,
                false,
                0.0,
            );
        }
    }
    match opening {
        Opening::Since => {
            let end = onward(tokens, end);
            push(end, Some(first.from), None, first.unit, false, 0.0);
        }
        Opening::After => push(end, Some(first.to), None, first.unit, false, 0.0),
        Opening::Before => push(end, None, Some(first.from), first.unit, false, 0.0),
        Opening::Until => push(end, None, Some(first.to), first.unit, false, 0.0),
        // "over 2022" compares; only a range of times is opened by it, or a course: "over the course of 2022".
        Opening::Span if start == opened => {}
        _ => {
            if let ("and" | "or", "later" | "after" | "newer" | "onwards" | "onward" | "on") =
                (word(tokens, end), word(tokens, end + 1))
            {
                push(end + 2, Some(first.from), None, first.unit, false, 0.0);
                return;
            }
            if let ("and" | "or", "earlier" | "before" | "older") =
                (word(tokens, end), word(tokens, end + 1))
            {
                push(end + 2, None, Some(first.to), first.unit, false, 0.0);
                return;
            }
            let after = onward(tokens, end);
            if after > end {
                push(after, Some(first.from), None, first.unit, false, 0.0);
                return;
            }
            if opening == Opening::Between {
                return;
            }
            end = first.end;
            push(
                end,
                Some(first.from),
                Some(first.to),
                first.unit,
                true,
                if opener.is_empty() { 0.1 } else { 0.0 },
            );
        }
    }
}

/// "June till August 2024": a month whose year stands behind the last month of the range.
fn month_of_range(tokens: &[Token], at: usize, time: &TimeOfRow) -> Option<Period> {
    let month = lexicon::month(word(tokens, at))?;
    if !matches!(
        word(tokens, at + 1),
        "to" | ".." | "and" | "until" | "through" | "till" | "-"
    ) {
        return None;
    }
    let last = period(tokens, at + 2, time, true).filter(|last| last.unit == TimeUnit::Month)?;
    let year: i32 = last.from.get(0..4)?.parse().ok()?;
    let year = if day(year, month, 1) <= last.from {
        year
    } else {
        year - 1
    };
    let (to_year, to_month) = month_after(year, month, 1);
    Some(Period {
        from: day(year, month, 1),
        to: day(to_year, to_month, 1),
        unit: TimeUnit::Month,
        end: at + 1,
    })
}

/// "since November": the latest month of that name that the data reach. Without an opening, a month is a part of each year.
fn latest_month(tokens: &[Token], at: usize, time: &TimeOfRow, opener: &str) -> Option<Period> {
    if !matches!(
        opener,
        "since" | "starting" | "beginning" | "after" | "before" | "until" | "till" | "through"
    ) {
        return None;
    }
    let month = lexicon::month(word(tokens, at))?;
    let (_, last) = time.days.as_ref()?;
    let year: i32 = last.get(0..4)?.parse().ok()?;
    let year = if day(year, month, 1) <= *last {
        year
    } else {
        year - 1
    };
    let (to_year, to_month) = month_after(year, month, 1);
    Some(Period {
        from: day(year, month, 1),
        to: day(to_year, to_month, 1),
        unit: TimeUnit::Month,
        end: at + 1,
    })
}

/// The end of "on", "onwards", "until now" behind a moment.
fn onward(tokens: &[Token], end: usize) -> usize {
    match (word(tokens, end), word(tokens, end + 1)) {
        ("on", next) if !matches!(next, "the" | "a" | "map" | "each" | "every") => end + 1,
        ("onwards" | "onward" | "forward", _) => end + 1,
        ("until" | "to" | "till", "now" | "today" | "present" | "date") => end + 2,
        ("and" | "or", "later" | "newer" | "after") => end + 2,
        _ => end,
    }
}

/// A year, decade, month with or without a year, quarter or day.
fn period(tokens: &[Token], at: usize, time: &TimeOfRow, introduced: bool) -> Option<Period> {
    let token = tokens.get(at)?;
    let year_at = |at: usize| {
        let token = tokens.get(at)?;
        let year = token.number.filter(|n| {
            token.kind == Kind::Number
                && !token.ordinal
                && n.fract() == 0.0
                && (1000.0..=2200.0).contains(n)
        })?;
        (token.text.len() == 4 && token.decade.is_none()).then_some(year as i32)
    };
    if let Some(decade) = token.decade {
        return Some(Period {
            from: day(decade, 1, 1),
            to: day(decade + 10, 1, 1),
            unit: TimeUnit::Decade,
            end: at + 1,
        });
    }
    if let Some(date) = &token.date {
        return Some(Period {
            from: date.clone(),
            to: next_day(date),
            unit: TimeUnit::Day,
            end: at + 1,
        });
    }
    // "2023 Q1".
    if let Some(year) = year_at(at)
        && let Some((months, from, _, unit)) = part_of_year(tokens, at + 1)
        && matches!(word(tokens, at + 1), "q1" | "q2" | "q3" | "q4")
    {
        let (to_year, to_month) = month_after(year, from, months);
        return Some(Period {
            from: day(year, from, 1),
            to: day(to_year, to_month, 1),
            unit,
            end: at + 2,
        });
    }
    if let Some(year) = year_at(at) {
        // "500 to 1500 votes" is no time where the data have other years.
        let near = year >= time.years.0 - 60 && year <= time.years.1 + 60;
        return (introduced || near).then(|| Period {
            from: day(year, 1, 1),
            to: day(year + 1, 1, 1),
            unit: TimeUnit::Year,
            end: at + 1,
        });
    }
    if let Some(period) = edge_of_year(tokens, at, time, &year_at) {
        return Some(period);
    }
    if let Some((months, from, year_from, unit)) = part_of_year(tokens, at)
        && let Some(year) = year_at(year_from)
    {
        let (to_year, to_month) = month_after(year, from, months);
        return Some(Period {
            from: day(year, from, 1),
            to: day(to_year, to_month, 1),
            unit,
            end: year_from + 1,
        });
    }
    month_or_day(tokens, at, time, &year_at)
}

/// "the end of 2024", "beginning of 2023": the last or first of the finest periods in that year.
fn edge_of_year(
    tokens: &[Token],
    at: usize,
    time: &TimeOfRow,
    year_at: &dyn Fn(usize) -> Option<i32>,
) -> Option<Period> {
    let last = match word(tokens, at) {
        "end" | "close" => true,
        "beginning" | "start" => false,
        _ => return None,
    };
    let at = if word(tokens, at + 1) == "of" {
        at + 2
    } else {
        at + 1
    };
    let year = year_at(at)?;
    let (months, unit) = match time.finest {
        TimeUnit::Quarter => (3, TimeUnit::Quarter),
        TimeUnit::Month => (1, TimeUnit::Month),
        _ => return None,
    };
    let first = if last { 13 - months } else { 1 };
    let (to_year, to_month) = month_after(year, first, months);
    Some(Period {
        from: day(year, first, 1),
        to: day(to_year, to_month, 1),
        unit,
        end: at + 1,
    })
}

/// "Q1", "the first quarter of", "second half of": its length in months, its first month, and where the year stands.
fn part_of_year(tokens: &[Token], at: usize) -> Option<(u32, u32, usize, TimeUnit)> {
    let first = word(tokens, at);
    if let "q1" | "q2" | "q3" | "q4" = first {
        let quarter = u32::from(first.as_bytes()[1] - b'1');
        return Some((
            3,
            quarter * 3 + 1,
            behind_of(tokens, at + 1),
            TimeUnit::Quarter,
        ));
    }
    // "quarter 3 of 2023".
    if first == "quarter"
        && let Some(number) = tokens.get(at + 1).and_then(|token| token.number)
        && [1.0, 2.0, 3.0, 4.0].contains(&number)
    {
        let first_month = (number as u32 - 1) * 3 + 1;
        return Some((3, first_month, behind_of(tokens, at + 2), TimeUnit::Quarter));
    }
    let nth = ["first", "second", "third", "fourth"]
        .iter()
        .zip(["1st", "2nd", "3rd", "4th"])
        .position(|(long, short)| *long == first || short == first)? as u32;
    let (months, unit) = match word(tokens, at + 1) {
        "quarter" => (3, TimeUnit::Quarter),
        "half" if nth < 2 => (6, TimeUnit::HalfYear),
        _ => return None,
    };
    let year = behind_of(tokens, at + 2);
    Some((months, nth * months + 1, year, unit))
}

/// Skips "of", "in" and "the year" before a year.
fn behind_of(tokens: &[Token], mut at: usize) -> usize {
    while matches!(word(tokens, at), "of" | "in" | "the" | "year") {
        at += 1;
    }
    at
}

fn month_or_day(
    tokens: &[Token],
    at: usize,
    time: &TimeOfRow,
    year_at: &dyn Fn(usize) -> Option<i32>,
) -> Option<Period> {
    let of_month = |at: usize| {
        let token = tokens.get(at)?;
        token
            .number
            .filter(|n| (1.0..=31.0).contains(n) && n.fract() == 0.0)
            .map(|n| n as u32)
    };
    let one_year = (time.years.0 == time.years.1).then_some(time.years.0);
    let later_year = || {
        tokens[at..]
            .iter()
            .enumerate()
            .take(9)
            .find_map(|(more, _)| year_at(at + more))
    };
    // "29 April 1992", "29th of April".
    if let Some(number) = of_month(at) {
        let next = if word(tokens, at + 1) == "of" {
            at + 2
        } else {
            at + 1
        };
        let month = tokens
            .get(next)
            .filter(|t| t.kind == Kind::Word)
            .and_then(|t| lexicon::month(&t.word))?;
        let (year, end) = match year_at(next + 1) {
            Some(year) => (year, next + 2),
            None => (later_year().or(one_year)?, next + 1),
        };
        let from = day(year, month, number);
        return Some(Period {
            to: next_day(&from),
            from,
            unit: TimeUnit::Day,
            end,
        });
    }
    let month = lexicon::month(word(tokens, at)).filter(|_| word(tokens, at) != "may" || at > 0)?;
    if let Some(year) = year_at(at + 1) {
        let (to_year, to_month) = month_after(year, month, 1);
        return Some(Period {
            from: day(year, month, 1),
            to: day(to_year, to_month, 1),
            unit: TimeUnit::Month,
            end: at + 2,
        });
    }
    let number = of_month(at + 1)?;
    let mut end = at + 2;
    if matches!(word(tokens, end), ",") {
        end += 1;
    }
    let (year, end) = match year_at(end) {
        Some(year) => (year, end + 1),
        None => (later_year().or(one_year)?, at + 2),
    };
    let from = day(year, month, number);
    Some(Period {
        to: next_day(&from),
        from,
        unit: TimeUnit::Day,
        end,
    })
}

/// "the last 5 years", "past decade", "latest year".
fn relative(tokens: &[Token], at: usize, time: &TimeOfRow, found: &mut Vec<(usize, Item, f64)>) {
    let mut start = at;
    while matches!(
        word(tokens, start),
        "in" | "over" | "during" | "for" | "within" | "the" | "from" | "of"
    ) && start < at + 3
    {
        start += 1;
    }
    let first = match word(tokens, start) {
        "last" | "past" | "latest" | "recent" | "previous" => false,
        "first" | "earliest" => true,
        _ => return,
    };
    let (n, unit_at) = match tokens.get(start + 1).and_then(|t| t.number) {
        Some(number) if number >= 1.0 => (number as i32, start + 2),
        _ => (1, start + 1),
    };
    let counted = unit_at == start + 2;
    let Some(unit) = lexicon::time_unit(word(tokens, unit_at)) else {
        return;
    };
    let plural = word(tokens, unit_at).ends_with('s');
    if !counted && plural {
        return;
    }
    let years = match unit {
        TimeUnit::Decade => n * 10,
        TimeUnit::Year => n,
        TimeUnit::Century => n * 100,
        _ => 0,
    };
    let last_day = time
        .days
        .as_ref()
        .map_or_else(|| day(time.years.1, 12, 31), |days| days.1.clone());
    let range = if years > 0 {
        if first {
            (None, Some(day(time.years.0 + years, 1, 1)))
        } else {
            (Some(day(time.years.1 - years + 1, 1, 1)), None)
        }
    } else {
        let last_year: i32 = last_day[..4].parse().unwrap_or(time.years.1);
        let last_month: u32 = last_day[5..7].parse().unwrap_or(12);
        let months = match unit {
            TimeUnit::Month => n,
            TimeUnit::Quarter => n * 3,
            _ => return,
        };
        let total = last_year * 12 + last_month as i32 - 1 - (months - 1);
        (
            Some(day(
                total.div_euclid(12),
                total.rem_euclid(12) as u32 + 1,
                1,
            )),
            None,
        )
    };
    found.push((
        unit_at + 1,
        Item::Time(TimeRange {
            from: range.0,
            to: range.1,
            unit,
            single: false,
        }),
        0.0,
    ));
}

/// "in january", "on mondays", "in summer", "jan to dec", "on weekends".
fn seasons(tokens: &[Token], at: usize, found: &mut Vec<(usize, Item, f64)>) {
    let mut start = at;
    while matches!(
        word(tokens, start),
        "in" | "on" | "during" | "the" | "from" | "of" | "for" | "every" | "each"
    ) && start < at + 2
    {
        start += 1;
    }
    let introduced = start > at;
    let token = word(tokens, start);
    if let Some(month) = lexicon::month(token)
        .filter(|_| introduced || (token != "may" && token != "mar" && token != "march"))
    {
        let last = matches!(word(tokens, start + 1), "to" | ".." | "through" | "until")
            .then(|| lexicon::month(word(tokens, start + 2)))
            .flatten();
        if let Some(last) = last {
            let months: Vec<i64> = if month <= last {
                (month..=last).map(i64::from).collect()
            } else {
                (month..=12).chain(1..=last).map(i64::from).collect()
            };
            found.push((
                start + 3,
                Item::SeasonValue(Season::MonthOfYear, months),
                0.05,
            ));
        }
        found.push((
            start + 1,
            Item::SeasonValue(Season::MonthOfYear, vec![i64::from(month)]),
            0.1,
        ));
    }
    if let (Some(first), Some(last)) = (
        lexicon::weekday(token),
        lexicon::weekday(word(tokens, start + 2)),
    ) && matches!(word(tokens, start + 1), "to" | ".." | "through" | "until")
        && first <= last
    {
        found.push((
            start + 3,
            Item::SeasonValue(Season::Weekday, (first..=last).map(i64::from).collect()),
            0.0,
        ));
    }
    if let Some(weekday) = lexicon::weekday(token) {
        found.push((
            start + 1,
            Item::SeasonValue(Season::Weekday, vec![i64::from(weekday)]),
            0.1,
        ));
    }
    // "weekdays compared with weekends": the five days beside the other two.
    let has_weekend = tokens.iter().any(|token| token.is("weekend weekends"));
    if matches!(token, "weekday" | "weekdays" | "workdays") && has_weekend {
        found.push((
            start + 1,
            Item::SeasonValue(Season::Weekday, vec![1, 2, 3, 4, 5]),
            0.0,
        ));
    }
    if matches!(token, "weekend" | "weekends") {
        found.push((
            start + 1,
            Item::SeasonValue(Season::Weekday, vec![6, 7]),
            0.05,
        ));
    }
    if let Some(months) = lexicon::season_months(token) {
        found.push((
            start + 1,
            Item::SeasonValue(
                Season::MonthOfYear,
                months.iter().map(|m| i64::from(*m)).collect(),
            ),
            0.05,
        ));
    }
}
