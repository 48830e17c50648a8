//! How two measures go together.

use super::super::capitalized;
use super::super::numbers::number;
use super::sentences::{Facts, count};
use super::shape::Rows;

pub fn relation(rows: &Rows<'_>) -> Facts {
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
    // Simpson's paradox: the relation lies between the groups and turns around within them.
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
    // Without spread, 0 is divided by 0.
    r.is_finite().then_some(r)
}
