//! Sentences with exact numbers: extremes, change, shares, correlation.

use super::numbers::{number, percent};
use super::shape::Shape;
use crate::wording::capitalized;

/// What is worth saying.
#[derive(Default)]
pub struct Facts {
    pub title: Option<String>,
    pub sentences: Vec<String>,
    /// What the chart holds, for those who cannot see it.
    pub summary: String,
}

pub fn facts(shape: &Shape<'_>) -> Facts {
    if shape.groups.is_empty() && shape.measures.len() == 1 && shape.result.rows.len() == 1 {
        return single(shape);
    }
    if shape.is_scatter() {
        return scatter(shape);
    }
    if shape.measures.is_empty() || shape.groups.is_empty() {
        return Facts {
            summary: format!("It has {} rows.", shape.result.rows.len()),
            ..Facts::default()
        };
    }
    let totals = shape.totals();
    if totals.is_empty() {
        return Facts {
            summary: "It holds no numbers.".to_owned(),
            sentences: vec!["None of the rows has a number to draw.".to_owned()],
            ..Facts::default()
        };
    }
    if shape.groups.len() > 1 {
        return several(shape, &totals);
    }
    if shape.binned.is_some() {
        histogram(shape, &totals)
    } else if shape.timeline {
        timeline(shape, totals)
    } else {
        ranking(shape, &totals)
    }
}

fn single(shape: &Shape<'_>) -> Facts {
    let name = &shape.measure_names[0];
    let Some(value) = shape.number(0, 0) else {
        return Facts {
            summary: "It has no value.".to_owned(),
            sentences: vec![format!("There is no value for the {name}.")],
            ..Facts::default()
        };
    };
    let sentence = format!("The {name} is {}.", bold(value));
    Facts {
        title: Some(format!("{}: {}", capitalized(name), number(value))),
        summary: format!("It says {}.", number(value)),
        sentences: vec![sentence],
    }
}

fn bold(value: f64) -> String {
    format!("**{}**", number(value))
}

fn extremes(totals: &[(String, f64)]) -> (&(String, f64), &(String, f64)) {
    let mut low = &totals[0];
    let mut high = &totals[0];
    for total in totals {
        if total.1 < low.1 {
            low = total;
        }
        if total.1 > high.1 {
            high = total;
        }
    }
    (low, high)
}

fn ranking(shape: &Shape<'_>, totals: &[(String, f64)]) -> Facts {
    let name = &shape.measure_names[0];
    let (low, high) = extremes(totals);
    let mut facts = Facts {
        summary: format!(
            "It shows {} values, from {} ({}) to {} ({}).",
            totals.len(),
            number(low.1),
            low.0,
            number(high.1),
            high.0
        ),
        ..Facts::default()
    };
    if totals.len() == 1 {
        facts.title = Some(format!(
            "{}: {} for {}",
            capitalized(name),
            number(high.1),
            high.0
        ));
        facts.sentences.push(format!(
            "The {name} is {} for {}; there is no other group.",
            bold(high.1),
            high.0
        ));
        return facts;
    }
    let tied = totals.iter().filter(|t| t.1 == high.1).count();
    if let Some((_, highest)) = shape.limit
        && high.1 != low.1
    {
        return ranked(shape, totals, highest, facts);
    }
    if tied == totals.len() {
        facts.title = Some(format!(
            "{} is the same everywhere: {}",
            capitalized(name),
            number(high.1)
        ));
        facts.sentences.push(format!(
            "The {name} is {} for each of the {} groups.",
            bold(high.1),
            totals.len()
        ));
        return facts;
    }
    if tied > 1 {
        facts.title = Some(format!(
            "{} is highest, {}, for {}",
            capitalized(name),
            number(high.1),
            listed(totals, high.1)
        ));
        facts.sentences.push(format!(
            "The {name} is highest for {} ({}) and lowest for {} ({}).",
            listed(totals, high.1),
            bold(high.1),
            low.0,
            bold(low.1)
        ));
    } else {
        facts.title = Some(format!(
            "{} has the highest {name}: {}",
            high.0,
            number(high.1)
        ));
        facts.sentences.push(format!(
            "The {name} is highest for {} ({}) and lowest for {} ({}).",
            high.0,
            bold(high.1),
            low.0,
            bold(low.1)
        ));
    }
    let sum: f64 = totals.iter().map(|t| t.1).sum();
    if shape.additive && !shape.partial && sum > 0.0 && low.1 >= 0.0 {
        let share = high.1 / sum;
        facts.sentences.push(if tied > 1 {
            format!("Together it comes to {}.", bold(sum))
        } else {
            format!(
                "{} alone makes up {} of the {}.",
                high.0,
                percent(share),
                bold(sum)
            )
        });
        if totals.len() > 5 {
            let mut sorted: Vec<f64> = totals.iter().map(|t| t.1).collect();
            sorted.sort_by(|a, b| b.total_cmp(a));
            let three: f64 = sorted.iter().take(3).sum();
            if three / sum >= 0.5 {
                facts.sentences.push(format!(
                    "The three largest of {} groups hold {}.",
                    totals.len(),
                    percent(three / sum)
                ));
            }
        }
    } else if low.1 > 0.0 && high.1 / low.1 >= 1.5 {
        facts.sentences.push(format!(
            "That is {} times as much.",
            number((high.1 / low.1 * 10.0).round() / 10.0)
        ));
    }
    facts
}

/// Of the first few only their own extremes are known, and no share of the whole.
fn ranked(shape: &Shape<'_>, totals: &[(String, f64)], highest: bool, facts: Facts) -> Facts {
    let name = &shape.measure_names[0];
    let (low, high) = extremes(totals);
    let (first, last, end) = if highest {
        (high, low, "highest")
    } else {
        (low, high, "lowest")
    };
    let mut sentences = vec![format!(
        "Of the {} {end}, {} comes first with {} and {} last with {}.",
        totals.len(),
        first.0,
        bold(first.1),
        last.0,
        bold(last.1)
    )];
    if let Some(rest) = shape.rest.and_then(|row| shape.number(row, 0)) {
        sentences.push(format!("All others together come to {}.", bold(rest)));
    }
    Facts {
        title: Some(format!(
            "{} has the {end} {name}: {}",
            first.0,
            number(first.1)
        )),
        sentences,
        ..facts
    }
}

fn listed(totals: &[(String, f64)], value: f64) -> String {
    let names: Vec<&str> = totals
        .iter()
        .filter(|t| t.1 == value)
        .map(|t| t.0.as_str())
        .collect();
    match names.as_slice() {
        [first, second] => format!("{first} and {second}"),
        [first, second, rest @ ..] => format!("{first}, {second} and {} more", rest.len()),
        _ => names.join(""),
    }
}

fn timeline(shape: &Shape<'_>, mut totals: Vec<(String, f64)>) -> Facts {
    // Rows may come the last first; time runs forwards.
    let backwards = match (totals.first(), totals.last()) {
        (Some(first), Some(last)) => match (first.0.parse::<f64>(), last.0.parse::<f64>()) {
            (Ok(first), Ok(last)) => first > last,
            _ => shape
                .result
                .rows
                .first()
                .zip(shape.result.rows.last())
                .is_some_and(|(a, b)| a[shape.groups[0]].as_str() > b[shape.groups[0]].as_str()),
        },
        _ => false,
    };
    if backwards {
        totals.reverse();
    }
    let name = &shape.measure_names[0];
    let (low, high) = extremes(&totals);
    let (first, last) = (&totals[0], &totals[totals.len() - 1]);
    let mut facts = Facts {
        summary: format!(
            "It runs over {} points from {} to {}, between {} and {}.",
            totals.len(),
            first.0,
            last.0,
            number(low.1),
            number(high.1)
        ),
        ..Facts::default()
    };
    if totals.len() < 2 {
        facts.title = Some(format!(
            "{}: {} in {}",
            capitalized(name),
            number(first.1),
            first.0
        ));
        facts.sentences.push(format!(
            "There is one point only: {} in {}.",
            bold(first.1),
            first.0
        ));
        return facts;
    }
    let change = last.1 - first.1;
    let verb = if change > 0.0 { "rose" } else { "fell" };
    if change == 0.0 {
        facts.title = Some(format!(
            "{} was the same in {} and {}: {}",
            capitalized(name),
            first.0,
            last.0,
            number(first.1)
        ));
        facts.sentences.push(format!(
            "The {name} was {} both in {} and in {}.",
            bold(first.1),
            first.0,
            last.0
        ));
    } else {
        let by = if first.1 > 0.0 {
            format!(", by {}", percent((change / first.1).abs()))
        } else {
            String::new()
        };
        facts.title = Some(format!(
            "{} {verb} from {} in {} to {} in {}",
            capitalized(name),
            number(first.1),
            first.0,
            number(last.1),
            last.0
        ));
        facts.sentences.push(format!(
            "The {name} {verb} from {} in {} to {} in {}{by}.",
            bold(first.1),
            first.0,
            bold(last.1),
            last.0
        ));
    }
    if high.0 != last.0 && high.0 != first.0 {
        facts
            .sentences
            .push(format!("It was highest in {} ({}).", high.0, bold(high.1)));
    } else if low.0 != last.0 && low.0 != first.0 {
        facts
            .sentences
            .push(format!("It was lowest in {} ({}).", low.0, bold(low.1)));
    }
    facts
}

fn histogram(shape: &Shape<'_>, totals: &[(String, f64)]) -> Facts {
    let (_, high) = extremes(totals);
    let sum: f64 = totals.iter().map(|t| t.1).sum();
    let what = &shape.group_names[0];
    let share = if sum > 0.0 { high.1 / sum } else { 0.0 };
    let last = totals.last().map_or("", |t| t.0.as_str());
    Facts {
        title: Some(format!("Most common {what}: {}", high.0)),
        sentences: vec![format!(
            "The most frequent {what} is {} ({} of {} rows, {}).",
            high.0,
            bold(high.1),
            bold(sum),
            percent(share)
        )],
        summary: format!(
            "It has {} bins; the first is {}, the last is {last}.",
            totals.len(),
            totals[0].0
        ),
    }
}

fn several(shape: &Shape<'_>, totals: &[(String, f64)]) -> Facts {
    let name = &shape.measure_names[0];
    let best = (0..shape.result.rows.len())
        .filter_map(|row| Some((row, shape.number(row, 0)?)))
        .max_by(|a, b| a.1.total_cmp(&b.1));
    let Some((row, value)) = best else {
        return Facts::default();
    };
    let mut facts = Facts {
        title: Some(format!(
            "{} is highest {} and {}: {}",
            capitalized(name),
            shape.place(row, 0),
            shape.label(row, 1),
            number(value)
        )),
        sentences: vec![format!(
            "The {name} is highest {} with {} {}: {}.",
            shape.place(row, 0),
            shape.group_names[1],
            shape.label(row, 1),
            bold(value)
        )],
        summary: format!(
            "It has {} values along {} and is divided by {}.",
            totals.len(),
            shape.group_names[0],
            shape.group_names[1]
        ),
    };
    if shape.additive && !shape.partial && totals.len() > 1 {
        let (_, high) = extremes(totals);
        let sum: f64 = totals.iter().map(|t| t.1).sum();
        if sum > 0.0 {
            facts.sentences.push(format!(
                "All together, {} is the largest with {} ({} of {}).",
                high.0,
                bold(high.1),
                percent(high.1 / sum),
                number(sum)
            ));
        }
    }
    facts
}

fn scatter(shape: &Shape<'_>) -> Facts {
    let points: Vec<(f64, f64)> = (0..shape.result.rows.len())
        .filter_map(|row| Some((shape.number(row, 0)?, shape.number(row, 1)?)))
        .collect();
    let (x, y) = (&shape.measure_names[0], &shape.measure_names[1]);
    let summary = format!("It has {} points.", points.len());
    let Some(r) = correlation(&points) else {
        return Facts {
            title: Some(format!("{} and {x}", capitalized(y))),
            sentences: vec![format!(
                "There are {} points, too few or too alike to tell whether {y} goes with {x}.",
                points.len()
            )],
            summary,
        };
    };
    let strength = match r.abs() {
        0.8.. => "strongly",
        0.5.. => "clearly",
        0.3.. => "weakly",
        _ => "hardly",
    };
    let signed = number((r * 100.0).round() / 100.0);
    let (title, sentence) = if r.abs() < 0.3 {
        (
            format!("{} hardly depends on {x}", capitalized(y)),
            format!(
                "{} and {x} hardly go together: the correlation is **{signed}** over {} points.",
                capitalized(y),
                points.len()
            ),
        )
    } else {
        let verb = if r > 0.0 { "rises" } else { "falls" };
        (
            format!("{} {verb} with {x}", capitalized(y)),
            format!(
                "{} {strength} {verb} as {x} rises: the correlation is **{signed}** over {} points.",
                capitalized(y),
                points.len()
            ),
        )
    };
    Facts {
        title: Some(title),
        sentences: vec![
            sentence,
            "A correlation says nothing about the cause.".to_owned(),
        ],
        summary,
    }
}

/// Pearson's correlation; None with fewer than three points or no spread.
fn correlation(points: &[(f64, f64)]) -> Option<f64> {
    if points.len() < 3 {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "far fewer points than 2^52")]
    let n = points.len() as f64;
    let mean = (
        points.iter().map(|p| p.0).sum::<f64>() / n,
        points.iter().map(|p| p.1).sum::<f64>() / n,
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

#[cfg(test)]
mod tests {
    use super::correlation;

    #[test]
    fn a_line_correlates_fully_and_a_constant_not_at_all() {
        let line: Vec<(f64, f64)> = (0..5)
            .map(|x| (f64::from(x), f64::from(3 - 2 * x)))
            .collect();
        assert!(correlation(&line).is_some_and(|r| (r + 1.0).abs() < 1e-12));
        assert_eq!(correlation(&[(1.0, 1.0), (2.0, 1.0), (3.0, 1.0)]), None);
    }
}
