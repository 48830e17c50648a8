//! Sentences about the rows that are worth saying.

use crate::chart::is_additive;
use crate::plan::{Measure, Select, Shape};
use crate::sql::{GroupKind, REST};

use super::super::numbers::{number, percent};
use super::super::{capitalized, entity_plural, label};
use super::shape::Rows;

/// A headline, sentences and a description of the rows.
#[derive(Default)]
pub struct Facts {
    pub title: Option<String>,
    pub sentences: Vec<String>,
    pub summary: String,
}

pub fn facts(rows: &Rows<'_>) -> Facts {
    let plan = rows.plan;
    match plan.shape {
        Shape::Map => {
            let dots = number(count(rows.len()));
            return Facts {
                sentences: vec![format!("The map shows **{dots}** {}.", entity_plural(plan))],
                summary: format!("It has {dots} dots."),
                title: None,
            };
        }
        Shape::Relation => return relation(rows),
        Shape::Distribution => return spread(rows),
        Shape::Rows => return listed_rows(rows),
        Shape::Groups => {}
    }
    let kinds: Vec<&GroupKind> = rows.frame.groups.iter().map(|group| &group.kind).collect();
    match kinds.as_slice() {
        [] => single(rows),
        _ if rows.frame.measures.len() >= 2 => relation(rows),
        [GroupKind::Interval { .. }] => histogram(rows),
        [_] if rows.frame.groups[0].is_timeline() => timeline(rows),
        [GroupKind::Measures] => measures_compared(rows),
        [_] => ranking(rows),
        _ => several(rows),
    }
}

#[expect(clippy::cast_precision_loss, reason = "far fewer rows than 2^52")]
fn count(rows: usize) -> f64 {
    rows as f64
}

fn single(rows: &Rows<'_>) -> Facts {
    let mut sentences = Vec::new();
    let mut title = None;
    for at in 0..rows.frame.measures.len() {
        let words = rows.measure_words(at);
        match rows.value(0, at) {
            Some(value) if at == 0 => {
                let shown = rows.shown(value, at);
                let conditions = label(rows.plan);
                title = Some(format!("{}: {shown}", capitalized(&conditions)));
                sentences.push(format!("The {conditions} is **{shown}**."));
            }
            Some(value) => sentences.push(format!("The {words} is {}.", rows.bold(value, at))),
            None => sentences.push(format!("There is no value for the {words}.")),
        }
    }
    Facts {
        title,
        summary: String::new(),
        sentences,
    }
}

/// The highest and the lowest of named groups.
struct Ends<'p> {
    low: &'p (String, f64),
    high: &'p (String, f64),
}

fn ends(pairs: &[(String, f64)]) -> Option<Ends<'_>> {
    let low = pairs.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let high = pairs.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(Ends { low, high })
}

/// "Gentoo and Adelie", "Gentoo, Adelie and 3 more".
fn names_of(pairs: &[(String, f64)], value: f64) -> String {
    let names: Vec<&str> = pairs
        .iter()
        .filter(|pair| pair.1 == value)
        .map(|pair| pair.0.as_str())
        .collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first, second] => format!("{first} and {second}"),
        [first, second, rest @ ..] => format!("{first}, {second} and {} more", rest.len()),
    }
}

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
    format!("{verb} the {word} {words}")
}

fn ranking(rows: &Rows<'_>) -> Facts {
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
                "The {words} is {} for each of the {} groups.",
                rows.bold(first.1, 0),
                pairs.len()
            )],
            summary,
        };
    }
    let name = names_of(&pairs, first.1);
    let leads = leads(rows, lowest, tied > 1);
    let mut sentences = vec![format!(
        "{} {leads}: {}.",
        capitalized(&name),
        rows.bold(first.1, 0)
    )];
    if pairs.len() > 1 {
        let end = if lowest { "highest" } else { "lowest" };
        let end = if rows.frame.kept.is_some() || rows.frame.rest_after.is_some() {
            "last of those shown"
        } else {
            end
        };
        sentences.push(format!(
            "{} is {end} with {}.",
            capitalized(&names_of(&pairs, last.1)),
            rows.bold(last.1, 0)
        ));
    }
    sentences.extend(share_of_leader(rows, &pairs, high));
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

fn asks_for_lowest(rows: &Rows<'_>) -> bool {
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
        _ => {
            ascending
                && matches!(
                    rows.plan.order[0].provenance,
                    crate::plan::Provenance::Words { .. }
                )
        }
    }
}

/// A share of the whole can be told only where all of the whole is there.
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
    let adds = is_additive(rows.plan)
        && !matches!(
            rows.plan.measures.first()?.value,
            Measure::Share { .. } | Measure::Raw { .. }
        );
    let sum: f64 = pairs.iter().map(|pair| pair.1).sum();
    let tied = pairs.iter().filter(|pair| pair.1 == high.1).count();
    (is_whole
        && adds
        && sum > 0.0
        && tied == 1
        && pairs.len() > 1
        && pairs.iter().all(|pair| pair.1 >= 0.0))
    .then(|| {
        format!(
            "That is {} of all {}.",
            percent(high.1 / sum),
            rows.bold(sum, 0)
        )
    })
    .filter(|_| !asks_for_lowest(rows))
}

fn timeline(rows: &Rows<'_>) -> Facts {
    let mut pairs = rows.pairs(0);
    let words = rows.measure_words(0);
    let mut sentences = Vec::new();
    let (late, early) = rows.partial_ends();
    let adds = is_additive(rows.plan);
    let Some(all) = ends(&pairs) else {
        return Facts {
            sentences: vec![format!("No period has a value for the {words}.")],
            ..Facts::default()
        };
    };
    let summary = format!(
        "It runs over {} points from {} to {}, between {} and {}.",
        pairs.len(),
        pairs[0].0,
        pairs[pairs.len() - 1].0,
        rows.shown(all.low.1, 0),
        rows.shown(all.high.1, 0)
    );
    // A superlative over time asks for one period.
    if let Some(Select::Top {
        n: 1, descending, ..
    }) = rows.plan.select.as_ref().map(|part| &part.value)
    {
        let end = if *descending { "highest" } else { "lowest" };
        let first = &pairs[0];
        return Facts {
            title: Some(format!(
                "{} was {end} in {}: {}",
                capitalized(&words),
                first.0,
                rows.shown(first.1, 0)
            )),
            sentences: vec![format!(
                "The {words} was {end} in {}: {}.",
                first.0,
                rows.bold(first.1, 0)
            )],
            summary,
        };
    }
    // Descending order puts the newest first.
    if rows.plan.order.first().is_some_and(|part| {
        part.value.descending && matches!(part.value.by, crate::plan::OrderBy::Group { .. })
    }) {
        pairs.reverse();
    }
    let is_whole = rows.plan.conditions.is_empty();
    if adds && is_whole && early && pairs.len() > 2 {
        let (last, _) = pairs.remove(pairs.len() - 1);
        sentences.push(format!(
            "{} is not complete and not compared.",
            capitalized(&last)
        ));
    }
    if adds && is_whole && late && pairs.len() > 2 {
        let (first, _) = pairs.remove(0);
        sentences.push(format!(
            "{} is not complete and not compared.",
            capitalized(&first)
        ));
    }
    let (first, last) = (&pairs[0], &pairs[pairs.len() - 1]);
    if pairs.len() < 2 {
        return Facts {
            title: Some(format!(
                "{}: {} in {}",
                capitalized(&words),
                rows.shown(first.1, 0),
                first.0
            )),
            sentences: vec![format!(
                "There is one point only: {} in {}.",
                rows.bold(first.1, 0),
                first.0
            )],
            summary,
        };
    }
    let (title, sentence) = moved(rows, &words, first, last);
    sentences.insert(0, sentence);
    if let Some(Ends { low, high }) = ends(&pairs) {
        if high.0 != last.0 && high.0 != first.0 {
            sentences.insert(
                1,
                format!("It peaked in {} at {}.", high.0, rows.bold(high.1, 0)),
            );
        } else if low.0 != last.0 && low.0 != first.0 {
            sentences.insert(
                1,
                format!("It was lowest in {} at {}.", low.0, rows.bold(low.1, 0)),
            );
        }
    }
    Facts {
        title: Some(title),
        sentences,
        summary,
    }
}

fn moved(
    rows: &Rows<'_>,
    words: &str,
    first: &(String, f64),
    last: &(String, f64),
) -> (String, String) {
    let change = last.1 - first.1;
    let (from, to) = (rows.shown(first.1, 0), rows.shown(last.1, 0));
    if change == 0.0 || from == to {
        return (
            format!(
                "{} was the same in {} and {}: {from}",
                capitalized(words),
                first.0,
                last.0
            ),
            format!(
                "The {words} was **{from}** both in {} and in {}.",
                first.0, last.0
            ),
        );
    }
    let verb = if change > 0.0 { "rose" } else { "fell" };
    let is_percent = rows
        .frame
        .measures
        .first()
        .is_some_and(|column| column.percent);
    // Growth of a growth rate, or from nothing, is no figure that anyone could use.
    let size = (change / first.1).abs();
    let by = if first.1 > 0.0 && last.1 >= 0.0 && !is_percent && size < 20.0 {
        format!(" {}", percent(size))
    } else {
        String::new()
    };
    (
        format!(
            "{} {verb}{by} between {} and {}",
            capitalized(words),
            first.0,
            last.0
        ),
        format!(
            "The {words} {verb} from **{from}** in {} to **{to}** in {}{}.",
            first.0,
            last.0,
            if by.is_empty() {
                String::new()
            } else {
                format!(", by{by}")
            }
        ),
    )
}

fn histogram(rows: &Rows<'_>) -> Facts {
    let pairs = rows.pairs(0);
    let sum: f64 = pairs.iter().map(|pair| pair.1).sum();
    let Some(Ends { high, .. }) = ends(&pairs) else {
        return Facts::default();
    };
    let what = rows.frame.groups[0].name.to_lowercase();
    let share = if sum > 0.0 { high.1 / sum } else { 0.0 };
    Facts {
        title: Some(format!("{} is most often {}", capitalized(&what), high.0)),
        sentences: vec![format!(
            "{} of **{}** {} ({}) are in the interval {}.",
            rows.bold(high.1, 0),
            number(sum),
            entity_plural(rows.plan),
            percent(share),
            high.0
        )],
        summary: format!(
            "It has {} intervals; the first is {}, the last is {}.",
            pairs.len(),
            pairs[0].0,
            pairs[pairs.len() - 1].0
        ),
    }
}

fn measures_compared(rows: &Rows<'_>) -> Facts {
    let pairs = rows.pairs(0);
    let same_unit = rows.plan.measures.windows(2).all(|pair| {
        super::super::measure_unit(&pair[0].value) == super::super::measure_unit(&pair[1].value)
    });
    let listed: Vec<String> = pairs
        .iter()
        .map(|(name, value)| format!("{name}: {}", rows.bold(*value, 0)))
        .collect();
    let title = ends(&pairs)
        .filter(|ends| same_unit && ends.high.1 > ends.low.1 && pairs.len() > 1)
        .map(|ends| format!("{} is highest: {}", ends.high.0, rows.shown(ends.high.1, 0)));
    Facts {
        title,
        sentences: vec![format!("{}.", listed.join("; "))],
        summary: format!("It compares {} values.", pairs.len()),
    }
}

fn several(rows: &Rows<'_>) -> Facts {
    let words = rows.measure_words(0);
    let is_time = rows
        .frame
        .groups
        .iter()
        .position(|group| group.is_timeline());
    if let Some(time) = is_time {
        return series(rows, time);
    }
    let best = (0..rows.len())
        .filter_map(|row| {
            let value = rows.value(row, 0)?;
            Some((rows.label(row, 0)?, rows.label(row, 1)?, value))
        })
        .filter(|(first, second, _)| first != REST && second != REST)
        .max_by(|a, b| a.2.total_cmp(&b.2));
    let Some((first, second, value)) = best else {
        return Facts::default();
    };
    let is_measures = rows
        .frame
        .groups
        .iter()
        .any(|group| group.kind == GroupKind::Measures);
    if is_measures {
        return Facts {
            title: None,
            sentences: vec![format!(
                "The highest value shown is {} for {first} ({second}).",
                rows.bold(value, 0)
            )],
            summary: format!("It has {} values.", rows.len()),
        };
    }
    Facts {
        title: Some(format!(
            "{} is highest for {first}, {second}: {}",
            capitalized(&words),
            rows.shown(value, 0)
        )),
        sentences: vec![format!(
            "The {words} is highest for {first} with {second}: {}.",
            rows.bold(value, 0)
        )],
        summary: format!(
            "It has {} values by {} and {}.",
            rows.len(),
            rows.frame.groups[0].name,
            rows.frame.groups[1].name
        ),
    }
}

/// Several lines over time: which one is ahead at the end.
fn series(rows: &Rows<'_>, time: usize) -> Facts {
    let other = usize::from(time == 0);
    let words = rows.measure_words(0);
    let points: Vec<(String, String, f64)> = (0..rows.len())
        .filter_map(|row| {
            Some((
                rows.label(row, time)?,
                rows.label(row, other)?,
                rows.value(row, 0)?,
            ))
        })
        .collect();
    let Some(last) = points.last().map(|point| point.0.clone()) else {
        return Facts::default();
    };
    let at_end: Vec<(String, f64)> = points
        .iter()
        .filter(|point| point.0 == last)
        .map(|point| (point.1.clone(), point.2))
        .collect();
    let is_measures = rows.frame.groups[other].kind == GroupKind::Measures;
    let same_unit = rows.plan.measures.windows(2).all(|pair| {
        super::super::measure_unit(&pair[0].value) == super::super::measure_unit(&pair[1].value)
    });
    let Some(Ends { high, low }) = ends(&at_end).filter(|_| !is_measures || same_unit) else {
        return Facts::default();
    };
    let summary = format!(
        "It has {} points of {} lines up to {last}.",
        points.len(),
        at_end.len()
    );
    if at_end.len() < 2 || high.1 == low.1 {
        return Facts {
            summary,
            ..Facts::default()
        };
    }
    let name = names_of(&at_end, high.1);
    let what = if is_measures {
        "value".to_owned()
    } else {
        words
    };
    Facts {
        title: Some(format!(
            "{} had the highest {what} in {last}: {}",
            capitalized(&name),
            rows.shown(high.1, 0)
        )),
        sentences: vec![format!(
            "In {last}, {name} had the highest {what} ({}) and {} the lowest ({}).",
            rows.bold(high.1, 0),
            names_of(&at_end, low.1),
            rows.bold(low.1, 0)
        )],
        summary,
    }
}

fn relation(rows: &Rows<'_>) -> Facts {
    let points: Vec<(f64, f64)> = (0..rows.len())
        .filter_map(|row| Some((rows.value(row, 0)?, rows.value(row, 1)?)))
        .collect();
    let (x, y) = (rows.measure_words(0), rows.measure_words(1));
    let summary = format!("It has {} points.", number(count(points.len())));
    let Some(r) = correlation(&points) else {
        return Facts {
            title: Some(format!("{} and {x}", capitalized(&y))),
            sentences: vec![format!(
                "There are {} points, too few or too alike to say whether {y} goes with {x}.",
                points.len()
            )],
            summary,
        };
    };
    let shown = number((r * 100.0).round() / 100.0);
    let n = number(count(points.len()));
    let strength = match r.abs() {
        0.8.. => "strongly",
        0.5.. => "clearly",
        _ => "weakly",
    };
    let (title, sentence) = if r.abs() < 0.3 {
        (
            format!("{} hardly depends on {x}", capitalized(&y)),
            format!(
                "{} and {x} hardly go together: the correlation is **{shown}** over {n} points.",
                capitalized(&y)
            ),
        )
    } else {
        let verb = if r > 0.0 { "rises" } else { "falls" };
        (
            format!("{} {verb} with {x}", capitalized(&y)),
            format!(
                "{} {strength} {verb} as {x} rises: the correlation is **{shown}** over {n} points.",
                capitalized(&y)
            ),
        )
    };
    let mut sentences = vec![sentence];
    sentences.extend(within_groups(rows, r));
    sentences.push("A correlation says nothing about the cause.".to_owned());
    Facts {
        title: Some(title),
        sentences,
        summary,
    }
}

/// Whether the relation holds within each group of the colour.
fn within_groups(rows: &Rows<'_>, overall: f64) -> Option<String> {
    const MOST_GROUPS: usize = 8;
    rows.frame.groups.first()?;
    let mut groups: Vec<(String, Vec<(f64, f64)>)> = Vec::new();
    for row in 0..rows.len() {
        let (Some(name), Some(x), Some(y)) =
            (rows.label(row, 0), rows.value(row, 0), rows.value(row, 1))
        else {
            continue;
        };
        match groups.iter_mut().find(|group| group.0 == name) {
            Some(group) => group.1.push((x, y)),
            None => groups.push((name, vec![(x, y)])),
        }
    }
    if groups.len() > MOST_GROUPS {
        return None;
    }
    let within: Vec<(String, f64)> = groups
        .iter()
        .filter_map(|(name, points)| Some((name.clone(), correlation(points)?)))
        .collect();
    if within.len() < 2 {
        return None;
    }
    let listed: Vec<String> = within
        .iter()
        .map(|(name, r)| format!("{name} **{}**", number((r * 100.0).round() / 100.0)))
        .collect();
    let turned = within
        .iter()
        .any(|(_, r)| r.signum() != overall.signum() && r.abs() >= 0.3);
    let lead = if turned {
        "Within the groups it differs"
    } else {
        "Within each group"
    };
    Some(format!("{lead}: {}.", listed.join(", ")))
}

/// Pearson's correlation; None with fewer than three points or without spread.
fn correlation(points: &[(f64, f64)]) -> Option<f64> {
    if points.len() < 3 {
        return None;
    }
    let n = count(points.len());
    let mean = (
        points.iter().map(|point| point.0).sum::<f64>() / n,
        points.iter().map(|point| point.1).sum::<f64>() / n,
    );
    let (mut xy, mut xx, mut yy) = (0.0, 0.0, 0.0);
    for (x, y) in points {
        xy += (x - mean.0) * (y - mean.1);
        xx += (x - mean.0).powi(2);
        yy += (y - mean.1).powi(2);
    }
    let r = xy / (xx * yy).sqrt();
    r.is_finite().then_some(r)
}

/// Boxes: the middles of the groups.
fn spread(rows: &Rows<'_>) -> Facts {
    let words = rows.measure_words(0);
    let mut groups: Vec<(String, Vec<f64>)> = Vec::new();
    for row in 0..rows.len() {
        let name = if rows.frame.groups.is_empty() {
            Some(String::new())
        } else {
            rows.label(row, 0)
        };
        let (Some(name), Some(value)) = (name, rows.value(row, 0)) else {
            continue;
        };
        match groups.iter_mut().find(|group| group.0 == name) {
            Some(group) => group.1.push(value),
            None => groups.push((name, vec![value])),
        }
    }
    let summary = format!("It draws {} values.", number(count(rows.len())));
    let medians: Vec<(String, f64)> = groups
        .iter_mut()
        .filter_map(|(name, values)| Some((name.clone(), median(values)?)))
        .collect();
    let Some(Ends { low, high }) = ends(&medians) else {
        return Facts::default();
    };
    if medians.len() == 1 {
        return Facts {
            title: Some(format!(
                "Half of the values of {words} are above {}",
                rows.shown(high.1, 0)
            )),
            sentences: vec![format!("The median {words} is {}.", rows.bold(high.1, 0))],
            summary,
        };
    }
    Facts {
        title: Some(format!(
            "{} has the highest median {words}: {}",
            capitalized(&high.0),
            rows.shown(high.1, 0)
        )),
        sentences: vec![format!(
            "The median {words} is highest for {} ({}) and lowest for {} ({}).",
            high.0,
            rows.bold(high.1, 0),
            low.0,
            rows.bold(low.1, 0)
        )],
        summary,
    }
}

fn median(values: &mut [f64]) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    Some(if values.len() % 2 == 1 {
        values[middle]
    } else {
        f64::midpoint(values[middle - 1], values[middle])
    })
}

fn listed_rows(rows: &Rows<'_>) -> Facts {
    let things = entity_plural(rows.plan);
    let shown = number(count(rows.len()));
    let summary = format!("It lists {shown} rows.");
    let is_ranked = rows.plan.select.is_some()
        && !rows.frame.measures.is_empty()
        && !rows.frame.groups.is_empty();
    let first = (0..1).find_map(|row| Some((rows.label(row, 0)?, rows.value(row, 0)?)));
    match first.filter(|_| is_ranked) {
        Some((name, value)) => {
            let words = rows.measure_words(0);
            let end = if asks_for_lowest(rows) {
                "lowest"
            } else {
                "highest"
            };
            Facts {
                title: Some(format!(
                    "{} has the {end} {words}: {}",
                    capitalized(&name),
                    rows.shown(value, 0)
                )),
                sentences: vec![format!(
                    "{} has the {end} {words}: {}.",
                    capitalized(&name),
                    rows.bold(value, 0)
                )],
                summary,
            }
        }
        None => Facts {
            title: None,
            sentences: vec![format!(
                "**{shown}** {things} are listed: {}.",
                label(rows.plan)
            )],
            summary,
        },
    }
}
