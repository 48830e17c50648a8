//! Intervals that a question lists: "under 30, 30 to 49, 50 and over", "0-17, 18-34, 35+".

use super::items::Item;
use crate::language::{Kind, Token, units};

/// An interval; a side that is open has no border.
struct Interval {
    end: usize,
    low: Option<f64>,
    high: Option<f64>,
    /// Both borders are said: "31-90".
    is_closed: bool,
    /// "more than 90".
    is_beyond: bool,
}

/// Returns the borders between the intervals that are listed from a token on, where they adjoin.
pub(super) fn edges(tokens: &[Token], at: usize) -> Option<(usize, Item, f64)> {
    let mut known = interval(tokens, at)?;
    let mut borders: Vec<f64> = known.low.filter(|low| *low > 0.0).into_iter().collect();
    let mut count = 1;
    // "18-34, 35-49" leave a step between whole numbers, so the last interval ends before 50.
    let mut step = 0.0_f64;
    while let Some(next) = interval(tokens, behind_separator(tokens, known.end)?) {
        let (Some(high), Some(low)) = (known.high, next.low) else {
            break;
        };
        // "18-34, 35-49" adjoin at 35, "2-3, 3-4" at 3; "under 18 or over 60" are two conditions.
        if (low - high).abs() > 1.0 {
            return None;
        }
        // "31-90, more than 90" adjoin at 91.
        let is_included = known.is_closed && low == high && low.fract() == 0.0 && next.is_beyond;
        borders.push(if is_included { low + 1.0 } else { low });
        step = step.max(low - high);
        known = next;
        count += 1;
        if behind_separator(tokens, known.end).is_none() {
            break;
        }
    }
    borders.extend(known.high.map(|high| high + step));
    borders.dedup();
    let is_list = count >= 3 || count == 2 && borders.len() == 1;
    is_list.then_some((known.end, Item::BinEdges(borders), 0.0))
}

fn word(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |token| token.word.as_str())
}

/// Returns where the next interval of a list begins.
fn behind_separator(tokens: &[Token], at: usize) -> Option<usize> {
    let mut end = at;
    while matches!(word(tokens, end), "," | ";" | "and" | "or" | "then" | "to")
        || tokens
            .get(end)
            .is_some_and(|token| token.kind == Kind::Break && token.text == ",")
    {
        end += 1;
    }
    (end > at && end < tokens.len()).then_some(end)
}

fn interval(tokens: &[Token], at: usize) -> Option<Interval> {
    let number = |at: usize| {
        tokens
            .get(at)
            .filter(|token| token.kind != Kind::Break && !token.ordinal && token.decade.is_none())
            .and_then(|token| token.number)
    };
    let mut start = at;
    while matches!(
        word(tokens, start),
        "born"
            | "built"
            | "aged"
            | "age"
            | "ages"
            | "from"
            | "between"
            | "those"
            | "people"
            | "the"
    ) {
        start += 1;
    }
    let than = usize::from(word(tokens, start + 1) == "than");
    let limit = number(start + 1 + than);
    let opened = start + 2 + than;
    match word(tokens, start) {
        "under" | "below" | "before" | "less" | "younger" | "fewer" | "<" if limit.is_some() => {
            return Some(Interval {
                end: behind_unit(tokens, opened),
                low: None,
                high: limit,
                is_closed: false,
                is_beyond: false,
            });
        }
        "over" | "above" | "after" | "more" | "older" | ">" if limit.is_some() => {
            return Some(Interval {
                end: behind_unit(tokens, opened),
                low: limit,
                high: None,
                is_closed: false,
                is_beyond: true,
            });
        }
        _ => {}
    }
    let low = number(start)?;
    let after = behind_unit(tokens, start + 1);
    if word(tokens, after) == "plus" {
        let end = behind_unit(tokens, after + 1);
        return Some(Interval {
            end,
            low: Some(low),
            high: None,
            is_closed: false,
            is_beyond: false,
        });
    }
    let is_open = matches!(word(tokens, after), "and" | "or")
        && matches!(
            word(tokens, after + 1),
            "over" | "older" | "above" | "more" | "later" | "up" | "higher" | "after"
        )
        // "18 to 49 and over 50" opens another interval.
        && number(after + 2).is_none();
    if is_open {
        return Some(Interval {
            end: after + 2,
            low: Some(low),
            high: None,
            is_closed: false,
            is_beyond: false,
        });
    }
    let is_closed = matches!(word(tokens, after), ".." | "-" | "to" | "until" | "till")
        || start > at && word(tokens, start - 1) == "between" && word(tokens, after) == "and";
    let high = number(after + 1).filter(|high| is_closed && *high > low)?;
    Some(Interval {
        end: behind_unit(tokens, after + 2),
        low: Some(low),
        high: Some(high),
        is_closed: true,
        is_beyond: false,
    })
}

/// Skips "years", "year olds" and units behind a number.
fn behind_unit(tokens: &[Token], at: usize) -> usize {
    let mut end = at;
    while matches!(
        word(tokens, end),
        "year" | "years" | "old" | "olds" | "day" | "days" | "week" | "weeks" | "month" | "months"
    ) || units::unit(word(tokens, end)).is_some()
    {
        end += 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::edges;
    use crate::language::tokenize;
    use crate::parse::Item;

    fn borders(text: &str) -> Option<Vec<f64>> {
        match edges(&tokenize(text), 0)?.1 {
            Item::BinEdges(borders) => Some(borders),
            _ => None,
        }
    }

    #[test]
    fn adjoining_intervals_are_read_as_borders() {
        for (text, expected) in [
            ("under 30, 30 to 49, 50 and over", vec![30.0, 50.0]),
            ("0-17, 18-34, 35+", vec![18.0, 35.0]),
            (
                "born before 1960, 1960 to 1999, 2000 and later",
                vec![1960.0, 2000.0],
            ),
            ("below 100 and 100 or more", vec![100.0]),
            ("0-7, 8-30, 31-90, more than 90 days", vec![8.0, 31.0, 91.0]),
        ] {
            assert_eq!(borders(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn conditions_that_leave_a_gap_are_no_intervals() {
        for text in [
            "under 18 or over 60",
            "between 10 and 20",
            "2010 to 2020",
            "5 or more",
        ] {
            assert_eq!(borders(text), None, "{text}");
        }
    }
}
