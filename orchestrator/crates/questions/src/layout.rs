//! How a draft is drawn: the kind of chart, and which dimension goes where.

use crate::draft::{Draft, Group};
use crate::plan::{Channel, Mark, TimeUnit};
use crate::schema::{Role, Schema};
use crate::understanding::Understanding;

/// The kind of chart: the one that is named, otherwise the one that reads best.
pub fn mark(draft: &Draft, known: &Understanding, schema: &Schema<'_>) -> Mark {
    let cues = &known.cues;
    let raw = draft.measures.iter().filter(|m| m.0.is_none()).count();
    if draft.dimensions.is_empty() && raw == 0 {
        return if draft.measures.len() >= 2 {
            Mark::Point
        } else {
            Mark::Text
        };
    }
    if let Some(mark) = cues.mark {
        return mark;
    }
    if cues.share
        && draft.dimensions.len() == 1
        && draft.dimensions[0].bin.is_none()
        && schema.column(draft.dimensions[0].column).profile.distinct <= 12
    {
        return Mark::Arc;
    }
    if draft.measures.len() >= 2
        && draft
            .dimensions
            .iter()
            .all(|g| schema.column(g.column).role != Role::Temporal)
    {
        return Mark::Point;
    }
    let timeline = draft
        .dimensions
        .iter()
        .find(|g| schema.column(g.column).role == Role::Temporal);
    if let Some(group) = timeline {
        let cyclic = group.unit.is_some_and(TimeUnit::is_cyclic);
        let column = schema.column(group.column);
        let raw_by_name =
            draft.measures.iter().any(|m| m.0.is_none()) && draft.dimensions.len() > 1;
        if !raw_by_name
            && !cues.comparison
            && (cues.trend || !cyclic)
            && (column.profile.distinct > 2 || group.unit.is_some())
        {
            return Mark::Line;
        }
    }
    if cues.trend
        && draft.dimensions.len() == 1
        && schema.column(draft.dimensions[0].column).is_quantity()
        && draft.dimensions[0].bin.is_none()
    {
        return Mark::Line;
    }
    Mark::Bar
}

/// Which dimension lies along the axis, which one colours, which one splits into panels.
pub fn channels(draft: &mut Draft, known: &Understanding, schema: &Schema<'_>) {
    let cues = &known.cues;
    let point = draft.mark == Some(Mark::Point) && draft.measures.len() >= 2;
    if draft.dimensions.len() >= 2 && !point {
        let temporal = |g: &Group| schema.column(g.column).role == Role::Temporal;
        // "with each A in each B": B is the axis.
        let nested = known.tokens.windows(2).enumerate().any(|(at, w)| {
            let again = w[0].is("in within") && w[1].is("each every");
            let before = known.tokens[..at].iter().rev().take(5);
            (w[0].is("with") && w[1].is("each"))
                || (again && before.into_iter().any(|t| t.is("each every")))
        });
        let rank = |at: usize, g: &Group| -> i32 {
            let mut rank = i32::try_from(at).unwrap_or(9);
            if g.axis == Some('x') {
                rank -= 100;
            }
            if g.series || g.facet {
                rank += 20;
            }
            if temporal(g) {
                rank -= 40;
            }
            if g.bin.is_some() {
                rank -= 5;
            }
            if nested && draft.dimensions.len() == 2 {
                rank += if at == 0 { 3 } else { 0 };
            }
            rank
        };
        let mut order: Vec<(i32, Group)> = draft
            .dimensions
            .iter()
            .enumerate()
            .map(|(at, g)| (rank(at, g), g.clone()))
            .collect();
        order.sort_by_key(|(rank, _)| *rank);
        draft.dimensions = order.into_iter().map(|(_, g)| g).collect();
    }
    draft.dimensions.truncate(if point { 1 } else { 3 });
    let panels = cues.facet;
    let mut colored = false;
    for (at, group) in draft.dimensions.iter_mut().enumerate() {
        group.channel = match (point, at) {
            (false, 0) => Channel::X,
            _ if group.facet || (panels && !group.series) || colored => Channel::Facet,
            _ => Channel::Color,
        };
        colored |= group.channel == Channel::Color;
    }
    let mut seen = Vec::new();
    draft.dimensions.retain(|g| {
        let fresh = !seen.contains(&g.channel);
        seen.push(g.channel);
        fresh
    });
    if draft.mark == Some(Mark::Arc) {
        draft.dimensions.truncate(1);
    }
    if draft.mark != Some(Mark::Point) {
        draft.measures.truncate(1);
    } else {
        draft.measures.truncate(2);
    }
}
