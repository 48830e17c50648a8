//! The parts of a short question take their places in the plan that stands.

use super::request::Request;
use super::{Nodes, readings};
use crate::compose::group_column;
use crate::decide::Candidate;
use crate::parse::{Item, Node, Wish};
use crate::plan::{
    Condition, Group, Literal, Measure, Order, OrderBy, Part, Provenance, QueryPlan, Scalar,
    Select, Shape, Test,
};
use crate::schema::Schema;

/// Merges a request into a plan; None where it says nothing that fits.
pub fn merge(plan: &mut QueryPlan, request: &Request, schema: &Schema<'_>) -> Option<Nodes> {
    let fresh = readings(request, schema).find(|fresh| {
        fresh.decline.is_none()
            && fresh
                .unknown
                .iter()
                .all(|at| is_extreme(&fresh.nodes[*at]) && !plan.measures.is_empty())
    })?;
    let mut changed = merge_conditions(plan, request, &fresh);
    changed |= merge_measures(plan, request, &fresh);
    changed |= merge_groups(plan, request, &fresh);
    changed |= merge_order(plan, &fresh);
    changed |= merge_wishes(plan, &fresh);
    changed.then_some(fresh.nodes)
}

fn is_extreme(node: &Node) -> bool {
    matches!(node.item, Item::Superlative { .. })
}

fn has(fresh: &Candidate, test: impl Fn(&Item) -> bool) -> bool {
    fresh.nodes.iter().any(|node| test(&node.item))
}

fn is_said(provenance: &Provenance) -> bool {
    matches!(provenance, Provenance::Words { .. })
}

fn merge_measures(plan: &mut QueryPlan, request: &Request, fresh: &Candidate) -> bool {
    let grouped: Vec<_> = fresh
        .plan
        .groups
        .iter()
        .chain(&plan.groups)
        .filter_map(|group| group_column(&group.value))
        .cloned()
        .collect();
    let named: Vec<Part<Measure>> = fresh
        .plan
        .measures
        .iter()
        .filter(|part| is_said(&part.provenance) && !matches!(part.value, Measure::Count))
        .filter(|part| {
            part.value
                .column()
                .is_none_or(|column| !grouped.contains(column))
        })
        .cloned()
        .collect();
    let aggregate = fresh.nodes.iter().find_map(|node| match node.item {
        Item::Aggregate(aggregate) => Some(aggregate),
        _ => None,
    });
    let counted = has(fresh, |item| matches!(item, Item::Count));
    if let Some(wrapped) = wrapper(fresh).filter(|_| !has_quantity(fresh)) {
        for part in &mut plan.measures {
            part.value = wrapped(std::mem::replace(&mut part.value, Measure::Count));
        }
        return !plan.measures.is_empty();
    }
    if !named.is_empty() && fresh.plan.shape == Shape::Groups && plan.shape != Shape::Relation {
        // The standing aggregate holds for a new quantity too, unless another one is named.
        let standing = plan.measures.first().and_then(|part| match &part.value {
            Measure::Aggregate { aggregate, .. } => Some(*aggregate),
            _ => None,
        });
        let named = named.into_iter().map(|mut part| {
            if let (None, Some(standing), Measure::Aggregate { aggregate, of }) =
                (aggregate, standing, &mut part.value)
                && matches!(of, Scalar::Column { .. })
                && carries_over(standing)
            {
                *aggregate = standing;
            }
            part
        });
        if request.adds {
            for part in named {
                if !plan.measures.iter().any(|known| known.value == part.value) {
                    plan.measures.push(part);
                }
            }
        } else {
            plan.measures = named.collect();
        }
        return true;
    }
    if let Some(aggregate) = aggregate {
        let mut changed = false;
        for part in &mut plan.measures {
            if let Measure::Aggregate {
                aggregate: known, ..
            } = &mut part.value
            {
                changed |= *known != aggregate;
                *known = aggregate;
            }
        }
        return changed;
    }
    let counts = plan
        .measures
        .iter()
        .any(|part| part.value == Measure::Count);
    if counted && !counts {
        plan.measures = vec![Part::default_for(Measure::Count, "asked as a number")];
        return true;
    }
    false
}

/// Tells whether an aggregate that was asked for once is meant for the next quantity as well.
fn carries_over(aggregate: crate::plan::Aggregate) -> bool {
    use crate::plan::Aggregate;
    !matches!(
        aggregate,
        Aggregate::Sum | Aggregate::Mean | Aggregate::CountDistinct | Aggregate::CountPresent
    )
}

fn has_quantity(fresh: &Candidate) -> bool {
    has(fresh, |item| {
        matches!(item, Item::Column { .. } | Item::Entity(_) | Item::Count)
    })
}

type Wrap = Box<dyn Fn(Measure) -> Measure>;

/// A window or a change that names no quantity of its own: "cumulative", "change against the year before".
fn wrapper(fresh: &Candidate) -> Option<Wrap> {
    let part = fresh.plan.measures.first()?;
    match part.value.clone() {
        Measure::Window { window, .. } => Some(Box::new(move |of| Measure::Window {
            of: Box::new(of),
            window: window.clone(),
        })),
        Measure::Change {
            against, shown_as, ..
        } => Some(Box::new(move |of| Measure::Change {
            of: Box::new(of),
            against: against.clone(),
            shown_as,
        })),
        _ => None,
    }
}

/// A time beside a category is the axis of its series; of two categories the new one takes the place of the old one, unless
/// the words say that it comes beside it.
fn merge_groups(plan: &mut QueryPlan, request: &Request, fresh: &Candidate) -> bool {
    let is_time = |group: &Group| matches!(group, Group::Time { .. } | Group::Season { .. });
    let mut changed = false;
    let said = fresh
        .plan
        .groups
        .iter()
        .filter(|group| is_said(&group.provenance))
        // A condition's own column is no group: "only Delmar".
        .filter(|group| {
            group_column(&group.value).is_none_or(|column| {
                !fresh
                    .plan
                    .conditions
                    .iter()
                    .any(|part| tested(&part.value) == Some(column))
            })
        });
    for group in said {
        if plan.groups.iter().any(|known| known.value == group.value) {
            continue;
        }
        changed = true;
        let alike = plan
            .groups
            .iter()
            .position(|known| is_time(&known.value) && is_time(&group.value));
        if let Some(at) = alike {
            plan.groups[at] = group.clone();
            continue;
        }
        let categories =
            plan.groups.len() == 1 && !is_time(&plan.groups[0].value) && !is_time(&group.value);
        if categories && !request.adds && replaces(request) {
            plan.groups = vec![group.clone()];
            plan.select = None;
        } else if is_time(&group.value) {
            plan.groups.insert(0, group.clone());
            plan.groups.truncate(3);
            plan.select = None;
            plan.order.clear();
        } else {
            plan.groups.push(group.clone());
            plan.groups.truncate(3);
        }
    }
    if changed && plan.shape == Shape::Rows && !plan.measures.is_empty() {
        plan.shape = Shape::Groups;
    }
    changed
}

/// Tells whether a category that is named takes the place of the one that stands.
fn replaces(request: &Request) -> bool {
    request.instead || request.starts_with("by per")
}

fn merge_order(plan: &mut QueryPlan, fresh: &Candidate) -> bool {
    if has(fresh, |item| matches!(item, Item::Superlative { .. })) {
        return select_extreme(plan, fresh);
    }
    if fresh.plan.order.is_empty() {
        return false;
    }
    plan.order.clone_from(&fresh.plan.order);
    true
}

fn select_extreme(plan: &mut QueryPlan, fresh: &Candidate) -> bool {
    let Some((adjective, n)) = fresh.nodes.iter().find_map(|node| match &node.item {
        Item::Superlative { adjective, n, .. } => Some((*adjective, *n)),
        _ => None,
    }) else {
        return false;
    };
    if plan.groups.is_empty() && plan.shape == Shape::Groups {
        return false;
    }
    let worst = fresh.nodes.iter().any(is_extreme)
        && adjective.stems.is_empty()
        && fresh.plan.select.is_none();
    // "Fastest" of a duration is the shortest.
    let of_speed = adjective.stems.contains(&"speed");
    let descending = if of_speed && measures_time(plan) {
        !adjective.high
    } else {
        adjective.high || worst
    };
    plan.order = vec![Part::default_for(
        Order {
            by: OrderBy::Measure { index: 0 },
            descending,
        },
        "asked for the extreme",
    )];
    plan.select = Some(Part::default_for(
        Select::Top {
            n: n.unwrap_or(1),
            by: 0,
            descending,
            ties: true,
            within: Vec::new(),
        },
        "asked for the extreme",
    ));
    true
}

/// Tells whether the first measure is a duration, by the unit in its column's name.
fn measures_time(plan: &QueryPlan) -> bool {
    use crate::language::{name_words, units};
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

fn merge_conditions(plan: &mut QueryPlan, request: &Request, fresh: &Candidate) -> bool {
    for condition in &fresh.plan.conditions {
        if request.adds && add_values(plan, condition) {
            continue;
        }
        replace_condition(plan, condition);
    }
    for test in &fresh.plan.having {
        plan.having.push(test.clone());
    }
    !fresh.plan.conditions.is_empty() || !fresh.plan.having.is_empty()
}

/// "Add Delmar": one more value of a column that is tested already; its values become the series.
fn add_values(plan: &mut QueryPlan, condition: &Part<Condition>) -> bool {
    let Condition::Test {
        of: Scalar::Column { column },
        test: Test::In { values },
    } = &condition.value
    else {
        return false;
    };
    let mut all: Vec<Literal> = Vec::new();
    for known in &mut plan.conditions {
        if let Condition::Test {
            of: Scalar::Column { column: tested },
            test: Test::In { values: known },
        } = &mut known.value
            && tested == column
        {
            known.extend(
                values
                    .iter()
                    .filter(|value| !known.contains(value))
                    .cloned()
                    .collect::<Vec<_>>(),
            );
            all.clone_from(known);
        }
    }
    let found = !all.is_empty();
    let group = Group::Column {
        column: column.clone(),
    };
    if found && !plan.groups.iter().any(|known| known.value == group) {
        plan.groups.push(Part {
            value: group,
            provenance: condition.provenance.clone(),
        });
        plan.groups.truncate(3);
    }
    found
}

/// The column of a plain test.
fn tested(condition: &Condition) -> Option<&crate::plan::ColumnRef> {
    match condition {
        Condition::Test {
            of: Scalar::Column { column },
            ..
        } => Some(column),
        _ => None,
    }
}

/// A new condition on the same column takes the old one's place, unless it leaves something out.
fn replace_condition(plan: &mut QueryPlan, condition: &Part<Condition>) {
    let excludes = |condition: &Condition| {
        matches!(
            condition,
            Condition::Test {
                test: Test::NotIn { .. },
                ..
            } | Condition::Not { .. }
        )
    };
    if !excludes(&condition.value) && tested(&condition.value).is_some() {
        plan.conditions.retain(|known| {
            tested(&known.value) != tested(&condition.value) || excludes(&known.value)
        });
    }
    plan.conditions.push(condition.clone());
}
