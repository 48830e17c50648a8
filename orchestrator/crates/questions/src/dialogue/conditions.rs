//! Conditions of a follow-up: they narrow what stands, take the place of those on the same column, or add to them.

use super::merge::{has, is_said, is_time};
use super::request::Request;
use crate::decide::Candidate;
use crate::parse::Item;
use crate::plan::{
    ColumnRef, Comparison, Condition, Group, GroupTest, Literal, Measure, Part, Provenance,
    QueryPlan, Scalar, Shape, Test,
};
use crate::schema::{ColumnId, Role, Schema};
use crate::sql::walk::condition_columns;

/// Merges the conditions of a request; tells whether there are any.
pub fn merge(
    plan: &mut QueryPlan,
    request: &Request,
    fresh: &Candidate,
    schema: &Schema<'_>,
) -> bool {
    let adds = request.adds || request.compares;
    let said: Vec<Part<Condition>> = fresh
        .plan
        .conditions
        .iter()
        .filter(|part| is_asked_for(part, fresh, schema))
        .map(|part| from_index(part, fresh))
        .collect();
    for condition in &said {
        let condition = &widest(plan, condition, schema);
        if adds && (add_values(plan, condition) || add_period(plan, condition, fresh, schema)) {
            continue;
        }
        replace(plan, condition);
        if request.separates {
            group_by_tested(plan, condition);
        }
    }
    for test in &fresh.plan.having {
        plan.having.push(test.clone());
    }
    !said.is_empty() || !fresh.plan.having.is_empty()
}

/// "For sequels only": the rows where a column of 0 and 1 is 1.
pub fn only_flagged(
    plan: &mut QueryPlan,
    request: &Request,
    fresh: &Candidate,
    schema: &Schema<'_>,
) -> bool {
    let mut columns = fresh.nodes.iter().filter_map(|node| match &node.item {
        Item::Column { id, .. } => Some(*id),
        _ => None,
    });
    let (Some(id), None) = (columns.next(), columns.next()) else {
        return false;
    };
    let column = schema.column(id);
    if column.role != Role::Flag || !has(fresh, |item| matches!(item, Item::Only)) {
        return false;
    }
    // Flags are stored as 0 and 1 or as a boolean.
    let test = if column.is_numeric() {
        Test::In {
            values: vec![Literal::Number { number: 1.0 }],
        }
    } else {
        Test::IsTrue
    };
    let condition = Condition::Test {
        of: Scalar::column(schema.reference(id)),
        test,
    };
    let provenance = request.provenance();
    replace(
        plan,
        &Part {
            value: condition,
            provenance,
        },
    );
    true
}

/// Tells whether a condition comes from the words: the end of the data, which stands in for a time, is a default of whole questions.
fn is_asked_for(part: &Part<Condition>, fresh: &Candidate, schema: &Schema<'_>) -> bool {
    let is_time = |column: &ColumnRef| {
        schema.find(column).is_some_and(|id| {
            let column = schema.column(id);
            column.is_date() || column.role == Role::Time
        })
    };
    // The row of the whole stands in for a place that a whole question would name; what was asked before has its own.
    let is_total = |column: &ColumnRef| {
        schema.find(column).is_some_and(|id| {
            let table = &schema.tables[id.table];
            let is_own = |column: &usize| *column == id.column;
            table.totals.iter().any(|known| is_own(&known.0))
                || table.wholes.iter().any(|known| is_own(&known.0))
        })
    };
    is_said(&part.provenance)
        || has(fresh, |item| matches!(item, Item::Time(_)))
            && !columns_of(&part.value).iter().any(is_total)
        || !columns_of(&part.value)
            .iter()
            .any(|column| is_time(column) || is_total(column))
}

/// "Index it to 2015": the year is where the course begins and not all that is shown. What was said stays, whatever stands in
/// for it later.
fn from_index(part: &Part<Condition>, fresh: &Candidate) -> Part<Condition> {
    let mut part = part.clone();
    // A default is dropped by a later group of time; this one was asked for and has to stay.
    if !is_said(&part.provenance) {
        part.provenance = Provenance::Earlier;
    }
    if let Condition::Test {
        test: test @ Test::Between { open: true, .. },
        ..
    } = &mut part.value
        && has(fresh, |item| matches!(item, Item::Index))
        && let Test::Between { low, .. } = test
    {
        *test = Test::Compare {
            comparison: Comparison::AtLeast,
            value: low.clone(),
        };
    }
    part
}

/// "Africa only" over countries: the continent Africa is meant and not the row of that name among them.
fn widest(plan: &QueryPlan, condition: &Part<Condition>, schema: &Schema<'_>) -> Part<Condition> {
    let mut condition = condition.clone();
    if let Condition::Test {
        of: Scalar::Column { column },
        test: Test::In { values },
    } = &mut condition.value
        && let [Literal::Text { text }] = values.as_slice()
        && plan.groups.iter().any(|group| {
            group.value
                == Group::Column {
                    column: column.clone(),
                }
        })
        && let Some(id) = schema.find(column)
        && let Some(wider) = wider(id, text, schema)
    {
        *column = schema.reference(wider);
    }
    condition
}

/// Returns another column of the table that holds the same text and has fewer values.
fn wider(id: ColumnId, text: &str, schema: &Schema<'_>) -> Option<ColumnId> {
    let own = schema.column(id).profile.distinct;
    let holds = |other: &ColumnId| {
        schema
            .column(*other)
            .profile
            .values
            .iter()
            .any(|value| value.value.as_str() == Some(text))
    };
    schema
        .ids()
        .filter(|other| {
            other.table == id.table && *other != id && schema.column(*other).profile.distinct < own
        })
        .find(holds)
}

/// "2023 as well", "compare with 2021": one more period beside the one that stands; the periods become a group.
fn add_period(
    plan: &mut QueryPlan,
    condition: &Part<Condition>,
    fresh: &Candidate,
    schema: &Schema<'_>,
) -> bool {
    // "Since 2020" is open, so it is no period that stands beside another.
    let Some(unit) = fresh.nodes.iter().find_map(|node| match &node.item {
        Item::Time(range) if range.single => Some(range.unit),
        _ => None,
    }) else {
        return false;
    };
    let columns = columns_of(&condition.value);
    let Some(known) = plan
        .conditions
        .iter_mut()
        .find(|known| columns_of(&known.value) == columns && !columns.is_empty())
    else {
        return false;
    };
    let standing = known.value.clone();
    known.value = match standing {
        // A third period joins the two that are compared.
        Condition::Or { mut any } => {
            any.push(condition.value.clone());
            Condition::Or { any }
        }
        only => Condition::Or {
            any: vec![only, condition.value.clone()],
        },
    };
    known.provenance = condition.provenance.clone();
    let time = schema
        .tables
        .iter()
        .find(|table| table.profile.name == plan.table)
        .and_then(|table| table.time.as_ref());
    let is_grouped = plan
        .groups
        .iter()
        .any(|group| matches!(&group.value, Group::Time { unit: known, .. } if *known == unit));
    // Without a group of their own, the periods would be added up and not compared.
    if let Some(time) = time.filter(|_| !is_grouped && plan.shape == Shape::Groups) {
        plan.groups.push(Part {
            value: Group::Time {
                of: time.source.clone(),
                unit,
            },
            provenance: condition.provenance.clone(),
        });
        // The axis, the colours and the panels show three groups at most.
        plan.groups.truncate(3);
    }
    true
}

fn columns_of(condition: &Condition) -> Vec<ColumnRef> {
    let mut columns = Vec::new();
    condition_columns(condition, &mut |column| {
        if !columns.contains(column) {
            columns.push(column.clone());
        }
    });
    columns
}

/// "Men and women separately": the column that is tested divides what stands.
fn group_by_tested(plan: &mut QueryPlan, condition: &Part<Condition>) {
    let Some(column) = tested(&condition.value).cloned() else {
        return;
    };
    let group = Group::Column { column };
    if !plan.groups.iter().any(|known| known.value == group) {
        plan.groups.push(Part {
            value: group,
            provenance: condition.provenance.clone(),
        });
        plan.groups.truncate(3);
    }
}

/// "Only those above 300": a comparison that names no quantity is about the one that is shown.
pub fn test_measure(plan: &mut QueryPlan, fresh: &Candidate, schema: &Schema<'_>) -> bool {
    // `unknown` holds the places of nodes that found nothing to refer to.
    let open = fresh
        .unknown
        .iter()
        .find_map(|at| match &fresh.nodes[*at].item {
            Item::Compare {
                comparison,
                low,
                high,
                unit,
                ..
            } => Some((*comparison, *low, *high, *unit)),
            _ => None,
        });
    let (Some((comparison, low, high, unit)), Some(part)) = (open, plan.measures.first()) else {
        return false;
    };
    let kept = part
        .value
        .column()
        .and_then(|column| schema.find(column))
        .and_then(|id| schema.column(id).unit);
    let is_share = matches!(part.value, Measure::Share { .. })
        || matches!(part.value, Measure::Arithmetic { percent: true, .. });
    let scale = match (unit, kept) {
        // "Above 2 hours" of a column in minutes tests for 120.
        (Some(unit), Some(kept)) if unit.kind == kept.kind => unit.factor / kept.factor,
        // "Above 30" of a share means 30 %; shares are stored as fractions.
        _ if is_share && low > 1.0 => 0.01,
        _ => 1.0,
    };
    let literal = |number: f64| Literal::Number {
        number: number * scale,
    };
    let test = match high {
        Some(high) => Test::Between {
            low: literal(low),
            high: literal(high),
            open: false,
        },
        None => Test::Compare {
            comparison,
            value: literal(low),
        },
    };
    match (&part.value, plan.shape) {
        (Measure::Raw { of }, _) => plan.conditions.push(Part::default_for(
            Condition::Test {
                of: of.clone(),
                test,
            },
            "the quantity that is shown",
        )),
        // "Only those above 30" of an average keeps groups and not rows.
        (measure, Shape::Groups) => {
            let measure = measure.clone();
            plan.having.push(Part::default_for(
                GroupTest { measure, test },
                "the quantity that is shown",
            ));
        }
        _ => return false,
    }
    true
}

/// Takes away tests that leave one value of a column that is grouped by now.
pub fn forget_single(plan: &mut QueryPlan, group: &Group, fresh: &Candidate) {
    let Group::Column { column } = group else {
        return;
    };
    // A value that is named together with the group is meant to stay.
    if is_time(group)
        || has(fresh, |item| {
            matches!(item, Item::Value { .. } | Item::Only)
        })
    {
        return;
    }
    // A chart by port that keeps one port would have a single bar.
    plan.conditions.retain(|part| {
        !matches!(&part.value, Condition::Test { of: Scalar::Column { column: tested }, test: Test::In { values } }
            if tested == column && values.len() == 1)
    });
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
    // In one sum, the added value could not be told from the others.
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
pub fn tested(condition: &Condition) -> Option<&ColumnRef> {
    match condition {
        Condition::Test {
            of: Scalar::Column { column },
            ..
        } => Some(column),
        _ => None,
    }
}

/// A new condition on the same column takes the old one's place, unless it leaves something out.
fn replace(plan: &mut QueryPlan, condition: &Part<Condition>) {
    let excludes = |condition: &Condition| {
        matches!(
            condition,
            Condition::Test {
                test: Test::NotIn { .. },
                ..
            } | Condition::Not { .. }
        )
    };
    let scalar = |condition: &Condition| match condition {
        Condition::Test { of, .. } => Some(of.clone()),
        _ => None,
    };
    // An exclusion neither removes a condition on its column nor is removed by one: both hold.
    if !excludes(&condition.value) && scalar(&condition.value).is_some() {
        plan.conditions.retain(|known| {
            scalar(&known.value) != scalar(&condition.value) || excludes(&known.value)
        });
    }
    plan.conditions.push(condition.clone());
}
