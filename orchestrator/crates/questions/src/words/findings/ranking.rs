//! Which group leads, and by how much.

use crate::chart::is_additive;
use crate::plan::{Measure, Select};

use super::super::numbers::percent;
use super::super::{capitalized, joined};
use super::sentences::{Ends, Facts, ends, names_of};
use super::shape::Rows;

/// "has the most penguins", "has the highest average body mass".
fn leads(rows: &Rows<'_>, lowest: bool, several: bool) -> String {
    let verb = if several { "have" } else { "has" };
    let words = rows.measure_words(0);
    if rows.counts() {
        let things = words
            .strip_prefix("number of ")
            .unwrap_or(&words)
            .to_owned();
        let word = if lowest { "fewest" } else { "most" };
        return format!("{verb} the {word} {things}");
    }
    let word = if lowest { "lowest" } else { "highest" };
    if let Some(plain) = words.strip_prefix("total ") {
        return format!("{verb} the {word} total {plain}");
    }
    // The highest of the highest prices is the highest price; the lowest of them is the lowest maximum price.
    if words
        .strip_prefix(word)
        .is_some_and(|rest| rest.starts_with(' '))
    {
        return format!("{verb} the {words}");
    }
    let words = if let Some(plain) = words.strip_prefix("highest ") {
        format!("maximum {plain}")
    } else if let Some(plain) = words.strip_prefix("lowest ") {
        format!("minimum {plain}")
    } else {
        words
    };
    format!("{verb} the {word} {words}")
}

pub fn ranking(rows: &Rows<'_>) -> Facts {
    let pairs = rows.pairs(0);
    let words = rows.measure_words(0);
    let Some(Ends { low, high }) = ends(&pairs) else {
        return Facts {
            sentences: vec![format!("No group has a value for the {words}.")],
            ..Facts::default()
        };
    };
    let shown = |value: f64| rows.shown(value, 0);
    let summary = format!(
        "It shows {} values, from {} ({}) to {} ({}).",
        pairs.len(),
        shown(low.1),
        low.0,
        shown(high.1),
        high.0
    );
    let lowest = asks_for_lowest(rows);
    let first = if lowest { low } else { high };
    let last = if lowest { high } else { low };
    let tied = pairs.iter().filter(|pair| pair.1 == first.1).count();
    let nth = match rows.plan.select.as_ref().map(|part| &part.value) {
        Some(Select::Nth { n, .. }) => Some(*n),
        _ => None,
    };
    if pairs.len() == 1 && rows.plan.select.is_none() {
        return Facts {
            title: Some(format!(
                "{}: {} for {}",
                capitalized(&words),
                shown(first.1),
                first.0
            )),
            sentences: vec![format!(
                "The {words} is {} for {}; there is no other group.",
                rows.bold(first.1, 0),
                first.0
            )],
            summary,
        };
    }
    if let Some(n) = nth {
        return Facts {
            title: Some(format!("{} is number {n}: {}", first.0, shown(first.1))),
            sentences: vec![format!(
                "Number {n} by {words} is {} with {}.",
                first.0,
                rows.bold(first.1, 0)
            )],
            summary,
        };
    }
    if tied == pairs.len() && pairs.len() > 1 {
        return Facts {
            title: Some(format!(
                "{} is the same everywhere: {}",
                capitalized(&words),
                shown(first.1)
            )),
            sentences: vec![format!(
                "The {words} is {} for {}.",
                rows.bold(first.1, 0),
                match pairs.as_slice() {
                    [_, _] | [_, _, _] => {
                        let names: Vec<String> =
                            pairs.iter().map(|(name, _)| name.clone()).collect();
                        joined(&names, "and")
                    }
                    _ => format!("each of the {} groups", pairs.len()),
                }
            )],
            summary,
        };
    }
    let name = names_of(&pairs, first.1);
    let leads = leads(rows, lowest, tied > 1);
    let share = share_of_leader(rows, &pairs, high)
        .map(|share| format!(", {share}"))
        .unwrap_or_default();
    let mut sentences = vec![format!(
        "{} {leads}: {}{share}.",
        capitalized(&name),
        rows.bold(first.1, 0)
    )];
    if pairs.len() > 1 {
        let end = if lowest { "highest" } else { "lowest" };
        // The list is cut off, so its last entry is not the lowest of all.
        let end = if rows.frame.kept.is_some() || rows.frame.rest_after.is_some() {
            "last of those shown"
        } else {
            end
        };
        let is_tie = pairs.iter().filter(|pair| pair.1 == last.1).count() > 1;
        let verb = if is_tie { "are" } else { "is" };
        sentences.push(format!(
            "{} {verb} {end} with {}.",
            capitalized(&names_of(&pairs, last.1)),
            rows.bold(last.1, 0)
        ));
    }
    Facts {
        title: Some(format!(
            "{} {leads}: {}",
            capitalized(&name),
            shown(first.1)
        )),
        sentences,
        summary,
    }
}

pub fn asks_for_lowest(rows: &Rows<'_>) -> bool {
    let ascending = rows.plan.order.first().is_some_and(|part| {
        !part.value.descending
            && matches!(part.value.by, crate::plan::OrderBy::Measure { index: 0 })
    });
    match rows.plan.select.as_ref().map(|part| &part.value) {
        Some(
            Select::Top { descending, .. }
            | Select::TopPercent { descending, .. }
            | Select::Nth { descending, .. },
        ) => !descending,
        // An ascending order asks for the lowest only where the question says so.
        _ => {
            ascending
                && matches!(
                    rows.plan.order[0].provenance,
                    crate::plan::Provenance::Words { .. }
                )
        }
    }
}

/// Returns the leader's share of all groups: "56% of all **10,000**". None unless the rows are the whole.
fn share_of_leader(
    rows: &Rows<'_>,
    pairs: &[(String, f64)],
    high: &(String, f64),
) -> Option<String> {
    let is_whole = rows.frame.kept.is_none()
        && rows.frame.rest_after.is_none()
        && rows.plan.having.is_empty()
        && rows.plan.select.is_none()
        && !rows.result.truncated;
    // Shares are parts of a whole already, and the values of single rows may have no sum.
    let adds = is_additive(rows.plan)
        && !matches!(
            rows.plan.measures.first()?.value,
            Measure::Share { .. } | Measure::Raw { .. }
        );
    let sum: f64 = pairs.iter().map(|pair| pair.1).sum();
    let tied = pairs.iter().filter(|pair| pair.1 == high.1).count();
    // A negative part would make the share of the leader too large.
    (is_whole
        && adds
        && sum > 0.0
        && tied == 1
        && pairs.len() > 1
        && pairs.iter().all(|pair| pair.1 >= 0.0))
    .then(|| format!("{} of all {}", percent(high.1 / sum), rows.bold(sum, 0)))
    .filter(|_| !asks_for_lowest(rows))
}
