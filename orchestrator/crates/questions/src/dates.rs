//! Days and months as they are written: `2002-06-21`, `June 21, 2002`, `21 June 2002`, `June 2002`.

use crate::tokens::{Kind, Token};

/// In their order, as charts and sentences name them.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The first and the last day that a date's words mean, and how many tokens they take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub first: String,
    pub last: String,
    pub length: usize,
}

/// The date that begins at a token.
pub fn at(tokens: &[Token], start: usize) -> Option<Span> {
    let token = tokens.get(start)?;
    if let Some((year, month, day)) = numeric(&token.lower) {
        return Some(span(year, month, day, 1));
    }
    let number = |at: usize| {
        tokens
            .get(at)
            .filter(|t| t.kind == Kind::Number)
            .and_then(|t| t.text.parse::<u32>().ok())
    };
    let comma = |at: usize| usize::from(tokens.get(at).is_some_and(|t| t.text == ","));
    if let Some(month) = month(token) {
        let year = |at: usize| number(at).filter(|n| (1000..2200).contains(n));
        if let Some(year) = year(start + 1) {
            return Some(span(year, month, None, 2));
        }
        let day = number(start + 1).filter(|n| (1..=31).contains(n))?;
        let next = start + 2 + comma(start + 2);
        return year(next).map(|year| span(year, month, Some(day), next + 1 - start));
    }
    let day = number(start).filter(|n| (1..=31).contains(n))?;
    let month = month(tokens.get(start + 1)?)?;
    let year = number(start + 2).filter(|n| (1000..2200).contains(n))?;
    Some(span(year, month, Some(day), 3))
}

/// The month that a word names.
pub fn month(token: &Token) -> Option<u32> {
    let short = token.lower.get(..3)?;
    let at = MONTHS
        .iter()
        .position(|month| month.to_ascii_lowercase().starts_with(short))?;
    let full = token.is("jan january feb february mar march apr april may jun june jul july aug august sep sept september oct october nov november dec december");
    full.then(|| u32::try_from(at + 1).unwrap_or(1))
}

fn numeric(text: &str) -> Option<(u32, u32, Option<u32>)> {
    let separator = ['-', '/'].into_iter().find(|s| text.contains(*s))?;
    let day_part = text.split(['t', ' ']).next()?;
    let parts: Vec<u32> = day_part
        .split(separator)
        .map(|part| part.parse().ok())
        .collect::<Option<_>>()?;
    let (year, month, day) = match parts.as_slice() {
        [year @ 1000..=2199, month] => (*year, *month, None),
        [year @ 1000..=2199, month, day] => (*year, *month, Some(*day)),
        [month @ 1..=12, day, year @ 1000..=2199] => (*year, *month, Some(*day)),
        [day, month, year @ 1000..=2199] => (*year, *month, Some(*day)),
        _ => return None,
    };
    let valid = (1..=12).contains(&month) && day.is_none_or(|d| (1..=31).contains(&d));
    valid.then_some((year, month, day))
}

fn span(year: u32, month: u32, day: Option<u32>, length: usize) -> Span {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let text = |day: u32| format!("{year:04}-{month:02}-{day:02}");
    Span {
        first: text(day.unwrap_or(1).min(days)),
        last: text(day.unwrap_or(days).min(days)),
        length,
    }
}

#[cfg(test)]
mod tests {
    use super::at;
    use crate::tokens::tokenize;

    #[test]
    fn dates_are_read_in_the_usual_forms() {
        for text in ["2002-06-21", "June 21, 2002", "21 June 2002", "6/21/2002"] {
            let span = at(&tokenize(text), 0).unwrap();
            assert_eq!(
                (span.first.as_str(), span.last.as_str()),
                ("2002-06-21", "2002-06-21"),
                "{text}"
            );
        }
        let month = at(&tokenize("February 2024"), 0).unwrap();
        assert_eq!(
            (month.first.as_str(), month.last.as_str()),
            ("2024-02-01", "2024-02-29")
        );
    }
}
