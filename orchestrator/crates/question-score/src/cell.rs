//! Values in one spelling, so that a gold and a chart can be compared.

use chrono::{Datelike, NaiveDate};
use serde_json::Value;

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
const WEEKDAYS: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

/// A date with its time of day, to the minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Moment {
    pub year: i32,
    pub month: u32,
    pub day: u32,
    pub hour: u32,
    pub minute: u32,
}

impl Moment {
    pub fn of_day(year: i32, month: u32, day: u32) -> Self {
        Self {
            year,
            month,
            day,
            hour: 0,
            minute: 0,
        }
    }

    pub fn to_day(self) -> Self {
        Self::of_day(self.year, self.month, self.day)
    }

    /// Returns 1 for Monday to 7 for Sunday, 0 for a date that does not exist.
    pub fn weekday(self) -> u32 {
        NaiveDate::from_ymd_opt(self.year, self.month, self.day)
            .map_or(0, |date| date.weekday().number_from_monday())
    }
}

/// A value of a gold or of a chart.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Missing,
    Number(f64),
    Date(Moment),
    /// In lower case; yes and no also stand for true and false.
    Text(String),
}

impl Cell {
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Number(value) => Some(*value),
            _ => None,
        }
    }

    pub fn date(&self) -> Option<Moment> {
        match self {
            Self::Date(moment) => Some(*moment),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn is_missing(&self) -> bool {
        *self == Self::Missing
    }

    pub fn is_number_or_missing(&self) -> bool {
        matches!(self, Self::Number(_) | Self::Missing)
    }

    /// Returns a text that only equal cells share.
    pub fn key(&self) -> String {
        match self {
            Self::Missing => "\u{0}".into(),
            Self::Number(value) => format!("{value}"),
            Self::Date(m) => format!(
                "@{:04}-{:02}-{:02} {:02}:{:02}",
                m.year, m.month, m.day, m.hour, m.minute
            ),
            Self::Text(text) => text.clone(),
        }
    }
}

impl From<&Value> for Cell {
    fn from(value: &Value) -> Self {
        match value {
            Value::Bool(true) => Self::Text("yes".into()),
            Value::Bool(false) => Self::Text("no".into()),
            Value::Number(number) => number.as_f64().map_or(Self::Missing, Self::Number),
            Value::String(text) => parse_text(text),
            _ => Self::Missing,
        }
    }
}

fn parse_text(text: &str) -> Cell {
    let text = text.trim();
    if let Some(number) = parse_number(text) {
        return Cell::Number(number);
    }
    let lower = text.to_lowercase();
    if let Some(moment) = parse_date(text)
        .or_else(|| parse_named_month(&lower))
        .or_else(|| parse_quarter(&lower))
    {
        return Cell::Date(moment);
    }
    Cell::Text(match lower.as_str() {
        "true" => "yes".into(),
        "false" => "no".into(),
        _ => lower,
    })
}

fn parse_number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let mut chars = digits.chars();
    // A leading zero marks a code, and words such as "inf" are no numbers here.
    let first = chars.next().filter(char::is_ascii_digit)?;
    if first == '0' && chars.next().is_some_and(|c| c.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

fn all_digits(text: &str, lengths: std::ops::RangeInclusive<usize>) -> Option<u32> {
    (lengths.contains(&text.len()) && text.chars().all(|c| c.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
}

/// Parses `2024-05`, `2024/5/3` and `2024-05-03T10:20:00Z`.
fn parse_date(text: &str) -> Option<Moment> {
    let (date, time) = match text.split_once(['T', ' ']) {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let parts: Vec<&str> = date.split(['-', '/']).collect();
    if !(2..=3).contains(&parts.len()) {
        return None;
    }
    let year = all_digits(parts[0], 4..=4)?;
    let month = all_digits(parts[1], 1..=2)?;
    let day = parts.get(2).map_or(Some(1), |day| all_digits(day, 1..=2))?;
    let mut moment = Moment::of_day(year.try_into().ok()?, month, day);
    if let Some(time) = time {
        let mut clock = time.splitn(3, ':');
        moment.hour = all_digits(clock.next()?, 2..=2)?;
        moment.minute = all_digits(clock.next()?.get(..2)?, 2..=2)?;
    }
    Some(moment)
}

fn parse_named_month(lower: &str) -> Option<Moment> {
    let (name, year) = lower.split_once(' ')?;
    let year = all_digits(year, 4..=4)?;
    let month = month_number(name.trim_end_matches('.'))?;
    Some(Moment::of_day(year.try_into().ok()?, month, 1))
}

fn parse_quarter(lower: &str) -> Option<Moment> {
    let compact: String = lower.chars().filter(|c| !" -".contains(*c)).collect();
    let (quarter, year) = match compact.strip_prefix('q') {
        Some(rest) => (rest.get(..1)?, rest.get(1..)?),
        None => {
            let (year, quarter) = compact.split_once('q')?;
            (quarter, year)
        }
    };
    let year = all_digits(year, 4..=4)?;
    let quarter = all_digits(quarter, 1..=1).filter(|q| (1..=4).contains(q))?;
    Some(Moment::of_day(year.try_into().ok()?, 3 * quarter - 2, 1))
}

/// Returns the month of a name or its abbreviation of three letters or more.
pub fn month_number(name: &str) -> Option<u32> {
    position_of(&MONTHS, name, 3)
}

/// Returns the day of a name or its abbreviation of two letters or more, 1 for Monday.
pub fn weekday_number(name: &str) -> Option<u32> {
    position_of(&WEEKDAYS, name, 2)
}

fn position_of(names: &[&str], name: &str, shortest: usize) -> Option<u32> {
    let at = names
        .iter()
        .position(|n| name.len() >= shortest && n.starts_with(name))?;
    u32::try_from(at + 1).ok()
}

/// Returns the number that a text begins with, after an optional `q`: "Q3 2024", "08:00", "3rd".
pub fn leading_number(text: &str) -> Option<f64> {
    let digits: String = text
        .strip_prefix('q')
        .unwrap_or(text)
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn spellings_of_a_month_are_equal() {
        let month = Cell::Date(Moment::of_day(2024, 4, 1));
        for text in [
            "2024-04-01",
            "2024-04",
            "April 2024",
            "apr. 2024",
            "Q2 2024",
            "2024-Q2",
        ] {
            assert_eq!(Cell::from(&json!(text)), month, "{text}");
        }
    }

    #[test]
    fn codes_with_leading_zeros_stay_text() {
        assert_eq!(Cell::from(&json!("007")), Cell::Text("007".into()));
        assert_eq!(Cell::from(&json!("0.5")), Cell::Number(0.5));
        assert_eq!(Cell::from(&json!("inf")), Cell::Text("inf".into()));
    }
}
