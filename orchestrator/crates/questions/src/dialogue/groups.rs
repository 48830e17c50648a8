//! Groups of a follow-up. A time beside a category is the axis of its series; of two categories the new one takes the place of
//! the old one, unless the words say that it comes beside it.

use super::conditions::{forget_single, tested};
use super::merge::{has, is_said, is_time};
use super::remove::is_named;
use super::request::Request;
use crate::compose::group_column;
use crate::decide::Candidate;
use crate::parse::Item;
use crate::plan::{
    Group, Measure, OrderBy, Part, Provenance, QueryPlan, Shape, ShareOf, TimeUnit, UnpivotKind,
};
use crate::schema::Schema;

/// Merges the groups of a request; tells whether any changed.
pub fn merge(
    plan: &mut QueryPlan,
    request: &Request,
    fresh: &Candidate,
    schema: &Schema<'_>,
) -> bool {
    let ranks = has(fresh, |item| matches!(item, Item::Superlative { .. }));
    let over_time = over_time(plan, request, fresh, schema);
    let said = fresh
        .plan
        .groups
        .iter()
        .filter(|group| is_said(&group.provenance))
        // A condition's own column is no group: "only Delmar". "Public versus private" sets its values beside each other.
        .filter(|group| {
            has(fresh, |item| matches!(item, Item::Versus))
                || group_column(&group.value).is_none_or(|column| {
                    !fresh
                        .plan
                        .conditions
                        .iter()
                        .any(|part| tested(&part.value) == Some(column))
                })
        });
    let mut changed = false;
    for group in said.chain(&over_time) {
        if plan.groups.iter().any(|known| known.value == group.value) {
            continue;
        }
        changed = true;
        if is_time(&group.value) {
            // The end of the data stood in for a time; now there is one.
            plan.conditions
                .retain(|part| !matches!(part.provenance, Provenance::Default { .. }));
        }
        // Grouped by port, a test for one port would leave a single bar.
        forget_single(plan, &group.value, fresh);
        if ranks {
            // "Top 5 studios": what is ranked is all that is shown.
            plan.groups = vec![group.clone()];
            continue;
        }
        place(plan, request, group, schema);
    }
    changed |= colours_points(plan, request, fresh, schema);
    // "By ship" turns a list of rows into a chart of groups.
    if changed && plan.shape == Shape::Rows && !plan.measures.is_empty() {
        plan.shape = Shape::Groups;
    }
    changed
}

/// "Colour by number of seats" of a scatter plot: the column that is named, whatever is counted in it.
fn colours_points(
    plan: &mut QueryPlan,
    request: &Request,
    fresh: &Candidate,
    schema: &Schema<'_>,
) -> bool {
    let asks = plan.shape == Shape::Relation && request.starts_with("color colour");
    let named = fresh.nodes.iter().find_map(|node| match &node.item {
        Item::Column { id, .. } => Some(*id),
        _ => None,
    });
    let Some(id) = named.filter(|_| asks && plan.groups.is_empty()) else {
        return false;
    };
    plan.groups.push(Part {
        value: Group::Column {
            column: schema.reference(id),
        },
        provenance: request.provenance(),
    });
    true
}

/// "Over time", "over the years": the course of what stands.
fn over_time(
    plan: &QueryPlan,
    request: &Request,
    fresh: &Candidate,
    schema: &Schema<'_>,
) -> Option<Part<Group>> {
    if !has(fresh, |item| matches!(item, Item::OverTime))
        || plan
            .groups
            .iter()
            .any(|group| matches!(group.value, Group::Time { .. }))
    {
        return None;
    }
    let own = fresh
        .plan
        .groups
        .iter()
        .find(|group| matches!(group.value, Group::Time { .. }));
    let mut own = own.cloned();
    // "Over the years" names the unit.
    if let Some(Part {
        value: Group::Time { unit, .. },
        ..
    }) = &mut own
        && request.has("years")
    {
        *unit = TimeUnit::Year;
    }
    own.or_else(|| {
        let table = schema
            .tables
            .iter()
            .find(|table| table.profile.name == plan.table)?;
        let time = table.time.as_ref()?;
        // Fewer than four years are too few points for a course by year.
        let is_yearly = time.years.1 - time.years.0 >= 3;
        let unit = if is_yearly {
            TimeUnit::Year
        } else {
            time.finest
        };
        Some(Part::default_for(
            Group::Time {
                of: time.source.clone(),
                unit,
            },
            "the course over time is asked for",
        ))
    })
}

fn place(plan: &mut QueryPlan, request: &Request, group: &Part<Group>, schema: &Schema<'_>) {
    if let Some(at) = swapped(plan, request, &group.value, schema) {
        plan.groups[at] = group.clone();
        // Ranking and order were those of the first group and say nothing about another one.
        if at == 0 {
            plan.select = None;
            plan.order.clear();
        }
        return;
    }
    // "Per month" after "per year" is a finer course and no second group.
    let alike = plan
        .groups
        .iter()
        .position(|known| is_period(plan, &known.value) && is_period(plan, &group.value));
    if let Some(at) = alike {
        plan.groups[at] = group.clone();
        return;
    }
    let categories =
        plan.groups.len() == 1 && !is_time(&plan.groups[0].value) && !is_time(&group.value);
    if categories && !request.adds && replaces(request) {
        plan.groups = vec![group.clone()];
        plan.select = None;
    } else if is_time(&group.value) {
        plan.groups.insert(0, group.clone());
        plan.groups.truncate(3);
        // Time goes to the front, so the others move up by one; a third group has been cut off.
        move_groups(plan, &|old| (old < 2).then_some(old + 1));
        plan.select = None;
        plan.order.clear();
    } else {
        plan.groups.push(group.clone());
        plan.groups.truncate(3);
    }
}

/// Tells whether a group divides time, also where the periods are columns of the table.
fn is_period(plan: &QueryPlan, group: &Group) -> bool {
    let is_unpivoted = || {
        let Some(unpivot) = &plan.unpivot else {
            return false;
        };
        // The periods were columns such as "2019" and "2020" before they became rows.
        unpivot.value.kind != UnpivotKind::Categories
            && group_column(group).is_some_and(|column| column.column == unpivot.value.name_column)
    };
    is_time(group) || is_unpivoted()
}

/// Follows groups to their new places in what refers to them; None for those that are gone.
pub fn move_groups(plan: &mut QueryPlan, to: &dyn Fn(usize) -> Option<usize>) {
    for part in &mut plan.measures {
        if let Measure::Share { whole, .. } = &mut part.value
            && let ShareOf::Group { groups } = whole
        {
            let moved: Vec<usize> = groups.iter().filter_map(|group| to(*group)).collect();
            // Shares within a group that is gone are shares of everything.
            *whole = if moved.is_empty() {
                ShareOf::Result
            } else {
                ShareOf::Group { groups: moved }
            };
        }
    }
    plan.order.retain_mut(|part| match &mut part.value.by {
        OrderBy::Group { index } => to(*index).map(|moved| *index = moved).is_some(),
        _ => true,
    });
}

/// Returns the group whose place is taken where "instead" is said: the named one, one of the same kind, or the last one.
fn swapped(
    plan: &QueryPlan,
    request: &Request,
    group: &Group,
    schema: &Schema<'_>,
) -> Option<usize> {
    if !request.swaps {
        return None;
    }
    let named = plan
        .groups
        .iter()
        .position(|known| is_named(&known.value, &request.replaced, schema));
    let alike = || {
        plan.groups
            .iter()
            .rposition(|known| is_time(&known.value) == is_time(group))
    };
    named
        .or_else(alike)
        // "By ship instead" of a chart per month: no group is like it, and the only one gives way.
        .or_else(|| plan.groups.len().checked_sub(1))
}

/// Tells whether a category that is named takes the place of the one that stands.
fn replaces(request: &Request) -> bool {
    request.instead || request.starts_with("by per")
}
