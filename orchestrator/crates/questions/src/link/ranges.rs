//! Categories that are ranges of numbers: "25-34", "65+", "Under 18", "Y15-74".

use portolan_query::{ColumnProfile, ColumnType};

use crate::language::{Kind, Token, units};

/// The numbers that a value of a category stands for; open ends are infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NumberRange {
    pub low: f64,
    pub high: f64,
}

/// The values of one column with the range that each names.
pub type Ranges = Vec<(NumberRange, String)>;

/// Returns the ranges of a category; None where most of its values are no ranges.
pub fn ranges_of(column: &ColumnProfile) -> Option<Ranges> {
    if column.column_type != ColumnType::String {
        return None;
    }
    let found: Ranges = column
        .values
        .iter()
        .filter_map(|value| {
            let text = value.value.as_str()?;
            Some((read(text)?, text.to_owned()))
        })
        .collect();
    // "Total" and "Unknown" may be among the ranges.
    (found.len() >= 2 && found.len() * 2 >= column.values.len()).then_some(found)
}

/// Reads a value as a range.
fn read(text: &str) -> Option<NumberRange> {
    let lower = text.to_lowercase();
    let mut numbers: Vec<f64> = Vec::new();
    // The text before, between and behind the numbers.
    let mut around = vec![String::new()];
    let mut digits = String::new();
    // The added space closes a number at the end of the text.
    for character in lower.chars().chain([' ']) {
        if character.is_ascii_digit() {
            digits.push(character);
            continue;
        }
        if !digits.is_empty() {
            numbers.push(digits.parse().ok()?);
            digits.clear();
            around.push(String::new());
        }
        around.last_mut()?.push(character);
    }
    let part = |at: usize| around.get(at).map_or("", |part| part.trim());
    let has = |part: &str, words: &[&str]| words.iter().any(|word| part.contains(word));
    let range = match numbers.as_slice() {
        [low, high]
            if matches!(part(1), "-" | "\u{2013}" | "\u{2014}" | "to" | ".." | "_")
                && low < high =>
        {
            NumberRange {
                low: *low,
                high: *high,
            }
        }
        // Eurostat writes "Y_GE75" for 75 and over, and "Y_LT15" for under 15.
        [low]
            if has(part(1), &["+", "plus", "over", "more", "older", "above"])
                || has(part(0), &["ge", ">", "over", "above"]) =>
        {
            NumberRange {
                low: *low,
                high: f64::INFINITY,
            }
        }
        [high] if has(part(0), &["lt", "<", "under", "below", "less"]) => NumberRange {
            low: f64::NEG_INFINITY,
            high: *high,
        },
        _ => return None,
    };
    // Years are times, which are read elsewhere.
    let is_year = numbers.iter().any(|number| *number >= 1_000.0);
    // A long text before the number is a name that happens to have one.
    (!is_year && part(0).chars().count() <= 12).then_some(range)
}

/// A range in a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    pub end: usize,
    pub range: NumberRange,
    /// "over 65": more a comparison than the name of a value.
    pub is_open: bool,
}

/// Returns the range that starts at a token: "25 to 34", "15-74", "65 and older", "under 18".
pub fn asked(tokens: &[Token], at: usize) -> Option<Asked> {
    let is = |at: usize, words: &str| tokens.get(at).is_some_and(|token| token.is(words));
    let number = |at: usize| {
        let token = tokens.get(at)?;
        // Dates, "the 3rd" and "the 2010s" contain numbers that are not limits.
        (token.kind != Kind::Date && !token.ordinal && token.decade.is_none())
            .then_some(token.number)?
    };
    let made = |end: usize, low: f64, high: f64, is_open: bool| {
        let end = behind_years(tokens, end);
        // "between 15 and 24 percent" compares a quantity.
        let has_unit = tokens
            .get(end)
            .is_some_and(|token| units::unit(&token.word).is_some());
        let range = NumberRange { low, high };
        (!has_unit).then_some(Asked {
            end,
            range,
            is_open,
        })
    };
    let closed = |from: usize, between: &str| {
        let (low, high) = (number(from)?, number(from + 2)?);
        (low < high && is(from + 1, between)).then_some((low, high))
    };
    if is(at, "between")
        && let Some((low, high)) = closed(at + 1, "and to")
    {
        return made(at + 4, low, high, false);
    }
    if let Some((low, high)) = closed(at, ".. - to") {
        return made(at + 3, low, high, false);
    }
    if let Some(low) = number(at) {
        let after = behind_years(tokens, at + 1);
        if is(after, "plus") {
            return made(after + 1, low, f64::INFINITY, false);
        }
        if is(after, "and or") && is(after + 1, "older over above up") {
            return made(after + 2, low, f64::INFINITY, false);
        }
        if is(after, "and or") && is(after + 1, "younger under below") {
            // "24 and younger" holds 24, whereas "under 25" ends before its number.
            return made(after + 2, f64::NEG_INFINITY, low + 1.0, false);
        }
    }
    let named = at + if is(at + 1, "than") { 2 } else { 1 };
    let limit = number(named)?;
    if is(at, "under below younger") {
        return made(named + 1, f64::NEG_INFINITY, limit, true);
    }
    if is(at, "over older") {
        return made(named + 1, limit, f64::INFINITY, true);
    }
    None
}

/// Returns the youngest groups up to thirty, where a question speaks of the young.
pub fn young(tokens: &[Token], at: usize, ranges: &Ranges) -> Option<(usize, Vec<String>)> {
    let token = tokens
        .get(at)
        .filter(|token| token.is("youth youths young youngsters"))?;
    let follows = |words: &str| tokens.get(at + 1).is_some_and(|next| next.is(words));
    let end =
        at + 1 + usize::from(token.is("young") && follows("people person persons adults ones"));
    // "Youth (15-24)" and "young people under 25" say themselves what they mean.
    if asked(tokens, end).is_some() || asked(tokens, end + 1).is_some() {
        return None;
    }
    let texts: Vec<String> = ranges
        .iter()
        .filter(|(range, _)| range.high <= 30.0)
        .map(|(_, text)| text.clone())
        .collect();
    (!texts.is_empty()).then_some((end, texts))
}

/// Skips "years", "year olds" and "years of age" behind a number.
fn behind_years(tokens: &[Token], at: usize) -> usize {
    let is = |at: usize, words: &str| tokens.get(at).is_some_and(|token| token.is(words));
    if is(at, "year years") && is(at + 1, "old olds") {
        at + 2
    } else if is(at, "year years") && is(at + 1, "of") && is(at + 2, "age") {
        at + 3
    } else {
        at
    }
}

/// Returns the values that make up a range: the one of that name, or all that lie side by side inside of it.
pub fn values_in(ranges: &Ranges, range: NumberRange) -> Vec<String> {
    // "Under 25" and "24 and younger" end at the same value, as do "over 64" and "65+".
    let starts = |known: &NumberRange| {
        known.low == range.low || range.high.is_infinite() && known.low == range.low + 1.0
    };
    let ends = |known: &NumberRange| {
        known.high == range.high || range.low.is_infinite() && known.high + 1.0 == range.high
    };
    // An open end meets the last value of its side, whether it is "65+" or "65-74".
    let top = ranges.iter().map(|known| known.0.high).fold(0.0, f64::max);
    let bottom = ranges
        .iter()
        .map(|known| known.0.low)
        .fold(f64::INFINITY, f64::min);
    let exact = ranges.iter().find(|(known, _)| {
        let low = starts(known) || range.low.is_infinite() && known.low == bottom;
        let high = ends(known) || range.high.is_infinite() && known.high == top;
        low && high
    });
    if let Some((_, text)) = exact {
        return vec![text.clone()];
    }
    let mut inside: Vec<&(NumberRange, String)> = ranges
        .iter()
        .filter(|(known, _)| {
            (known.low >= range.low || starts(known)) && (known.high <= range.high || ends(known))
        })
        .collect();
    inside.sort_by(|left, right| left.0.low.total_cmp(&right.0.low));
    let (Some(first), Some(last)) = (inside.first(), inside.last()) else {
        return Vec::new();
    };
    // Ranges that overlap would count rows twice, and a gap would leave some out.
    let adjoins = inside
        .windows(2)
        .all(|pair| pair[1].0.low > pair[0].0.high - 0.5 && pair[1].0.low <= pair[0].0.high + 1.0);
    let low = starts(&first.0) || range.low.is_infinite() && first.0.low == bottom;
    let high = ends(&last.0) || range.high.is_infinite() && last.0.high == top;
    if adjoins && low && high {
        inside.into_iter().map(|known| known.1.clone()).collect()
    } else {
        Vec::new()
    }
}
