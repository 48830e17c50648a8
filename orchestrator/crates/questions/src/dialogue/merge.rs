//! The parts of a short question take their places in the plan that stands.

use super::request::Request;
use super::{Nodes, conditions, extreme, groups, measures, readings};
use crate::compose::group_column;
use crate::decide::Candidate;
use crate::parse::{Item, Node, Wish};
use crate::plan::{Group, Measure, Order, OrderBy, Part, Provenance, QueryPlan};
use crate::schema::Schema;
use crate::sql::walk::measure_columns;

/// Cost over the best reading up to which another one is tried.
const MARGIN: f64 = 1.0;

/// Merges a request into a plan; None where it says nothing that fits.
pub fn merge(plan: &mut QueryPlan, request: &Request, schema: &Schema<'_>) -> Option<Nodes> {
    let measures = !plan.measures.is_empty();
    let mut found = readings(request, schema)
        .filter(|fresh| {
            // "Above 300" leaves its quantity open, which the plan's own measure fills.
            let is_open = |at: &usize| measures && refers_to_measure(&fresh.nodes[*at]);
            fresh.decline.is_none() && fresh.unknown.iter().all(is_open)
        })
        .peekable();
    let limit = found.peek()?.cost + MARGIN;
    // The words may fit best as something that changes nothing: "members" as the member's year of birth.
    for fresh in found.take_while(|fresh| fresh.cost <= limit) {
        // A reading that fits only in part must leave nothing behind in the plan.
        let mut changed = plan.clone();
        if let Some(nodes) = merge_reading(&mut changed, request, fresh, schema) {
            *plan = changed;
            return Some(nodes);
        }
    }
    None
}

fn merge_reading(
    plan: &mut QueryPlan,
    request: &Request,
    fresh: Candidate,
    schema: &Schema<'_>,
) -> Option<Nodes> {
    if is_too_daring(request, &fresh) || is_something_else(request, &fresh) {
        return None;
    }
    if conditions::only_flagged(plan, request, &fresh, schema) {
        return Some(fresh.nodes);
    }
    let stood = plan.clone();
    // "Sort by price" names a quantity to sort by and not one to show.
    let sorts = has(&fresh, |item| matches!(item, Item::Order { .. }));
    let mut changed = conditions::merge(plan, request, &fresh, schema);
    changed |= conditions::test_measure(plan, &fresh, schema);
    changed |= !sorts && measures::merge(plan, request, &fresh, schema);
    let regrouped = !sorts && groups::merge(plan, request, &fresh, schema);
    // "Only" keeps some rows: a reading that merely groups by another column is none of it.
    if regrouped && !changed && has(&fresh, |item| matches!(item, Item::Only)) {
        return None;
    }
    changed |= regrouped;
    // An order points to measures and groups by their place, so they are merged before it.
    changed |= merge_order(plan, request, &fresh, schema);
    changed |= merge_wishes(plan, &fresh);
    (changed || repeats(&stood, &fresh, schema)).then_some(fresh.nodes)
}

/// Tells whether a part that needs a quantity takes the one that stands: "the lowest", "above 300", "the average".
const fn refers_to_measure(node: &Node) -> bool {
    matches!(
        node.item,
        Item::Superlative { .. } | Item::Compare { .. } | Item::Aggregate(_)
    )
}

/// Tells whether a node is explained by nothing but the thesaurus, whose relatives are for words that no table has.
fn is_guessed(request: &Request, node: &Node) -> bool {
    request.tokens[node.start..node.end]
        .iter()
        .any(|token| token.relatives.is_some())
}

/// Tells whether a message names nothing but columns that are guessed: "what is the weather?" changes no chart, though the
/// dictionary calls the weather a state. Behind "by" a guess has the place of a column.
fn is_something_else(request: &Request, fresh: &Candidate) -> bool {
    let guessed =
        |node: &Node| matches!(node.item, Item::Column { .. }) && is_guessed(request, node);
    let is_said = |node: &Node| !node.item.is_glue() && !matches!(node.item, Item::Which);
    fresh.nodes.iter().any(guessed)
        && fresh.nodes.iter().filter(|node| is_said(node)).all(guessed)
        && !has(fresh, |item| matches!(item, Item::By))
}

/// Tells whether a word that only the thesaurus explains would filter by a column instead of a value: "without bus", "only
/// permanent contracts" must not become something else.
fn is_too_daring(request: &Request, fresh: &Candidate) -> bool {
    let filters = fresh
        .nodes
        .iter()
        .any(|node| matches!(node.item, Item::Only | Item::Without | Item::Not));
    filters
        && fresh.nodes.iter().any(|node| {
            is_guessed(request, node)
                && !node.item.is_glue()
                && !matches!(node.item, Item::Value { .. })
        })
}

pub fn has(fresh: &Candidate, test: impl Fn(&Item) -> bool) -> bool {
    fresh.nodes.iter().any(|node| test(&node.item))
}

pub const fn is_said(provenance: &Provenance) -> bool {
    matches!(provenance, Provenance::Words { .. })
}

pub const fn is_time(group: &Group) -> bool {
    matches!(group, Group::Time { .. } | Group::Season { .. })
}

/// Tells whether everything that is named is in the plan already: "split by fuel" where it is.
fn repeats(plan: &QueryPlan, fresh: &Candidate, schema: &Schema<'_>) -> bool {
    let mut shown: Vec<crate::plan::ColumnRef> = plan
        .groups
        .iter()
        .filter_map(|group| group_column(&group.value).cloned())
        .collect();
    for part in &plan.measures {
        measure_columns(&part.value, &mut |column| shown.push(column.clone()));
    }
    let is_shown = |node: &Node| match &node.item {
        Item::Column { id, .. } => shown.contains(&schema.reference(*id)),
        Item::Unit(unit) => plan
            .groups
            .iter()
            .any(|group| matches!(&group.value, Group::Time { unit: known, .. } if known == unit)),
        Item::OverTime => plan.groups.iter().any(|group| is_time(&group.value)),
        Item::By => true,
        other => other.is_glue(),
    };
    fresh.nodes.iter().any(|node| {
        matches!(
            node.item,
            Item::Column { .. } | Item::Unit(_) | Item::OverTime
        )
    }) && fresh.nodes.iter().all(is_shown)
}

fn merge_order(
    plan: &mut QueryPlan,
    request: &Request,
    fresh: &Candidate,
    schema: &Schema<'_>,
) -> bool {
    if has(fresh, |item| matches!(item, Item::Superlative { .. })) {
        return extreme::select(plan, request, fresh, schema);
    }
    let sorts = has(fresh, |item| matches!(item, Item::Order { .. }));
    if sorts && request.has("alphabetically alphabetical alphabet") && !plan.groups.is_empty() {
        plan.order = vec![Part::default_for(
            Order {
                by: OrderBy::Group { index: 0 },
                descending: false,
            },
            "sorted by name",
        )];
        return true;
    }
    // A default order of the request does not displace the one that stands.
    if fresh.plan.order.is_empty() || (!sorts && !plan.order.is_empty()) {
        return false;
    }
    plan.order = fresh
        .plan
        .order
        .iter()
        .map(|part| {
            let mut part = part.clone();
            // The index counts the measures and groups of the request and not those of the plan.
            part.value.by = order_in(plan, fresh, &part.value.by);
            part
        })
        .collect();
    true
}

/// Returns what an order of the request means in the plan: the measure or group of that name, or a quantity that is not shown.
fn order_in(plan: &QueryPlan, fresh: &Candidate, by: &OrderBy) -> OrderBy {
    let same_column = |measure: &Measure| {
        let column = measure.column();
        plan.measures.iter().position(|part| {
            part.value == *measure || (column.is_some() && part.value.column() == column)
        })
    };
    match by {
        OrderBy::Measure { index } => match fresh.plan.measures.get(*index) {
            Some(part) if is_said(&part.provenance) && part.value.column().is_some() => {
                same_column(&part.value).map_or_else(
                    || OrderBy::Other {
                        measure: Box::new(part.value.clone()),
                    },
                    |index| OrderBy::Measure { index },
                )
            }
            // No quantity was named, so the one that is shown gives the order.
            _ => OrderBy::Measure { index: 0 },
        },
        OrderBy::Group { index } => {
            let named = fresh.plan.groups.get(*index);
            let at = named.and_then(|named| {
                plan.groups
                    .iter()
                    .position(|group| group.value == named.value)
            });
            OrderBy::Group {
                index: at.unwrap_or(0),
            }
        }
        other @ OrderBy::Other { .. } => other.clone(),
    }
}

fn merge_wishes(plan: &mut QueryPlan, fresh: &Candidate) -> bool {
    let wish = has(
        fresh,
        |item| matches!(item, Item::Wish(wish) if !matches!(wish, Wish::AxisX | Wish::AxisY)),
    );
    if !wish {
        return false;
    }
    let present = &fresh.plan.present;
    macro_rules! take {
        ($($field:ident),+) => {
            $(if present.$field.is_some() {
                plan.present.$field.clone_from(&present.$field);
            })+
        };
    // Colour and panels are left out: they point to groups of the request's own plan.
    }
    take!(
        mark,
        orientation,
        stacking,
        logarithmic,
        dual_axis,
        labels,
        trend_line,
        paint,
        title
    );
    true
}
