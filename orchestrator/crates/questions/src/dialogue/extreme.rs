//! The extreme of what stands: "and the worst one?", "just the top 5", "which department has the most?".

use super::groups::move_groups;
use super::merge::is_time;
use super::request::Request;
use crate::decide::Candidate;
use crate::language::lexicon::is_burden_stem;
use crate::language::{name_words, stem, units};
use crate::parse::Item;
use crate::plan::{Order, OrderBy, Part, QueryPlan, Select, Shape};
use crate::schema::Schema;

/// Keeps the extreme groups or rows of a plan.
pub fn select(
    plan: &mut QueryPlan,
    request: &Request,
    fresh: &Candidate,
    schema: &Schema<'_>,
) -> bool {
    let Some((adjective, n, percent)) = fresh.nodes.iter().find_map(|node| match &node.item {
        Item::Superlative {
            adjective,
            n,
            percent,
        } => Some((*adjective, *n, *percent)),
        _ => None,
    }) else {
        return false;
    };
    // Without groups there is a single value, and no extreme of one.
    if plan.measures.is_empty() || (plan.groups.is_empty() && plan.shape == Shape::Groups) {
        return false;
    }
    bring_forward(plan, fresh, n.is_none() && percent.is_none());
    let judges = request.has("best worst weakest strongest poorest better worse");
    // "Fastest" of a duration is the shortest; the best delay is the smallest.
    let is_turned = (adjective.stems.contains(&"speed") && measures_time(plan))
        || (judges && is_bad(plan, schema));
    // A high word ranks from the top, unless less is better.
    let descending = adjective.high != is_turned;
    plan.order = vec![Part::default_for(
        Order {
            by: OrderBy::Measure { index: 0 },
            descending,
        },
        "asked for the extreme",
    )];
    let within = Vec::new();
    let select = match percent {
        Some(percent) => Select::TopPercent {
            percent,
            by: 0,
            descending,
            within,
        },
        None => Select::Top {
            n: n.unwrap_or(1),
            by: 0,
            descending,
            // A number that is said is the number of what is shown.
            ties: n.is_none(),
            within,
        },
    };
    plan.select = Some(Part::default_for(select, "asked for the extreme"));
    true
}

/// Tells whether a superlative that names no rows and no column ranks by the quantity that stands: "which one is the most
/// expensive?" of average costs.
pub fn ranks_same_quantity(fresh: &Candidate, earlier: &QueryPlan) -> bool {
    let mut items = fresh.nodes.iter().map(|node| &node.item);
    let ranks = items
        .clone()
        .any(|item| matches!(item, Item::Superlative { n: None, .. }));
    let names_more = items.any(|item| matches!(item, Item::Entity(_) | Item::Column { .. }));
    let column = |plan: &QueryPlan| Some(plan.measures.first()?.value.column()?.clone());
    let stands = column(earlier);
    ranks && !names_more && stands.is_some() && column(&fresh.plan) == stands
}

/// Brings the group that is ranked to the front: the named one, or else the category and not its course over time. A single
/// winner is ranked by the whole and not by its periods.
fn bring_forward(plan: &mut QueryPlan, fresh: &Candidate, is_single: bool) {
    if plan.shape != Shape::Groups || plan.groups.len() < 2 {
        return;
    }
    let named = fresh.plan.groups.iter().find_map(|named| {
        plan.groups
            .iter()
            .position(|group| group.value == named.value)
    });
    let category = || plan.groups.iter().position(|group| !is_time(&group.value));
    let Some(at) = named.or_else(category) else {
        return;
    };
    let group = plan.groups.remove(at);
    if is_single {
        plan.groups.clear();
    }
    plan.groups.insert(0, group);
    move_groups(plan, &|old| match old {
        _ if old == at => Some(0),
        _ if is_single => None,
        // Groups before the one that moves make room for it.
        _ if old < at => Some(old + 1),
        _ => Some(old),
    });
    // These wishes point to groups by their places, which have changed.
    plan.present.color = None;
    plan.present.facet = None;
}

/// Tells whether less of the first measure is better, by the words of its column or of the rows that are counted.
fn is_bad(plan: &QueryPlan, schema: &Schema<'_>) -> bool {
    let Some(part) = plan.measures.first() else {
        return false;
    };
    match part.value.column() {
        Some(column) => schema
            .find(column)
            .is_some_and(|id| schema.column(id).is_burden()),
        None => plan
            .entity
            .as_ref()
            .is_some_and(|entity| is_burden_stem(&stem(entity))),
    }
}

/// Tells whether the first measure is a duration, by the unit in its column's name.
fn measures_time(plan: &QueryPlan) -> bool {
    plan.measures
        .first()
        .and_then(|part| part.value.column())
        .is_some_and(|column| {
            name_words(&column.column).iter().any(|word| {
                matches!(
                    word.as_str(),
                    "min" | "sec" | "time" | "duration" | "seconds" | "minutes"
                ) || units::unit(word).is_some_and(|unit| unit.kind == units::UnitKind::Time)
            })
        })
}
