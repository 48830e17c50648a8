//! What conditions on whole groups, rows without others and the first of each group make of a draft.

use crate::draft::{Draft, Group};
use crate::plan::{Aggregate, GroupTest, Measure, Top};
use crate::planning::noun;
use crate::schema::{ColumnId, Role, Schema};
use crate::understanding::Understanding;

pub fn apply(draft: &mut Draft, known: &Understanding, schema: &Schema<'_>) {
    if let Some(first) = &known.first_of_each {
        let series = Group {
            series: true,
            ..Group::new(first.group)
        };
        draft.dimensions = vec![Group::new(first.entity), series];
        draft.measures = vec![(first.aggregate, first.quantity)];
        draft.counted = first.counted;
        draft.assumed = None;
        return;
    }
    if let Some(whole) = known.conditions.wholes.first() {
        let plain = draft
            .measures
            .iter()
            .all(|m| m.0.is_none() || m.0 == Some(Aggregate::Count) || m.1 == whole.column);
        if !draft.divides(whole.group) {
            draft.dimensions.retain(|g| {
                schema.column(g.column).role != Role::Key && !schema.is_unique(g.column)
            });
            draft.dimensions.insert(0, Group::new(whole.group));
        }
        if plain {
            draft.measures = vec![(Some(whole.aggregate), whole.column)];
            draft.counted = whole.counted.or(draft.counted);
            draft.assumed = None;
        }
    }
    if let Some(table) = known.lonely {
        lonely(draft, table, schema);
    }
}

/// Rows without others are listed by name.
fn lonely(draft: &mut Draft, table: usize, schema: &Schema<'_>) {
    let columns = &schema.tables[table].columns;
    let Some(label) = schema.tables[table].label else {
        return;
    };
    if !draft.dimensions.is_empty() {
        return;
    }
    draft.dimensions.push(Group::new(ColumnId {
        table,
        column: label,
    }));
    let quantity = columns
        .iter()
        .position(|c| c.is_quantity() && c.role == Role::Measure);
    draft.measures = match quantity {
        Some(column) => vec![(None, Some(ColumnId { table, column }))],
        None => vec![(Some(Aggregate::Count), None)],
    };
    draft.counted = Some(table);
}

/// The conditions on groups by name.
pub fn having(known: &Understanding, schema: &Schema<'_>) -> Vec<GroupTest> {
    let wholes = known.conditions.wholes.iter();
    wholes
        .map(|whole| GroupTest {
            measure: Measure {
                aggregate: Some(whole.aggregate),
                column: whole.column.map(|id| schema.reference(id)),
                noun: whole
                    .counted
                    .map(|table| noun(&schema.tables[table].profile.name)),
            },
            comparison: whole.comparison,
            value: crate::filters::number_value(whole.value),
        })
        .collect()
}

pub fn top(known: &Understanding, schema: &Schema<'_>) -> Option<Top> {
    known.first_of_each.as_ref().map(|first| Top {
        count: first.count,
        of: schema.reference(first.group),
        descending: first.descending,
    })
}
