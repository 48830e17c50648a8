//! Follow-ups: a question is read as a change of the plan that stands, and as a fresh one; the better reading wins.

use crate::answer::Reading;
use crate::decide::{Candidate, echo};
use crate::language::Token;
use crate::parse::{Item, Wish};
use crate::plan::{
    Condition, Group, Measure, Part, Provenance, QueryPlan, Scalar, Select, Shape, ShareOf, Test,
};
use crate::schema::Schema;

/// Returns the earlier plan with the change that the words ask for; None where the question stands by itself.
pub fn follow_up(
    tokens: &[Token],
    schema: &Schema<'_>,
    earlier: &QueryPlan,
    fresh: Option<&Candidate>,
) -> Option<Reading> {
    let fresh = fresh?;
    if !fresh.unknown.is_empty() || fresh.decline.is_some() || !is_change(tokens, fresh) {
        return None;
    }
    let mut plan = earlier.clone();
    mark_earlier(&mut plan);
    let changed = apply(&mut plan, tokens, schema, fresh);
    changed.then(|| Reading {
        plan,
        echo: echo(tokens, &fresh.nodes, &fresh.unknown, &fresh.unclear, schema),
        cost: fresh.cost,
        follow_up: true,
    })
}

/// Tells whether the words change a chart: they open like a change, refer back, or say less than a whole question.
fn is_change(tokens: &[Token], fresh: &Candidate) -> bool {
    let opens = tokens.first().is_some_and(|token| token.is("and only but now also just as split without make what how without instead then same add remove drop exclude restrict sort order color by per in since from for switch turn use change"))
        && tokens.len() <= 10;
    let refers = fresh
        .nodes
        .iter()
        .any(|node| matches!(node.item, Item::Pronoun));
    let partial = fresh.incomplete
        || fresh
            .plan
            .measures
            .iter()
            .all(|part| matches!(part.provenance, Provenance::Default { .. }));
    let measured = fresh
        .plan
        .measures
        .iter()
        .any(|part| matches!(part.provenance, Provenance::Words { .. }));
    let grouped = !fresh.plan.groups.is_empty();
    let whole = measured && grouped && tokens.len() > 3 && !opens;
    (opens || refers || partial || tokens.len() <= 6) && !whole
}

fn mark_earlier(plan: &mut QueryPlan) {
    plan.measures
        .iter_mut()
        .for_each(|part| part.provenance = Provenance::Earlier);
    plan.groups
        .iter_mut()
        .for_each(|part| part.provenance = Provenance::Earlier);
    plan.conditions
        .iter_mut()
        .for_each(|part| part.provenance = Provenance::Earlier);
}

fn apply(plan: &mut QueryPlan, tokens: &[Token], schema: &Schema<'_>, fresh: &Candidate) -> bool {
    let mut changed = false;
    for condition in &fresh.plan.conditions {
        replace_condition(plan, condition);
        changed = true;
    }
    let has = |test: &dyn Fn(&Item) -> bool| fresh.nodes.iter().any(|node| test(&node.item));
    // A new aggregate for the standing measure: "make it the median".
    let aggregate = fresh.nodes.iter().find_map(|node| match node.item {
        Item::Aggregate(aggregate) => Some(aggregate),
        _ => None,
    });
    let named: Vec<&Part<Measure>> = fresh
        .plan
        .measures
        .iter()
        .filter(|part| {
            matches!(part.provenance, Provenance::Words { .. })
                && !matches!(part.value, Measure::Count)
        })
        .collect();
    let counted = has(&|item| matches!(item, Item::Count));
    if has(&|item| matches!(item, Item::AsShareOf))
        && let (Some(part), Some(standing)) = (named.last(), plan.measures.first_mut())
    {
        let sum = |measure: &Measure| match measure {
            Measure::Aggregate { of, .. } => Measure::Aggregate {
                aggregate: crate::plan::Aggregate::Sum,
                of: of.clone(),
            },
            other => other.clone(),
        };
        standing.value = Measure::Arithmetic {
            operator: crate::plan::Arithmetic::Divide,
            left: Box::new(sum(&standing.value)),
            right: Box::new(sum(&part.value)),
            percent: true,
        };
        changed = true;
    } else if !named.is_empty() && fresh.plan.shape == Shape::Groups {
        plan.measures = named.into_iter().cloned().collect();
        changed = true;
    } else if let (Some(aggregate), Some(standing)) = (aggregate, plan.measures.first_mut()) {
        if let Measure::Aggregate {
            aggregate: known, ..
        } = &mut standing.value
        {
            *known = aggregate;
            changed = true;
        }
    } else if counted
        && !plan
            .measures
            .iter()
            .any(|part| part.value == Measure::Count)
    {
        plan.measures = vec![Part::default_for(Measure::Count, "asked as a number")];
        changed = true;
    } else if has(&|item| matches!(item, Item::Percent | Item::Share)) {
        let whole = if plan.groups.len() > 1 {
            ShareOf::Group { groups: vec![0] }
        } else {
            ShareOf::Result
        };
        for part in &mut plan.measures {
            if !matches!(part.value, Measure::Share { .. }) {
                part.value = Measure::Share {
                    of: Box::new(part.value.clone()),
                    whole: whole.clone(),
                };
            }
        }
        changed = true;
    }
    changed |= change_groups(plan, tokens, fresh);
    if has(&|item| matches!(item, Item::Superlative { .. })) {
        changed |= change_selection(plan, tokens, fresh);
    } else if !fresh.plan.order.is_empty() {
        plan.order.clone_from(&fresh.plan.order);
        changed = true;
    }
    let wish =
        has(&|item| matches!(item, Item::Wish(wish) if !matches!(wish, Wish::AxisX | Wish::AxisY)));
    if wish {
        let present = &fresh.plan.present;
        if present.mark.is_some() {
            plan.present.mark.clone_from(&present.mark);
        }
        if present.orientation.is_some() {
            plan.present.orientation.clone_from(&present.orientation);
        }
        if present.stacking.is_some() {
            plan.present.stacking.clone_from(&present.stacking);
        }
        changed = true;
    }
    let _ = schema;
    changed
}

/// New groups are added to a chart, or take the place of the old ones where "instead" or "by … " opens.
fn change_groups(plan: &mut QueryPlan, tokens: &[Token], fresh: &Candidate) -> bool {
    let instead = tokens.iter().any(|token| token.is("instead"))
        || tokens.first().is_some_and(|token| token.is("by per"));
    let mut changed = false;
    let tested: Vec<String> = plan
        .conditions
        .iter()
        .filter_map(|part| serde_json::to_string(&part.value).ok())
        .collect();
    let _ = tested;
    for group in fresh
        .plan
        .groups
        .iter()
        .filter(|group| matches!(group.provenance, Provenance::Words { .. }))
    {
        let same_kind = plan.groups.iter().position(|known| {
            matches!(
                (&known.value, &group.value),
                (Group::Time { .. }, Group::Time { .. })
            )
        });
        if plan.groups.iter().any(|known| known.value == group.value) {
            continue;
        }
        if let Some(at) = same_kind {
            plan.groups[at] = group.clone();
        } else if instead && plan.groups.len() == 1 {
            plan.groups = vec![group.clone()];
        } else {
            plan.groups.push(group.clone());
            plan.groups.truncate(3);
        }
        changed = true;
    }
    changed
}

fn change_selection(plan: &mut QueryPlan, tokens: &[Token], fresh: &Candidate) -> bool {
    let Some((adjective, n)) = fresh.nodes.iter().find_map(|node| match &node.item {
        Item::Superlative { adjective, n, .. } => Some((*adjective, *n)),
        _ => None,
    }) else {
        return false;
    };
    let descending = adjective.high || tokens.iter().any(|token| token.is("worst"));
    plan.order = vec![Part::default_for(
        crate::plan::Order {
            by: crate::plan::OrderBy::Measure { index: 0 },
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

/// A new condition on the same column takes the old one's place, unless it leaves something out.
fn replace_condition(plan: &mut QueryPlan, condition: &Part<Condition>) {
    let column = |condition: &Condition| match condition {
        Condition::Test {
            of: Scalar::Column { column },
            ..
        } => Some(column.clone()),
        _ => None,
    };
    let excludes = |condition: &Condition| {
        matches!(
            condition,
            Condition::Test {
                test: Test::NotIn { .. },
                ..
            }
        )
    };
    if !excludes(&condition.value) && column(&condition.value).is_some() {
        plan.conditions.retain(|known| {
            column(&known.value) != column(&condition.value) || excludes(&known.value)
        });
    }
    plan.conditions.push(condition.clone());
}
