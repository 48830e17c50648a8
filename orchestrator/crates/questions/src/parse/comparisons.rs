//! Comparisons with numbers: "more than 5 kg", "at least 3", "between 2 and 5", "60 or older", "above average".

use super::items::Item;
use super::patterns::matched;
use crate::language::{Kind, Token, lexicon, units};
use crate::plan::{Aggregate, Comparison};

/// An opened comparison: where its number may stand, its direction, and the stems of the quantity that its adjective names.
type Opened = (usize, Comparison, &'static [&'static str]);

/// A found item: its end and its cost.
type Found = Vec<(usize, Item, f64)>;

fn word(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |token| token.word.as_str())
}

/// The number at a token that is no date and no "third".
fn number(tokens: &[Token], at: usize) -> Option<f64> {
    tokens
        .get(at)
        .filter(|token| token.kind != Kind::Date && !token.ordinal)
        .and_then(|token| token.number)
}

fn compare(
    (_, comparison, stems): Opened,
    low: f64,
    high: Option<f64>,
    unit: Option<units::Unit>,
) -> Item {
    Item::Compare {
        comparison,
        low,
        high,
        unit,
        stems,
    }
}

/// "more than 5 kg", "at least 3", "between 2 and 5", "older than 60", "under 18".
pub(super) fn comparisons(tokens: &[Token], at: usize, found: &mut Found) {
    let mut opened = fixed_words(tokens, at);
    opened.extend(comparatives(tokens, at, found));
    for (end, comparison, stems) in opened {
        let end = behind_articles(tokens, end);
        let opened = (end, comparison, stems);
        parts_of_units(tokens, opened, found);
        fractions(tokens, end, (comparison, stems), found);
        against_number(tokens, at, opened, found);
        // "is average" states and compares nothing.
        if word(tokens, at) != "is" {
            against_average(tokens, opened, found);
        }
    }
    between(tokens, at, found);
    number_range(tokens, at, found);
    number_first(tokens, at, found);
}

/// Phrases that open a comparison whatever follows.
fn fixed_words(tokens: &[Token], at: usize) -> Vec<Opened> {
    let pairs: [(&[&str], Comparison); 27] = [
        (&["at", "least"], Comparison::AtLeast),
        (&["at", "most"], Comparison::AtMost),
        (&["no", "more", "than"], Comparison::AtMost),
        (&["no", "less", "than"], Comparison::AtLeast),
        (&["not", "more", "than"], Comparison::AtMost),
        (&["up", "to"], Comparison::AtMost),
        (&["within"], Comparison::AtMost),
        (&["minimum", "of"], Comparison::AtLeast),
        (&["maximum", "of"], Comparison::AtMost),
        (&["more", "than", "or", "equal", "to"], Comparison::AtLeast),
        (
            &["greater", "than", "or", "equal", "to"],
            Comparison::AtLeast,
        ),
        (&["less", "than", "or", "equal", "to"], Comparison::AtMost),
        (&["equal", "to"], Comparison::Equal),
        (&["equals"], Comparison::Equal),
        (&["not", "equal", "to"], Comparison::NotEqual),
        (&["not", "equal"], Comparison::NotEqual),
        (&["does", "not", "equal", "to"], Comparison::NotEqual),
        (&["does", "not", "equal"], Comparison::NotEqual),
        (&["is", "not", "equal", "to"], Comparison::NotEqual),
        (&["exactly"], Comparison::Equal),
        (&["above"], Comparison::More),
        (&["over"], Comparison::More),
        (&["below"], Comparison::Less),
        (&["under"], Comparison::Less),
        (&["higher", "than"], Comparison::More),
        (&["lower", "than"], Comparison::Less),
        (&["is"], Comparison::Equal),
    ];
    // "not above 5", "does not reach 10" turn a comparison round.
    if let Some(end) = negation(tokens, at) {
        let turned = fixed_words(tokens, end)
            .into_iter()
            .map(|(end, comparison, stems)| (end, opposite(comparison), stems));
        let turned: Vec<Opened> = turned.collect();
        if !turned.is_empty() {
            return turned;
        }
    }
    let mut opened: Vec<Opened> = pairs
        .into_iter()
        .filter_map(|(words, comparison)| {
            let end = matched(tokens, at, words)?;
            Some((end, comparison, &[] as &[&str]))
        })
        .collect();
    if let Some(comparison) = lexicon::comparison_word(&tokens[at].word) {
        opened.push((at + 1, comparison, &[]));
    }
    opened
}

/// Returns the end of "not" or "does not" at a token.
fn negation(tokens: &[Token], at: usize) -> Option<usize> {
    const VERBS: &str = "does do did is are was were has have";
    if at >= tokens.len() {
        None
    } else if tokens[at].is("not never") {
        Some(at + 1)
    } else if tokens[at].is(VERBS) && word(tokens, at + 1) == "not" {
        Some(at + 2)
    } else {
        None
    }
    .filter(|end| *end < tokens.len())
}

fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::More => Comparison::AtMost,
        Comparison::AtLeast => Comparison::Less,
        Comparison::Less => Comparison::AtLeast,
        Comparison::AtMost => Comparison::More,
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
    }
}

fn direction(high: bool) -> Comparison {
    if high {
        Comparison::More
    } else {
        Comparison::Less
    }
}

/// Adjectives in their second form; those that no number follows compare with something else.
fn comparatives(tokens: &[Token], at: usize, found: &mut Found) -> Option<Opened> {
    let mut opened = None;
    if let Some(adjective) = lexicon::comparative(&tokens[at].word) {
        let comparison = direction(adjective.high);
        let stems = adjective.stems;
        let than = word(tokens, at + 1) == "than";
        opened = than.then_some((at + 2, comparison, stems));
        let followed = if than { at + 2 } else { at + 1 };
        if number(tokens, followed).is_none() {
            found.push((at + 1, Item::CompareWord { comparison, stems }, 0.2));
        }
    }
    // "do more expensive hotels get better ratings": two words for one comparative, and one that needs its noun.
    if let Some(plain) = tokens
        .get(at + 1)
        .filter(|_| tokens[at].is("more less"))
        .and_then(|next| lexicon::plain_adjective(&next.word))
    {
        let comparison = direction(plain.high == tokens[at].is("more"));
        let stems = plain.stems;
        found.push((at + 2, Item::CompareWord { comparison, stems }, 0.1));
    }
    if tokens[at].is("better worse")
        && tokens.first().is_some_and(|first| first.is("do does did"))
        && !tokens.iter().any(|token| token.is("than"))
    {
        let comparison = Comparison::More;
        let stems = &[];
        found.push((at + 1, Item::CompareWord { comparison, stems }, 0.2));
    }
    opened
}

/// Skips words between "more than" and its number that say nothing: "more than about 5 dollars".
fn behind_articles(tokens: &[Token], mut end: usize) -> usize {
    while matches!(
        word(tokens, end),
        "the" | "a" | "an" | "about" | "dollar" | "euro" | "long" | "term" | "its" | "their"
    ) {
        end += 1;
    }
    end
}

/// "longer than half an hour", "more than an hour".
fn parts_of_units(tokens: &[Token], opened: Opened, found: &mut Found) {
    let end = opened.0;
    let unit = |at: usize| tokens.get(at).and_then(|token| units::spoken(&token.word));
    if word(tokens, end) == "half"
        && matches!(word(tokens, end + 1), "a" | "an")
        && let Some(unit) = unit(end + 2)
    {
        found.push((end + 3, compare(opened, 0.5, None, Some(unit)), 0.0));
    }
    if number(tokens, end).is_none()
        && matches!(word(tokens, end.wrapping_sub(1)), "a" | "an")
        && let Some(unit) = unit(end)
    {
        found.push((end + 1, compare(opened, 1.0, None, Some(unit)), 0.05));
    }
}

/// "more than 5 kg", "over 60 years old", "more than 5 minutes late".
fn against_number(tokens: &[Token], at: usize, opened: Opened, found: &mut Found) {
    let (end, comparison, stems) = opened;
    let Some(low) = number(tokens, end) else {
        return;
    };
    let unit_at = unit_behind(tokens, end + 1);
    // "is 5" and "within 2024" are no conditions on a quantity; "is 5 kg" and "within 5 minutes" are.
    let needs_unit =
        comparison == Comparison::Equal && word(tokens, at) == "is" || word(tokens, at) == "within";
    if needs_unit && unit_at.is_none() {
        return;
    }
    let before = tokens
        .get(end.wrapping_sub(1))
        .and_then(|token| units::unit(&token.word));
    let after = if unit_at.is_some() { end + 2 } else { end + 1 };
    let after = match (word(tokens, after), word(tokens, after + 1)) {
        ("old", _) => after + 1,
        ("years", "old") => after + 2,
        _ => after,
    };
    let measured = unit_at.and(lexicon::measured_adjective(word(tokens, after)));
    let (after, stems) = measured.map_or((after, stems), |stems| (after + 1, stems));
    let item = compare((end, comparison, stems), low, None, unit_at.or(before));
    found.push((after, item, 0.05));
}

/// "above the company average", "than usual", "below the median".
fn against_average(tokens: &[Token], (end, comparison, _): Opened, found: &mut Found) {
    let mut at = end;
    while matches!(
        word(tokens, at),
        "overall"
            | "long"
            | "term"
            | "global"
            | "general"
            | "total"
            | "whole"
            | "company"
            | "national"
            | "country"
            | "state"
            | "city"
            | "industry"
    ) {
        at += 1;
    }
    let aggregate = match word(tokens, at) {
        "average" | "mean" | "avg" => Aggregate::Mean,
        "usual" | "normal" if word(tokens, end.wrapping_sub(1)) == "than" => Aggregate::Mean,
        "median" => Aggregate::Median,
        _ => return,
    };
    found.push((at + 1, Item::AgainstAverage(comparison, aggregate), 0.05));
}

/// "between 2 and 3 kg", "in the range of 5 to 10".
fn between(tokens: &[Token], at: usize, found: &mut Found) {
    let first = if word(tokens, at) == "between" {
        Some(at + 1)
    } else {
        [
            &["in", "the", "range", "of"][..],
            &["in", "the", "range", "from"],
            &["in", "the", "range", "between"],
            &["in", "the", "range"],
            &["ranging", "from"],
            &["anywhere", "between"],
        ]
        .iter()
        .find_map(|words| matched(tokens, at, words))
    };
    let Some(first) = first else { return };
    // "between 15 dollars and 25 dollars": the unit may stand behind both.
    let own_unit = unit_behind(tokens, first + 1);
    let and = first + 1 + usize::from(own_unit.is_some());
    if !matches!(word(tokens, and), "and" | "to" | "..") {
        return;
    }
    let (Some(low), Some(high)) = (number(tokens, first), number(tokens, and + 1)) else {
        return;
    };
    let last_unit = unit_behind(tokens, and + 2);
    if own_unit.is_some() && last_unit.is_some() && own_unit != last_unit {
        return;
    }
    let unit_at = last_unit.or(own_unit);
    let end = and + 2 + usize::from(last_unit.is_some());
    // "between 2015 and 2023" is rather a time.
    let cost = if unit_at.is_none() && is_year(low) && is_year(high) {
        0.6
    } else {
        0.05
    };
    let opened = (end, Comparison::AtLeast, &[] as &[&str]);
    let low = in_scale_of(low, high);
    found.push((end, compare(opened, low, Some(high), unit_at), cost));
}

/// "100-150 hp", "from 100 to 120 million": two numbers without "between".
fn number_range(tokens: &[Token], at: usize, found: &mut Found) {
    let first = at + usize::from(matches!(word(tokens, at), "from" | "of" | "with"));
    let joins: &[&str] = if first > at {
        &["..", "to", "through", "till", "until"]
    } else {
        &[".."]
    };
    // "from 5 up to 10".
    let up = usize::from(word(tokens, first + 1) == "up");
    if !joins.contains(&word(tokens, first + 1 + up)) {
        return;
    }
    let (Some(low), Some(high)) = (number(tokens, first), number(tokens, first + 2 + up)) else {
        return;
    };
    if is_year(low) && is_year(high) || high <= in_scale_of(low, high) {
        return;
    }
    let unit = unit_behind(tokens, first + 3 + up);
    let end = first + 3 + up + usize::from(unit.is_some());
    let opened = (end, Comparison::AtLeast, &[] as &[&str]);
    let low = in_scale_of(low, high);
    let cost = if unit.is_some() { 0.05 } else { 0.3 };
    found.push((end, compare(opened, low, Some(high), unit), cost));
}

/// The low end of a range whose scale is said only once: "100 to 120 million".
fn in_scale_of(low: f64, high: f64) -> f64 {
    let scale = [1e9, 1e6, 1e3]
        .into_iter()
        .find(|scale| low > 0.0 && low < 1e3 && high >= *scale && high / scale < 1e3);
    scale
        .filter(|scale| low < high / scale && *scale > 1e3)
        .map_or(low, |scale| low * scale)
}

/// "60 or older", "5 kg or more".
fn number_first(tokens: &[Token], at: usize, found: &mut Found) {
    let Some(low) = number(tokens, at) else {
        return;
    };
    let unit_at = unit_behind(tokens, at + 1);
    // "92 points or more": what is rated has points or stars.
    let is_rated = tokens
        .get(at + 1)
        .is_some_and(|token| token.is("point points star stars mark marks"));
    let after = if unit_at.is_some() || is_rated {
        at + 2
    } else {
        at + 1
    };
    let comparison = match (word(tokens, after), word(tokens, after + 1)) {
        ("or" | "and", "more" | "older" | "above" | "over" | "higher" | "greater" | "up") => {
            Comparison::AtLeast
        }
        ("or" | "and", "less" | "fewer" | "younger" | "below" | "under" | "lower") => {
            Comparison::AtMost
        }
        _ => return,
    };
    let stems: &'static [&'static str] = if matches!(word(tokens, after + 1), "older" | "younger") {
        &["age"]
    } else if is_rated {
        &["point", "star", "score", "rate", "mark", "grade"]
    } else {
        &[]
    };
    let opened = (after, comparison, stems);
    found.push((after + 2, compare(opened, low, None, unit_at), 0.05));
}

/// "fewer than half of the people", "over a third", "under an hour and a half".
fn fractions(
    tokens: &[Token],
    end: usize,
    (comparison, stems): (Comparison, &'static [&'static str]),
    found: &mut Vec<(usize, Item, f64)>,
) {
    let word = |at: usize| tokens.get(at).map_or("", |t| t.word.as_str());
    let mut add = |end: usize, low: f64, unit: Option<units::Unit>| {
        let high = None;
        let item = Item::Compare {
            comparison,
            low,
            high,
            unit,
            stems,
        };
        found.push((end, item, -0.05));
    };
    let share = match (word(end), word(end + 1)) {
        ("half", "of" | "the" | "are" | "is" | "") => Some(50.0),
        ("third", "of") => Some(100.0 / 3.0),
        ("quarter", "of") => Some(25.0),
        _ => None,
    };
    if let Some(low) = share {
        let of = usize::from(word(end + 1) == "of");
        add(end + 1 + of, low, units::unit("percent"));
    }
    let article = usize::from(word(end + 2) == "a");
    if let Some(unit) = units::unit(word(end))
        && word(end + 1) == "and"
        && word(end + 2 + article) == "half"
    {
        add(end + 3 + article, 1.5, Some(unit));
    }
}

/// Tells whether a number may be a year of our time.
fn is_year(number: f64) -> bool {
    number.fract() == 0.0 && (1_900.0..=2_100.0).contains(&number)
}

fn unit_behind(tokens: &[Token], at: usize) -> Option<units::Unit> {
    units::spoken(&tokens.get(at)?.word)
}
