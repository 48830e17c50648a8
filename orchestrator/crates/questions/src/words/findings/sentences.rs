//! Sentences about the rows that are worth saying.

use crate::chart::has_different_scales;
use crate::plan::{Measure, OrderBy, QueryPlan, Scalar, Select, Shape};
use crate::sql::{GroupKind, REST};

use super::super::numbers::{number, percent};
use super::super::{capitalized, column_name, entity_plural, label};
use super::ranking::{asks_for_lowest, ranking};
use super::relation::relation;
use super::shape::Rows;
use super::timeline::timeline;

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
        // Averages of intervals are no parts of a whole.
        [GroupKind::Interval { .. }] if counts_rows(plan) => histogram(rows),
        [_] if rows.frame.groups[0].is_timeline() && !ranks_periods(plan) => timeline(rows),
        [GroupKind::Measures] => measures_compared(rows),
        [_] => ranking(rows),
        _ => several(rows),
    }
}

/// "Which month had the most loans": the periods stand in the order of their values, and nothing rises or falls from the
/// first to the last.
fn ranks_periods(plan: &QueryPlan) -> bool {
    let is_one = matches!(
        plan.select.as_ref().map(|part| &part.value),
        Some(Select::Top { n: 1, .. })
    );
    let by_value = plan
        .order
        .first()
        .is_some_and(|part| matches!(part.value.by, OrderBy::Measure { .. }));
    by_value && !is_one
}

#[expect(clippy::cast_precision_loss, reason = "far fewer rows than 2^52")]
pub(super) fn count(rows: usize) -> f64 {
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
pub(super) struct Ends<'p> {
    pub low: &'p (String, f64),
    pub high: &'p (String, f64),
}

pub(super) fn ends(pairs: &[(String, f64)]) -> Option<Ends<'_>> {
    // Of equals, `min_by` keeps the first and `max_by` the last; reversed, both keep the first.
    let low = pairs.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let high = pairs.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(Ends { low, high })
}

/// "Gentoo and Adelie", "Gentoo, Adelie and 3 more".
pub(super) fn names_of(pairs: &[(String, f64)], value: f64) -> String {
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

fn counts_rows(plan: &QueryPlan) -> bool {
    matches!(plan.measures.as_slice(), [part] if matches!(part.value, Measure::Count | Measure::CountOf { .. }))
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
    // A number of grams is neither more nor less than a number of years.
    let is_comparable = !has_different_scales(rows.plan, rows.frame, rows.tables);
    let listed: Vec<String> = pairs
        .iter()
        .map(|(name, value)| format!("{name}: {}", rows.bold(*value, 0)))
        .collect();
    let title = ends(&pairs)
        .filter(|ends| is_comparable && ends.high.1 > ends.low.1 && pairs.len() > 1)
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
    // The rest adds up many groups and would lead by their number alone.
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
    // Values of several measures may differ in unit, so no headline compares them.
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
            "The {words} is highest for {first} {} {second}: {}.",
            // "Married with with sauna" says the word twice.
            if second.starts_with("with") {
                "and"
            } else {
                "with"
            },
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
    let (high_value, low_value) = (rows.shown(high.1, 0), rows.shown(low.1, 0));
    if is_measures {
        let unit = (rows.plan.measures.first())
            .and_then(|part| super::super::measure_unit(&part.value))
            .map_or_else(String::new, |unit| format!(" ({unit})"));
        // Each value has the unit beside it.
        let bare = |label: &str| label.strip_suffix(&unit).unwrap_or(label).to_owned();
        let (name, other) = (bare(&high.0), bare(&low.0));
        return Facts {
            title: Some(match at_end.len() {
                2 => format!(
                    "{} was higher than {} in {last}: {high_value}",
                    capitalized(&name),
                    in_sentence(&other)
                ),
                _ => format!(
                    "{} was the highest in {last}: {high_value}",
                    capitalized(&name)
                ),
            }),
            sentences: vec![format!(
                "In {last}, {} was **{high_value}** and {} **{low_value}**.",
                in_sentence(&name),
                in_sentence(&other)
            )],
            summary,
        };
    }
    let name = names_of(&at_end, high.1);
    Facts {
        title: Some(format!(
            "{} had the highest {words} in {last}: {high_value}",
            capitalized(&name),
        )),
        sentences: vec![format!(
            "In {last}, {name} had the highest {words} ({}) and {} the lowest ({}).",
            rows.bold(high.1, 0),
            names_of(&at_end, low.1),
            rows.bold(low.1, 0)
        )],
        summary,
    }
}

/// Returns a measure's name as it stands inside a sentence: its aggregate in lower case, and names as they are.
fn in_sentence(name: &str) -> String {
    match name.split_once(' ') {
        Some((aggregate @ ("Total" | "Average" | "Median" | "Number" | "Share"), rest)) => {
            format!("{} {rest}", aggregate.to_lowercase())
        }
        _ => name.to_owned(),
    }
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

/// Returns the value of the first row where it has the most or the least of its measure and no name to say it of.
fn unnamed_extreme(rows: &Rows<'_>) -> Option<f64> {
    let is_top = matches!(
        rows.plan.select.as_ref().map(|part| &part.value),
        Some(Select::Top { by: 0, .. })
    );
    rows.value(0, 0)
        .filter(|_| is_top && rows.frame.groups.is_empty())
}

/// "Wes Moore has the earliest start date: 4 January 2010."
fn row_in_time(rows: &Rows<'_>, summary: &str) -> Option<Facts> {
    let select = rows.plan.select.as_ref().map(|part| &part.value);
    let Some(Select::Edge { n: 1, last, by, .. }) = select else {
        return None;
    };
    let Scalar::Column { column } = by else {
        return None;
    };
    let (name, time) = (rows.label(0, 0)?, rows.label(0, 1)?);
    let end = if *last { "latest" } else { "earliest" };
    let has = format!(
        "{} has the {end} {}",
        capitalized(&name),
        column_name(column)
    );
    Some(Facts {
        title: Some(format!("{has}: {time}")),
        sentences: vec![format!("{has}: **{time}**.")],
        summary: summary.to_owned(),
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
    let end = if asks_for_lowest(rows) {
        "lowest"
    } else {
        "highest"
    };
    match first.filter(|_| is_ranked) {
        Some((name, value)) => {
            let words = rows.measure_words(0);
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
        None if let Some(value) = unnamed_extreme(rows) => {
            let words = rows.measure_words(0);
            Facts {
                title: Some(format!("The {end} {words} is {}", rows.shown(value, 0))),
                sentences: vec![format!("The {end} {words} is {}.", rows.bold(value, 0))],
                summary,
            }
        }
        None if let Some(facts) = row_in_time(rows, &summary) => facts,
        None => Facts {
            title: None,
            sentences: vec![match rows.len() {
                1 => format!("One row is listed: {}.", label(rows.plan)),
                _ => format!("**{shown}** {things} are listed: {}.", label(rows.plan)),
            }],
            summary,
        },
    }
}
