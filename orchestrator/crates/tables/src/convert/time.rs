//! Dates and date-times as files write them.

use chrono::{Days, NaiveDate, NaiveDateTime, NaiveTime};

/// In which order a date names its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateOrder {
    /// `2024-03-01`, `2024/03/01`
    YearFirst,
    /// `1.3.2024`, `01/03/2024`
    DayFirst,
    /// `3/1/2024`
    MonthFirst,
    /// `Mar 1, 2024`, `1 March 2024`, `01-Mar-2024`
    MonthName,
    /// A month without a day: `2024-03`, `2024M03`, `03/2024`, `Mar 2024`; it represents its first day.
    Month,
    /// A quarter: `2024Q1`, `2024-Q1`, `Q1 2024`, `Q12024`; it represents its first day.
    Quarter,
    /// `20240301`
    Compact,
    /// A month in six digits: `202403`; it represents its first day.
    CompactMonth,
    /// A month or quarter as a fraction of its year: `1973.25` for April 1973; it represents its first day.
    YearFraction,
    /// Several of them in one column, the day before the month.
    MixedDayFirst,
    /// Several of them in one column, the month before the day.
    MixedMonthFirst,
}

pub const ORDERS: [DateOrder; 4] = [
    DateOrder::YearFirst,
    DateOrder::DayFirst,
    DateOrder::MonthFirst,
    DateOrder::MonthName,
];

/// A date-time in microseconds since 1970 (UTC where the text names an offset), and whether
/// the text names a time at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsedDateTime {
    pub micros: i64,
    pub has_time: bool,
}

const MICROS_IN_SECOND: i64 = 1_000_000;
/// Two-digit years below it are of this century.
const CENTURY_PIVOT: i32 = 70;

pub fn parse_moment(text: &str, order: DateOrder) -> Option<ParsedDateTime> {
    if order == DateOrder::YearFraction {
        let micros = parse_year_fraction(text)?
            .and_time(NaiveTime::MIN)
            .and_utc();
        return Some(ParsedDateTime {
            micros: micros.timestamp_micros(),
            has_time: false,
        });
    }
    // Cheap bounds first, as every cell is tried in four orders; ASCII makes byte slicing safe.
    if text.len() < 6 || text.len() > 40 || !text.is_ascii() {
        return None;
    }
    let numeric = match order {
        DateOrder::MixedDayFirst => Some([DateOrder::DayFirst, DateOrder::MonthFirst]),
        DateOrder::MixedMonthFirst => Some([DateOrder::MonthFirst, DateOrder::DayFirst]),
        _ => None,
    };
    if let Some([first, second]) = numeric {
        // Dates with points never have the month first, whatever the others do.
        return [DateOrder::YearFirst, first, DateOrder::MonthName, second]
            .into_iter()
            .find_map(|order| parse_moment(text, order));
    }
    let (date, rest) = match order {
        DateOrder::Month => (parse_year_month(text)?, None),
        DateOrder::Quarter => (parse_quarter(text)?, None),
        DateOrder::Compact => (parse_compact(text)?, None),
        DateOrder::CompactMonth => (parse_compact_month(text)?, None),
        DateOrder::YearFraction => (parse_year_fraction(text)?, None),
        _ => parse_date(text, order)?,
    };
    let (time, offset_minutes) = match rest {
        None => (None, 0),
        Some(rest) => {
            let (time, offset) = parse_time(rest)?;
            (Some(time), offset)
        }
    };
    let moment = NaiveDateTime::new(date, time.unwrap_or(NaiveTime::MIN));
    let micros = moment.and_utc().timestamp_micros();
    Some(ParsedDateTime {
        micros: micros - i64::from(offset_minutes) * 60 * MICROS_IN_SECOND,
        has_time: time.is_some(),
    })
}

/// Days since 1970 of a date-time in microseconds.
pub fn days_since_epoch(micros: i64) -> i32 {
    i32::try_from(micros.div_euclid(86_400 * MICROS_IN_SECOND)).unwrap_or(i32::MAX)
}

pub fn is_midnight(micros: i64) -> bool {
    micros.rem_euclid(86_400 * MICROS_IN_SECOND) == 0
}

fn parse_date(text: &str, order: DateOrder) -> Option<(NaiveDate, Option<&str>)> {
    if order == DateOrder::MonthName {
        return named_date(text);
    }
    let (first, separator, rest) = split_digits(text)?;
    if !matches!(separator, '-' | '/' | '.') {
        return None;
    }
    let (second, again, rest) = split_digits(rest)?;
    // 1/2-2024 isn't a date but perhaps a fraction or a code.
    if again != separator {
        return None;
    }
    let end = rest
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(rest.len());
    let (third, rest) = rest.split_at(end);
    let (year, month, day) = match order {
        DateOrder::YearFirst if first.len() == 4 => (first, second, third),
        DateOrder::DayFirst if third.len() == 4 || third.len() == 2 => (third, second, first),
        // Dates with points never have the month first.
        DateOrder::MonthFirst if (third.len() == 4 || third.len() == 2) && separator != '.' => {
            (third, first, second)
        }
        _ => return None,
    };
    // Zero-padded codes such as 001 aren't days.
    if month.len() > 2 || day.len() > 2 {
        return None;
    }
    let date = NaiveDate::from_ymd_opt(full_year(year)?, month.parse().ok()?, day.parse().ok()?)?;
    Some((date, after_date(rest)?))
}

/// Reads a month without a day as its first day.
fn parse_year_month(text: &str) -> Option<NaiveDate> {
    let at = text.find(|character: char| !character.is_ascii_alphanumeric());
    let at = at.or_else(|| text.find(['M', 'm']).filter(|at| *at == 4));
    let (first, rest) = text.split_at(at?);
    let second = rest.strip_prefix(['-', '/', '.', ' ', 'M', 'm'])?;
    let is_number = |part: &str, length: usize| {
        part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let (year, month) = if is_number(first, 4) {
        (first, second)
    } else {
        (second, first)
    };
    let month =
        parse_month(month).or_else(|| is_number(month, 2).then(|| month.parse().ok()).flatten())?;
    let year = is_number(year, 4).then(|| year.parse().ok()).flatten()?;
    // Other numbers of four digits are no years.
    (1000..2200).contains(&year).then_some(())?;
    NaiveDate::from_ymd_opt(year, month, 1)
}

/// Returns whether a text such as "2009-10" may name the season or school year that begins in its first year.
pub fn is_season(text: &str) -> bool {
    let numbers = text
        .get(..4)
        .zip(text.get(5..7))
        .and_then(|(first, second)| {
            Some((first.parse::<u32>().ok()?, second.parse::<u32>().ok()?))
        });
    numbers.is_some_and(|(first, second)| (first + 1) % 100 == second)
}

/// Reads eight digits as a date: year, month and day.
pub fn parse_compact(text: &str) -> Option<NaiveDate> {
    if text.len() != 8 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let year: i32 = text[..4].parse().ok()?;
    // Eight digits outside of these years are rather a number.
    (1900..2100).contains(&year).then_some(())?;
    NaiveDate::from_ymd_opt(year, text[4..6].parse().ok()?, text[6..].parse().ok()?)
}

/// Reads six digits as the first day of a month.
fn parse_compact_month(text: &str) -> Option<NaiveDate> {
    (text.len() == 6).then(|| parse_compact(&format!("{text}01")))?
}

/// Reads a year with its month as a fraction as the first day of that month.
fn parse_year_fraction(text: &str) -> Option<NaiveDate> {
    let number: f64 = text.parse().ok()?;
    (1000.0..2200.0).contains(&number).then_some(())?;
    // 1973.99 rounds up to January 1974.
    let months = (number * 12.0).round() as i32;
    let month = u32::try_from(months.rem_euclid(12) + 1).ok()?;
    NaiveDate::from_ymd_opt(months.div_euclid(12), month, 1)
}

/// Reads a quarter beside its year as its first day.
fn parse_quarter(text: &str) -> Option<NaiveDate> {
    let upper = text.to_ascii_uppercase();
    let at = upper.find('Q')?;
    let (before, after) = (&upper[..at], &upper[at + 1..]);
    let separator = |character: char| matches!(character, '-' | '/' | '.' | ' ' | '_' | ':');
    // "2024Q1" and "Q1 2024", but also "1Q2024".
    let (year, quarter) = match before.trim_end_matches(separator) {
        "" => (
            after.get(1..)?.trim_start_matches(separator),
            after.get(..1)?,
        ),
        quarter if quarter.len() == 1 => (after.trim_start_matches(separator), quarter),
        year => (year, after.trim_start_matches(separator)),
    };
    let is_year = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
    let quarter: u32 = quarter
        .parse()
        .ok()
        .filter(|quarter| (1..=4).contains(quarter))?;
    let year: i32 = is_year.then(|| year.parse().ok())??;
    (1000..2200).contains(&year).then_some(())?;
    NaiveDate::from_ymd_opt(year, quarter * 3 - 2, 1)
}

/// Accepts text after a date only if it is separated like a time.
fn after_date(rest: &str) -> Option<Option<&str>> {
    if rest.is_empty() {
        return Some(None);
    }
    let time = rest
        .strip_prefix('T')
        .or_else(|| rest.strip_prefix("t"))
        .or_else(|| rest.strip_prefix(", "))
        .or_else(|| rest.strip_prefix(' '))?;
    Some(Some(time.trim_start()))
}

fn named_date(text: &str) -> Option<(NaiveDate, Option<&str>)> {
    let mut parts = [""; 3];
    let mut rest = text;
    for (index, part) in parts.iter_mut().enumerate() {
        let end = rest
            .find(|character: char| !character.is_ascii_alphanumeric())
            .unwrap_or(rest.len());
        (*part, rest) = rest.split_at(end);
        if part.is_empty() {
            return None;
        }
        if index < 2 {
            // At most a mark and a space may separate the parts, so that sentences aren't read as
            // dates.
            let next = rest.trim_start_matches([' ', ',', '-', '/', '.']);
            if rest.len() - next.len() > 2 {
                return None;
            }
            rest = next;
        }
    }
    let (day, month, year) = if let Some(month) = parse_month(parts[0]) {
        (parts[1], month, parts[2])
    } else if let Some(month) = parse_month(parts[1]) {
        (parts[0], month, parts[2])
    } else {
        return None;
    };
    // "March 2024 5" must not be read with the year as its day.
    if day.len() > 2 {
        return None;
    }
    let date = NaiveDate::from_ymd_opt(full_year(year)?, month, day.parse().ok()?)?;
    Some((date, after_date(rest)?))
}

fn parse_month(name: &str) -> Option<u32> {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let lower = name.to_ascii_lowercase();
    let index = MONTHS.iter().position(|month| {
        *month == lower
            || (lower.len() == 3 && month.starts_with(&lower))
            || (lower == "sept" && *month == "september")
    })?;
    u32::try_from(index + 1).ok()
}

fn full_year(digits: &str) -> Option<i32> {
    let year: i32 = digits.parse().ok()?;
    match digits.len() {
        4 => Some(year),
        2 if year < CENTURY_PIVOT => Some(2000 + year),
        2 => Some(1900 + year),
        _ => None,
    }
}

/// The digits that a text begins with, the sign after them, and the rest.
fn split_digits(text: &str) -> Option<(&str, char, &str)> {
    let end = text.find(|character: char| !character.is_ascii_digit())?;
    if end == 0 {
        return None;
    }
    let separator = text[end..].chars().next()?;
    Some((&text[..end], separator, &text[end + 1..]))
}

/// `HH:MM[:SS[.fff]] [AM|PM] [Z|±HH[:MM]]`, and the offset in minutes.
fn parse_time(text: &str) -> Option<(NaiveTime, i32)> {
    let (text, offset) = split_offset(text.trim_end())?;
    let upper = text.to_ascii_uppercase();
    let (clock, afternoon) = if let Some(clock) = upper.strip_suffix("AM") {
        (clock.trim_end(), Some(false))
    } else if let Some(clock) = upper.strip_suffix("PM") {
        (clock.trim_end(), Some(true))
    } else {
        (upper.as_str(), None)
    };
    let mut parts = clock.split(':');
    let mut hour: u32 = two_digits(parts.next()?)?;
    let minute: u32 = two_digits(parts.next()?)?;
    let (second, micros) = match parts.next() {
        None => (0, 0),
        Some(seconds) => {
            let (whole, fraction) = seconds.split_once(['.', ',']).unwrap_or((seconds, ""));
            (two_digits(whole)?, fraction_micros(fraction)?)
        }
    };
    if parts.next().is_some() {
        return None;
    }
    if let Some(afternoon) = afternoon {
        if !(1..=12).contains(&hour) {
            return None;
        }
        // 12 AM is midnight and 12 PM is noon.
        hour = hour % 12 + if afternoon { 12 } else { 0 };
    }
    Some((
        NaiveTime::from_hms_micro_opt(hour, minute, second, micros)?,
        offset,
    ))
}

fn split_offset(text: &str) -> Option<(&str, i32)> {
    if let Some(clock) = text.strip_suffix(['Z', 'z']) {
        return Some((clock, 0));
    }
    if let Some(clock) = text
        .strip_suffix(" UTC")
        .or_else(|| text.strip_suffix(" GMT"))
    {
        return Some((clock, 0));
    }
    // Searched from the end: the clock itself contains no sign.
    let Some(at) = text.rfind(['+', '-']) else {
        return Some((text, 0));
    };
    let (clock, offset) = text.split_at(at);
    let sign = if offset.starts_with('-') { -1 } else { 1 };
    let digits: String = offset[1..].chars().filter(|c| *c != ':').collect();
    if !matches!(digits.len(), 2 | 4) {
        return None;
    }
    let hours: i32 = digits[..2].parse().ok()?;
    let minutes: i32 = digits[2..].parse().unwrap_or(0);
    // Real offsets lie between -12 and +14 hours; anything larger isn't an offset.
    (hours <= 15 && minutes < 60).then_some((clock.trim_end(), sign * (hours * 60 + minutes)))
}

fn two_digits(text: &str) -> Option<u32> {
    (matches!(text.len(), 1 | 2) && text.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| text.parse().ok())?
}

fn fraction_micros(digits: &str) -> Option<u32> {
    // Nanoseconds are accepted and cut to microseconds.
    if digits.len() > 9 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let micros = format!("{digits:0<6}");
    micros[..6].parse().ok()
}

/// A serial number of a spreadsheet whose days count from 30 December 1899.
pub fn from_serial(serial: f64) -> Option<i64> {
    // Not 1 January 1900: spreadsheets count a 29 February 1900 that never existed.
    let epoch = NaiveDate::from_ymd_opt(1899, 12, 30)?;
    // The upper bound is the day after 31 December 9999.
    if !(0.0..2_958_466.0).contains(&serial) {
        return None;
    }
    let date = epoch.checked_add_days(Days::new(serial.trunc() as u64))?;
    let midnight = date.and_time(NaiveTime::MIN).and_utc().timestamp_micros();
    // Spreadsheets hold times as fractions of a day: milliseconds are what they mean.
    let millis = (serial.fract() * 86_400_000.0).round() as i64;
    Some(midnight + millis * 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to_iso(text: &str, order: DateOrder) -> Option<String> {
        let moment = parse_moment(text, order)?;
        let time = chrono::DateTime::from_timestamp_micros(moment.micros)?;
        let format = if moment.has_time {
            "%Y-%m-%dT%H:%M:%S%.f"
        } else {
            "%Y-%m-%d"
        };
        Some(time.format(format).to_string())
    }

    #[test]
    fn common_date_and_time_formats_are_parsed() {
        for (text, order, expected) in [
            ("2024-03-01", DateOrder::YearFirst, "2024-03-01"),
            ("2024/3/1", DateOrder::YearFirst, "2024-03-01"),
            (
                "2024-03-01T10:20:30Z",
                DateOrder::YearFirst,
                "2024-03-01T10:20:30",
            ),
            (
                "2024-03-01 10:20",
                DateOrder::YearFirst,
                "2024-03-01T10:20:00",
            ),
            (
                "2024-03-01T10:20:30.5+02:00",
                DateOrder::YearFirst,
                "2024-03-01T08:20:30.500",
            ),
            (
                "2024-03-01 23:00:00-0500",
                DateOrder::YearFirst,
                "2024-03-02T04:00:00",
            ),
            ("31/12/1999", DateOrder::DayFirst, "1999-12-31"),
            ("1.3.2024", DateOrder::DayFirst, "2024-03-01"),
            ("12/31/99", DateOrder::MonthFirst, "1999-12-31"),
            (
                "1/2/2020 3:04 PM",
                DateOrder::MonthFirst,
                "2020-01-02T15:04:00",
            ),
            (
                "1/2/2020 12:00 AM",
                DateOrder::MonthFirst,
                "2020-01-02T00:00:00",
            ),
            ("Jan 1 2000", DateOrder::MonthName, "2000-01-01"),
            ("March 1, 2024", DateOrder::MonthName, "2024-03-01"),
            ("1 Mar 2024", DateOrder::MonthName, "2024-03-01"),
            ("01-Mar-24", DateOrder::MonthName, "2024-03-01"),
            (
                "Sep 3, 2024 10:00",
                DateOrder::MonthName,
                "2024-09-03T10:00:00",
            ),
        ] {
            assert_eq!(to_iso(text, order).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn text_that_is_not_a_date_is_rejected() {
        for text in [
            "2024-13-01",
            "2024-02-30",
            "12345678",
            "1-2-3",
            "2024-03",
            "10:20:30",
            "2024-03-01x",
            "2024-03-01T25:00",
            "May",
            "1.2.3.4",
            "192.168.1.10",
            "v1 Mar 2024",
            "555-12-1234",
        ] {
            for order in ORDERS {
                assert_eq!(to_iso(text, order), None, "{text} {order:?}");
            }
        }
    }

    #[test]
    fn periods_are_read_as_their_first_day() {
        for (text, order, expected) in [
            ("Q42010", DateOrder::Quarter, "2010-10-01"),
            ("2010-Q2", DateOrder::Quarter, "2010-04-01"),
            ("201004", DateOrder::CompactMonth, "2010-04-01"),
            ("1973", DateOrder::YearFraction, "1973-01-01"),
            ("1973.917", DateOrder::YearFraction, "1973-12-01"),
            ("1973.25", DateOrder::YearFraction, "1973-04-01"),
        ] {
            assert_eq!(to_iso(text, order).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn spreadsheet_serial_numbers_convert_to_dates() {
        assert_eq!(from_serial(25569.0), Some(0));
        assert_eq!(from_serial(25569.5), Some(43_200 * MICROS_IN_SECOND));
    }
}
