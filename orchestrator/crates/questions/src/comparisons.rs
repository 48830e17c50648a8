//! Comparisons as they are written: "more than 30", "at least 5", "between 1 and 9".

use crate::dates;
use crate::plan::Comparison;
use crate::tokens::{Kind, Token};

const GREATER: &str = "more greater higher larger bigger over above exceeding exceed exceeds older longer taller heavier after later better beyond faster";
const LESS: &str = "less fewer lower smaller below under younger shorter lighter cheaper before earlier slower worse";
const ALONE: &str =
    "over above exceeding exceed exceeds after beyond below under before since until";

/// A comparison in the question, before its column is known.
pub struct Found {
    pub start: usize,
    pub end: usize,
    pub test: Bound,
}

pub enum Bound {
    One(Comparison, f64),
    Average(Comparison),
    Range(f64, f64),
    Exactly(f64),
    Day(Comparison, String),
    Days(String, String),
}

/// The comparison that begins at a token.
pub fn comparison(tokens: &[Token], taken: &[bool], at: usize) -> Option<Found> {
    days(tokens, at).or_else(|| numbers(tokens, taken, at))
}

/// "Before 2002-06-21", "between May 2019 and June 2020", "in March 2021".
fn days(tokens: &[Token], at: usize) -> Option<Found> {
    let token = &tokens[at];
    let first = dates::at(tokens, at + 1)?;
    let end = at + 1 + first.length;
    if token.is("between from") {
        let to = tokens
            .get(end)
            .filter(|t| t.is("and to until till through"));
        if let Some(last) = to.and_then(|_| dates::at(tokens, end + 1)) {
            let test = Bound::Days(first.first, last.last);
            return Some(Found {
                start: at,
                end: end + 1 + last.length,
                test,
            });
        }
    }
    let test = match () {
        () if token.is("before <") => Bound::Day(Comparison::Less, first.first),
        () if token.is("after >") => Bound::Day(Comparison::Greater, first.last),
        () if token.is("since from >=") => Bound::Day(Comparison::GreaterOrEqual, first.first),
        () if token.is("until by till <=") => Bound::Day(Comparison::LessOrEqual, first.last),
        () if token.is("in on during of for =") => Bound::Days(first.first, first.last),
        () => return None,
    };
    Some(Found {
        start: at,
        end,
        test,
    })
}

fn numbers(tokens: &[Token], taken: &[bool], at: usize) -> Option<Found> {
    let number = |index: usize| {
        tokens
            .get(index)
            .filter(|_| !taken.get(index).copied().unwrap_or(true))
            .and_then(|t| t.number)
    };
    let token = &tokens[at];
    let word = |index: usize, words: &str| tokens.get(index).is_some_and(|t| t.is(words));
    if token.kind == Kind::Operator {
        let comparison = match token.text.as_str() {
            ">" => Comparison::Greater,
            ">=" | "≥" => Comparison::GreaterOrEqual,
            "<" => Comparison::Less,
            "<=" | "≤" => Comparison::LessOrEqual,
            "!=" | "<>" | "≠" => Comparison::NotEqual,
            _ => Comparison::Equal,
        };
        return number(at + 1).map(|n| Found {
            start: at,
            end: at + 2,
            test: Bound::One(comparison, n),
        });
    }
    let skip = match () {
        () if word(at, "range") && word(at + 1, "of from between") => 1,
        () if word(at, "between") || (word(at, "from") && number(at + 1).is_some()) => 0,
        () => usize::MAX,
    };
    if skip < usize::MAX {
        let from = at + 1 + skip;
        let low = number(from)?;
        let end = (from + 1..tokens.len().min(from + 5))
            .find(|&index| tokens[index].is("and to until till"))?;
        let high = number(end + 1)?;
        return Some(Found {
            start: at,
            end: end + 2,
            test: Bound::Range(low.min(high), low.max(high)),
        });
    }
    if word(at, "at") && word(at + 1, "least most") {
        let comparison = if word(at + 1, "least") {
            Comparison::GreaterOrEqual
        } else {
            Comparison::LessOrEqual
        };
        return number(at + 2).map(|n| Found {
            start: at,
            end: at + 3,
            test: Bound::One(comparison, n),
        });
    }
    let greater = token.is(GREATER);
    if greater || token.is(LESS) {
        let mut next = at + 1;
        let than = word(next, "than");
        next += usize::from(than);
        let equal = word(next, "or") && word(next + 1, "equal equals");
        if equal {
            next += 2 + usize::from(word(next + 2, "to")) + usize::from(word(next + 2, "than"));
        }
        while word(next, "the a an its their") {
            next += 1;
        }
        let negated = at > 0 && tokens[at - 1].is("no not");
        let comparison = match (greater != negated, equal != negated) {
            (true, false) => Comparison::Greater,
            (true, true) => Comparison::GreaterOrEqual,
            (false, false) => Comparison::Less,
            (false, true) => Comparison::LessOrEqual,
        };
        if (than || token.is("above below"))
            && (word(next, "average mean avg") || word(next, "overall"))
        {
            return Some(Found {
                start: at,
                end: next + 1,
                test: Bound::Average(comparison),
            });
        }
        if than || equal || token.is(ALONE) {
            let skip = usize::from(word(next, "year age"));
            return number(next + skip).map(|n| Found {
                start: at,
                end: next + skip + 1,
                test: Bound::One(comparison, n),
            });
        }
        return None;
    }
    if word(at, "since") {
        return number(at + 1).map(|n| Found {
            start: at,
            end: at + 2,
            test: Bound::One(Comparison::GreaterOrEqual, n),
        });
    }
    // "Does not equal to 40", "not equal 40", "is not 40".
    if word(at, "not") {
        let equal = usize::from(word(at + 1, "equal equals"));
        let to = usize::from(equal > 0 && word(at + 2, "to"));
        let n = number(at + 1 + equal + to)?;
        let end = at + 2 + equal + to;
        let test = Bound::One(Comparison::NotEqual, n);
        return Some(Found {
            start: at,
            end,
            test,
        });
    }
    // "5 or more", "10 or less".
    let value = number(at)?;
    if word(at + 1, "or") && (word(at + 2, GREATER) || word(at + 2, LESS)) {
        let comparison = if word(at + 2, GREATER) {
            Comparison::GreaterOrEqual
        } else {
            Comparison::LessOrEqual
        };
        return Some(Found {
            start: at,
            end: at + 3,
            test: Bound::One(comparison, value),
        });
    }
    if at > 0 && word(at - 1, "exactly equals") {
        return Some(Found {
            start: at,
            end: at + 1,
            test: Bound::Exactly(value),
        });
    }
    None
}
