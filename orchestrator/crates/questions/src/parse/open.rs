//! Phrases with numbers in them and open classes of words: superlatives, comparisons, windows.

use super::comparisons::comparisons;
use super::items::Item;
use super::patterns::matched;
use super::peaks::peak;
use super::windows::windows;
use crate::language::{Kind, Token, lexicon, units};
use crate::link::related;
use crate::plan::{Aggregate, Comparison};

pub(super) const COMMON_HIGH: lexicon::Adjective = lexicon::Adjective {
    high: true,
    stems: &["#count"],
};
pub(super) const COMMON_LOW: lexicon::Adjective = lexicon::Adjective {
    high: false,
    stems: &["#count"],
};

/// Phrases with numbers in them and open classes of words.
pub(super) fn open(tokens: &[Token], at: usize) -> Vec<(usize, Item, f64)> {
    let mut found = Vec::new();
    let token = &tokens[at];
    if token.kind == Kind::Break {
        return vec![(at + 1, Item::Break, 0.0)];
    }
    if let Some(unit) = lexicon::time_unit(&token.word) {
        found.push((at + 1, Item::Unit(unit), 0.1));
        // "year by year", "month for month".
        if tokens.get(at + 1).is_some_and(|t| t.is("by for after"))
            && tokens.get(at + 2).is_some_and(|t| t.word == token.word)
        {
            found.push((at + 3, Item::Unit(unit), 0.05));
        }
    }
    // "how much heavier", "how many more women than men".
    if token.is("how")
        && tokens.get(at + 1).is_some_and(|next| next.is("much many"))
        && let Some(next) = tokens.get(at + 2)
        && lexicon::comparative(&next.word).is_some()
        && tokens[at + 2..].iter().any(|token| token.is("than"))
    {
        let end = if next.is("more less fewer higher lower greater") {
            at + 3
        } else {
            at + 2
        };
        found.push((end, Item::Difference, -0.2));
    }
    // "first year with more than 500", "the last month when it was below 0".
    if token.is("first earliest last latest")
        && let Some(unit) = tokens
            .get(at + 1)
            .and_then(|next| lexicon::time_unit(&next.word))
        && tokens
            .get(at + 2)
            .is_some_and(|next| next.is("with when where that in which having it above below over"))
    {
        let last = token.is("last latest");
        found.push((at + 2, Item::EdgePeriod { unit, last }, 0.0));
    }
    // "accounts with a negative balance".
    if token.is("negative positive") {
        let comparison = if token.is("negative") {
            Comparison::Less
        } else {
            Comparison::More
        };
        let item = Item::Compare {
            comparison,
            low: 0.0,
            high: None,
            unit: None,
            stems: &[],
        };
        found.push((at + 1, item, 0.3));
    }
    // "getting bigger", "become slower".
    if token.is("getting becoming get become gotten grown became")
        && let Some(adjective) = tokens
            .get(at + 1)
            .and_then(|next| lexicon::comparative(&next.word))
    {
        let item = if adjective.high {
            Item::Increase
        } else {
            Item::Decrease
        };
        found.push((at + 2, item, 0.05));
    }
    // "lost the most members between 2015 and 2024": a change, where two times are said.
    if token.is("lost lose loses losing gained gain gains gaining")
        && tokens.iter().any(|other| other.is("between since from"))
        && tokens.iter().any(|other| {
            other
                .number
                .is_some_and(|number| (1500.0..2200.0).contains(&number))
        })
    {
        let item = if token.word.starts_with("gain") {
            Item::Increase
        } else {
            Item::Decrease
        };
        found.push((at + 1, item, 0.1));
    }
    found.extend(consequence(tokens, at));
    // "name the three zones": an imperative, where elsewhere "name" is a column.
    let is_order = |more: usize| {
        tokens.get(at + more).is_some_and(|next| {
            next.is("the all every each") || next.number.is_some() && next.kind == Kind::Number
        })
    };
    if at == 0 && token.is("name") && is_order(1) {
        found.push((at + 1, Item::Which, -0.1));
    }
    superlatives(tokens, at, &mut found);
    found.extend(peak(tokens, at));
    comparisons(tokens, at, &mut found);
    found.extend(windows(tokens, at));
    found.extend(percentile(tokens, at));
    if let Some(number) = token.number.filter(|_| token.kind != Kind::Date) {
        found.push((at + 1, Item::Number(number), 0.2));
        let word = |more: usize| tokens.get(at + more).map_or("", |t| t.word.as_str());
        if token.ordinal && word(1) != "percentile" {
            found.push((at + 1, Item::Nth(number as u32), 0.1));
        }
        // "in 2nd place".
        if token.ordinal && word(1) == "place" {
            found.push((at + 2, Item::Nth(number as u32), 0.0));
        }
        if matches!(word(1), "bins" | "buckets" | "intervals") {
            found.push((at + 2, Item::BinCount(number as u32), 0.05));
        }
    }
    // "second largest", "came third", "in fourth place".
    let is_placed = at.checked_sub(1).is_some_and(|before| {
        tokens[before].is("came come comes coming finished finishes ranked ranks placed")
    });
    let has_place = tokens.get(at + 1).is_some_and(|next| next.is("place"));
    if let Some(n) = lexicon::ordinal_word(&token.word).filter(|n| *n > 1)
        && (is_placed
            || has_place
            || tokens
                .get(at + 1)
                .is_some_and(|next| lexicon::superlative(&next.word).is_some()))
    {
        found.push((at + 1 + usize::from(has_place), Item::Nth(n), 0.05));
    }
    for words in [
        &["bin", "size"][..],
        &["bin", "width"],
        &["steps", "of"],
        &["intervals", "of"],
        &["bins", "of"],
        &["buckets", "of"],
        &["interval", "of"],
        &["bands", "of"],
        &["brackets", "of"],
        &["groups", "of"],
        &["classes", "of"],
    ] {
        if let Some(end) = matched(tokens, at, words)
            && let Some(number) = tokens.get(end).and_then(|t| t.number)
        {
            let end = if tokens
                .get(end + 1)
                .is_some_and(|t| units::unit(&t.word).is_some() || t.is("years"))
            {
                end + 2
            } else {
                end + 1
            };
            found.push((end, Item::BinWidth(number), 0.05));
        }
    }
    found
}

/// Returns the superlative of what most or fewest rows have.
fn common(word: &Token) -> lexicon::Adjective {
    if word.is("most") {
        COMMON_HIGH
    } else {
        COMMON_LOW
    }
}

/// "top 10", "the 5 highest", "heaviest 3", "top 10 percent", "most expensive".
fn superlatives(tokens: &[Token], at: usize, found: &mut Vec<(usize, Item, f64)>) {
    let number_at = |at: usize| {
        tokens
            .get(at)
            .and_then(|t| t.number)
            .filter(|n| *n >= 1.0 && *n <= 1000.0 && n.fract() == 0.0)
    };
    let percent_at = |at: usize| tokens.get(at).is_some_and(|t| t.is("percent"));
    let (leading, start) =
        match number_at(at).filter(|_| tokens.get(at).is_some_and(|t| !t.ordinal)) {
            Some(number) => (Some(number as u32), at + 1),
            None => (None, at),
        };
    let Some(word) = tokens.get(start) else {
        return;
    };
    let mut made: Vec<(usize, lexicon::Adjective)> = Vec::new();
    let by_relatives = || related::adjective(word).filter(|_| word.word.ends_with("est"));
    if let Some(adjective) = lexicon::superlative(&word.word).or_else(by_relatives) {
        made.push((start + 1, adjective));
    }
    if word.is("most least")
        && tokens
            .get(start + 1)
            .is_some_and(|next| next.is("common frequent often"))
    {
        made.push((start + 2, common(word)));
    }
    // "The main cause of damage" is the one that most rows have; a main road or a main course is no frequency.
    if word.is("main")
        && tokens.get(start + 1).is_some_and(|next| {
            next.is("cause causes reason reasons problem problems complaint complaints source sources purpose purposes")
        })
    {
        made.push((start + 1, COMMON_HIGH));
    }
    // "The most new cars" are many, and not the newest: short adjectives have forms of their own.
    let is_short = tokens
        .get(start + 1)
        .is_some_and(|next| next.is("new old young big large small long short high low fast slow"));
    if word.is("most least")
        && !is_short
        && let Some(plain) = tokens.get(start + 1).and_then(|next| {
            lexicon::plain_adjective(&next.word).or_else(|| related::adjective(next))
        })
    {
        made.push((
            start + 2,
            lexicon::Adjective {
                high: plain.high == word.is("most"),
                stems: plain.stems,
            },
        ));
    }
    if leading.is_none() && word.is("first last") {
        return;
    }
    // "The most popular names" are counted where nothing tells how popular a name is.
    let is_liked = tokens
        .get(start + 1)
        .is_some_and(|next| next.is("popular worn chosen picked prescribed ordered"));
    if word.is("most least") && is_liked {
        let item = Item::Superlative {
            adjective: common(word),
            n: leading,
            percent: None,
        };
        found.push((start + 2, item, 0.7));
    }
    for (end, adjective) in made {
        // "Average height by team, tallest first".
        let closes = |at: usize| tokens.get(at).is_none_or(|next| next.kind == Kind::Break);
        if leading.is_none()
            && tokens.get(end).is_some_and(|next| next.is("first"))
            && closes(end + 1)
        {
            let descending = Some(adjective.high);
            found.push((end + 1, Item::Order { descending }, 0.05));
        }
        // "highest 90th percentile" says which percentile, and not how many.
        let is_ordinal = tokens.get(end).is_some_and(|token| token.ordinal);
        let trailing = number_at(end).filter(|_| leading.is_none() && !is_ordinal);
        match trailing {
            Some(number) if percent_at(end + 1) => found.push((
                end + 2,
                Item::Superlative {
                    adjective,
                    n: None,
                    percent: Some(number),
                },
                0.05,
            )),
            Some(number) => found.push((
                end + 1,
                Item::Superlative {
                    adjective,
                    n: Some(number as u32),
                    percent: None,
                },
                0.05,
            )),
            None => found.push((
                end,
                Item::Superlative {
                    adjective,
                    n: leading,
                    percent: None,
                },
                0.1,
            )),
        }
    }
}

/// "do higher waves lead to longer delays", "does a big budget mean a good score", "does a garage raise the price": two quantities
/// are related, or the rows with something are compared with the others.
fn consequence(tokens: &[Token], at: usize) -> Option<(usize, Item, f64)> {
    let asks = tokens.first()?.is("do does did");
    let next = tokens.get(at + 1)?;
    // "Does the mean price differ" speaks of an average.
    let is_verb = next.is("a an that") || lexicon::comparative(&next.word).is_some();
    let length = if tokens[at].is("mean means imply implies") && is_verb {
        1
    } else if tokens[at].is("lead leads led result results resulted translate translates")
        && next.is("to in into")
    {
        2
    } else if tokens[at].is("raise raises increase increases boost boosts lower lowers reduce reduces")
        // "Did sales increase in March" has no object.
        && next.is("the their its your")
        && at > 1
    {
        1
    } else {
        return None;
    };
    asks.then_some((at + length, Item::Versus, -0.05))
}

/// "90th percentile of", "90 % percentile", "percentile 90", "p90".
fn percentile(tokens: &[Token], at: usize) -> Option<(usize, Item, f64)> {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.word.as_str());
    let number = |at: usize| {
        let number = tokens
            .get(at)
            .filter(|token| token.kind != Kind::Date)?
            .number?;
        (0.0..=100.0).contains(&number).then_some(number)
    };
    let is_name = |at: usize| matches!(word(at), "percentile" | "percentiles" | "quantile");
    let (percentile, end) = if let Some(number) = number(at) {
        let signs = usize::from(matches!(word(at + 1), "th" | "percent"));
        (number, is_name(at + 1 + signs).then_some(at + 2 + signs)?)
    } else if is_name(at) {
        (number(at + 1)?, at + 2)
    } else {
        let digits = word(at).strip_prefix('p')?;
        let number: f64 = digits.parse().ok()?;
        (digits.len() == 2).then_some((number, at + 1))?
    };
    let end = end + usize::from(word(end) == "of");
    let item = Item::Aggregate(Aggregate::Percentile { percentile });
    Some((end, item, 0.05))
}
