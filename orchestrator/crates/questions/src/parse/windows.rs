//! Sums and averages over several periods: "running total", "5 year moving average", "rolling mean over 3 months", "smoothed".

use super::items::Item;
use crate::language::{Kind, Token, lexicon};
use crate::plan::WindowKind;

/// Periods that are averaged where no number is said.
const PERIODS: u32 = 3;

/// Returns the window over periods that starts at a token, with its end and cost.
pub(super) fn windows(tokens: &[Token], at: usize) -> Option<(usize, Item, f64)> {
    if let Some(end) = accumulated(tokens, at) {
        return Some((end, Item::Window(WindowKind::Cumulative), 0.05));
    }
    let (periods, end) = moving_average(tokens, at)
        .or_else(|| average_of_last(tokens, at))
        .or_else(|| smoothed(tokens, at))?;
    let end = end + usize::from(word(tokens, end) == "of");
    let periods = periods.unwrap_or(PERIODS);
    Some((end, Item::Window(WindowKind::Moving { periods }), 0.0))
}

/// "added up year after year", "how has it accumulated", "joined by the end of each year".
fn accumulated(tokens: &[Token], at: usize) -> Option<usize> {
    let is_timed = || {
        tokens.iter().any(|token| {
            lexicon::time_unit(&token.word).is_some() || token.is("time months years days")
        })
    };
    if tokens[at].is("accumulate accumulates accumulating accumulated accumulation") {
        return Some(at + 1);
    }
    let adds =
        tokens[at].is("add adds adding added pile piles piling piled build builds building built");
    (adds && word(tokens, at + 1) == "up" && is_timed()).then_some(at + 2)
}

fn word(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |token| token.word.as_str())
}

/// A number of periods: "7 day", "three months", "12 period".
fn span(tokens: &[Token], at: usize) -> Option<(u32, usize)> {
    let number = tokens
        .get(at)
        .filter(|token| token.kind != Kind::Date && !token.ordinal)?
        .number
        .filter(|number| number.fract() == 0.0 && (2.0..=400.0).contains(number))?;
    let unit = word(tokens, at + 1);
    let is_unit = lexicon::time_unit(unit).is_some()
        || matches!(unit, "point" | "period" | "periods" | "term");
    is_unit.then_some((number as u32, at + 2))
}

fn is_average(word: &str) -> bool {
    matches!(word, "average" | "averages" | "mean" | "avg")
}

/// "7 day moving average", "rolling 3 month mean", "moving average over 30 days".
fn moving_average(tokens: &[Token], at: usize) -> Option<(Option<u32>, usize)> {
    let (before, moves) = span(tokens, at).map_or((None, at), |(number, end)| (Some(number), end));
    if !matches!(
        word(tokens, moves),
        "moving" | "rolling" | "running" | "trailing" | "sliding"
    ) {
        return None;
    }
    let (between, average) =
        span(tokens, moves + 1).map_or((None, moves + 1), |(number, end)| (Some(number), end));
    if !is_average(word(tokens, average)) {
        return None;
    }
    let end = average + 1;
    if let Some(periods) = before.or(between) {
        return Some((Some(periods), end));
    }
    let mut behind = end;
    while matches!(
        word(tokens, behind),
        "over" | "of" | "with" | "for" | "across" | "the" | "last" | "past" | "previous"
    ) {
        behind += 1;
    }
    Some(span(tokens, behind).map_or((None, end), |(number, end)| (Some(number), end)))
}

/// "average of the last 3 months, month by month": a window where each period has one.
fn average_of_last(tokens: &[Token], at: usize) -> Option<(Option<u32>, usize)> {
    if !is_average(word(tokens, at)) || !matches!(word(tokens, at + 1), "of" | "over") {
        return None;
    }
    let last = at + 2 + usize::from(word(tokens, at + 2) == "the");
    if !matches!(
        word(tokens, last),
        "last" | "past" | "previous" | "preceding"
    ) {
        return None;
    }
    let (number, end) = span(tokens, last + 1)?;
    let is_repeated = tokens[end..]
        .windows(2)
        .any(|pair| pair[0].is("by per each every") && lexicon::time_unit(&pair[1].word).is_some());
    is_repeated.then_some((Some(number), end))
}

/// "smoothed", "smooth it with a 7 day average": the number may stand elsewhere.
fn smoothed(tokens: &[Token], at: usize) -> Option<(Option<u32>, usize)> {
    let smooths = "smooth smoothed smoothing";
    if let Some((number, end)) = span(tokens, at) {
        let is_smoothed = tokens.iter().any(|token| token.is(smooths));
        return (is_smoothed && is_average(word(tokens, end))).then_some((Some(number), end + 1));
    }
    let has_span = || {
        (0..tokens.len())
            .any(|at| span(tokens, at).is_some_and(|(_, end)| is_average(word(tokens, end))))
    };
    (tokens[at].is(smooths) && !has_span()).then_some((None, at + 1))
}

#[cfg(test)]
mod tests {
    use super::windows;
    use crate::language::tokenize;
    use crate::parse::Item;
    use crate::plan::WindowKind;

    fn periods(text: &str) -> Option<u32> {
        let tokens = tokenize(text);
        (0..tokens.len()).find_map(|at| match windows(&tokens, at)?.1 {
            Item::Window(WindowKind::Moving { periods }) => Some(periods),
            _ => None,
        })
    }

    #[test]
    fn moving_averages_are_read_in_many_wordings() {
        for (text, expected) in [
            ("5-year moving average of the births", 5),
            ("rolling 3 month mean of the price", 3),
            ("trailing twelve month average", 12),
            ("visitors as a moving average over 30 days", 30),
            ("smooth the visitors with a 7 day average", 7),
            ("average of the last 4 weeks for each week", 4),
            ("moving average of the price", 3),
        ] {
            assert_eq!(periods(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn averages_of_one_period_are_no_windows() {
        for text in ["average of the last 3 months", "average price per 7 days"] {
            assert_eq!(periods(text), None, "{text}");
        }
    }
}
