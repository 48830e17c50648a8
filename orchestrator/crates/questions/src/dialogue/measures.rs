//! Quantities of a follow-up: another column, another summary, a window or a change of what stands.

use super::merge::{has, is_said, is_time};
use super::request::Request;
use crate::compose::group_column;
use crate::decide::Candidate;
use crate::parse::Item;
use crate::plan::{
    Aggregate, Arithmetic, Condition, Measure, Part, Provenance, QueryPlan, Scalar, Shape,
};
use crate::schema::Schema;

/// Merges the measures of a request; tells whether any changed.
pub fn merge(
    plan: &mut QueryPlan,
    request: &Request,
    fresh: &Candidate,
    schema: &Schema<'_>,
) -> bool {
    let ranks = has(fresh, |item| matches!(item, Item::Superlative { .. }));
    // "Biggest branch" ranks by what stands: the default quantity of a whole question is not asked for.
    let names_quantity = has(fresh, |item| match item {
        Item::Column { id, .. } => schema.column(*id).is_quantity(),
        Item::Count | Item::Aggregate(_) | Item::Revenue { .. } | Item::Flow { .. } => true,
        _ => false,
    });
    if ranks && !names_quantity {
        return false;
    }
    let named = named_measures(plan, fresh);
    let aggregate = fresh.nodes.iter().find_map(|node| match node.item {
        Item::Aggregate(aggregate) => Some(aggregate),
        _ => None,
    });
    // "Cumulative" alone is about the quantities that stand, all of them.
    if let Some(wrapped) = wrapper(fresh).filter(|_| !has_quantity(fresh)) {
        for part in &mut plan.measures {
            // `Count` only fills the place while the measure moves into its wrapper.
            part.value = wrapped(std::mem::replace(&mut part.value, Measure::Count));
        }
        return !plan.measures.is_empty();
    }
    if let ([part], None) = (named.as_slice(), aggregate)
        && !request.adds
        && !request.returns
        && put_into_structure(plan, part)
    {
        return true;
    }
    // Which axis of a scatter plot is replaced is decided in `rework`.
    if !named.is_empty() && fresh.plan.shape == Shape::Groups && plan.shape != Shape::Relation {
        take_named(plan, request, fresh, named, aggregate);
        return true;
    }
    match aggregate {
        Some(aggregate) => summarise(plan, aggregate),
        None => has(fresh, |item| matches!(item, Item::Count)) && count(plan, request),
    }
}

/// Returns the quantities that a request names, without those that are groups.
fn named_measures(plan: &QueryPlan, fresh: &Candidate) -> Vec<Part<Measure>> {
    let grouped: Vec<_> = fresh
        .plan
        .groups
        .iter()
        .chain(&plan.groups)
        .filter_map(|group| group_column(&group.value))
        .collect();
    // "By year" of a numeric column names a group and no quantity as well.
    let named = fresh.plan.measures.iter().filter(|part| {
        let is_grouped = part
            .value
            .column()
            .is_some_and(|column| grouped.contains(&column));
        is_said(&part.provenance) && part.value != Measure::Count && !is_grouped
    });
    named.cloned().collect()
}

/// Puts named quantities in the place of those that stand, or beside them. The standing aggregate holds for a new quantity too,
/// unless another one is named.
fn take_named(
    plan: &mut QueryPlan,
    request: &Request,
    fresh: &Candidate,
    named: Vec<Part<Measure>>,
    aggregate: Option<Aggregate>,
) {
    let standing = plan.measures.first().and_then(|part| match &part.value {
        Measure::Aggregate { aggregate, .. } => Some(*aggregate),
        _ => None,
    });
    let named = named.into_iter().map(|mut part| {
        // "Average delay", then "and the fare?" asks for the average fare.
        if let (None, Some(standing), Measure::Aggregate { aggregate, of }) =
            (aggregate, standing, &mut part.value)
            && matches!(of, Scalar::Column { .. })
            && carries_over(standing)
        {
            *aggregate = standing;
        }
        part
    });
    // A dot map shows rows without quantities; a quantity in its place is compared by groups.
    if plan.shape == Shape::Map {
        plan.shape = Shape::Groups;
        plan.present.mark = None;
        plan.present.latitude = None;
        plan.present.longitude = None;
    }
    if !request.adds {
        plan.measures = named.collect();
        renew_defaults(plan, fresh);
        return;
    }
    for part in named {
        if !plan.measures.iter().any(|known| known.value == part.value) {
            plan.measures.push(part);
        }
    }
}

/// Summarises the standing quantities in another way; tells whether that changes any.
fn summarise(plan: &mut QueryPlan, wanted: Aggregate) -> bool {
    let mut changed = false;
    // Averages that are averages already do not count as a change, so other readings are tried.
    for part in &mut plan.measures {
        if let Measure::Aggregate { aggregate, .. } = &mut part.value {
            changed |= *aggregate != wanted;
            *aggregate = wanted;
        }
    }
    changed
}

/// Counts rows, in place of the standing quantity or beside it.
fn count(plan: &mut QueryPlan, request: &Request) -> bool {
    // A point of a scatter plot or of a map is a row: there is nothing to count.
    if matches!(plan.shape, Shape::Relation | Shape::Map)
        || plan
            .measures
            .iter()
            .any(|part| part.value == Measure::Count)
    {
        return false;
    }
    let count = Part::default_for(Measure::Count, "asked as a number");
    if !request.adds {
        plan.measures.clear();
    }
    plan.measures.push(count);
    true
}

/// Drops the parts that the standing quantity made necessary, such as the end of the data for a stock; the new one brings its own.
fn renew_defaults(plan: &mut QueryPlan, fresh: &Candidate) {
    let is_default = |part: &Part<Condition>| matches!(part.provenance, Provenance::Default { .. });
    plan.conditions.retain(|part| !is_default(part));
    // With time along the axis, a stock has a value for each period and needs no end of the data.
    if !plan.groups.iter().any(|group| is_time(&group.value)) {
        let own = fresh.plan.conditions.iter().filter(|part| is_default(part));
        plan.conditions.extend(own.cloned());
    }
}

/// Puts another quantity into the rate, share, change or window that stands: "and vehicle crime?" of burglaries per inhabitant.
fn put_into_structure(plan: &mut QueryPlan, named: &Part<Measure>) -> bool {
    let Measure::Aggregate {
        of: column @ Scalar::Column { .. },
        ..
    } = &named.value
    else {
        return false;
    };
    // With several quantities it is open which of them the new one replaces.
    let [standing] = plan.measures.as_mut_slice() else {
        return false;
    };
    // A plain summary has no structure to keep, so it is replaced as a whole.
    if matches!(standing.value, Measure::Aggregate { .. } | Measure::Count) {
        return false;
    }
    let Some(of) = base(&mut standing.value) else {
        return false;
    };
    *of = column.clone();
    standing.provenance = named.provenance.clone();
    true
}

/// Returns the quantity that a rate, share, change or window is made of.
fn base(measure: &mut Measure) -> Option<&mut Scalar> {
    match measure {
        Measure::Aggregate {
            of: of @ Scalar::Column { .. },
            ..
        } => Some(of),
        Measure::Share { of, .. }
        | Measure::Change { of, .. }
        | Measure::Window { of, .. }
        | Measure::Filtered { of, .. } => base(of),
        // In "burglaries per inhabitant" the numerator changes and the rate stays.
        Measure::Arithmetic {
            operator: Arithmetic::Divide | Arithmetic::Multiply,
            left,
            ..
        } => base(left),
        _ => None,
    }
}

/// Tells whether an aggregate that was asked for once is meant for the next quantity as well.
const fn carries_over(aggregate: Aggregate) -> bool {
    // An average fits any number; a sum or a count may make no sense of the next quantity.
    !matches!(
        aggregate,
        Aggregate::Sum | Aggregate::CountDistinct | Aggregate::CountPresent
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
