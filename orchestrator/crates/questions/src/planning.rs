//! From a draft to a plan: names instead of numbers, joins, and the order.

use crate::draft::{Draft, Group};
use crate::groups;
use crate::joins;
use crate::lexicon;
use crate::order::Target;
use crate::plan::{
    Aggregate, ColumnRef, Dimension, Filter, Mark, Measure, Order, OrderBy, Plan, Test,
};
use crate::rest;
use crate::schema::{ColumnId, Schema};
use crate::sequence;
use crate::understanding::Understanding;

/// The draft with names instead of numbers; None where its tables cannot be joined.
pub fn plan(draft: &Draft, known: &Understanding, schema: &Schema<'_>) -> Option<Plan> {
    let measures: Vec<Measure> = draft
        .measures
        .iter()
        .map(|(aggregate, column)| Measure {
            aggregate: *aggregate,
            column: column.map(|id| schema.reference(id)),
            noun: column
                .is_none()
                .then(|| {
                    draft
                        .counted
                        .map(|table| noun(&schema.tables[table].profile.name))
                })
                .flatten(),
        })
        .collect();
    let dimensions: Vec<Dimension> = draft
        .dimensions
        .iter()
        .map(|g| dimension(g, schema))
        .collect();
    let mut filters: Vec<_> = known.conditions.filters.clone();
    let mut needed: Vec<usize> = Vec::new();
    let table_of = |column: &ColumnRef| {
        schema
            .tables
            .iter()
            .position(|t| t.profile.name == column.table)
    };
    needed.extend(draft.measures.iter().filter_map(|m| m.1.map(|id| id.table)));
    needed.extend(
        draft
            .counted
            .filter(|_| draft.measures.iter().any(|m| m.1.is_none())),
    );
    needed.extend(draft.dimensions.iter().map(|g| g.column.table));
    let compared = known.conditions.wholes.iter();
    needed.extend(compared.filter_map(|w| w.column.map(|id| id.table).or(w.counted)));
    // Conditions on tables that cannot be reached are left out.
    if let Some(&main) = needed.first() {
        filters.retain(|f| {
            table_of(&f.column).is_none_or(|t| joins::path(schema, &[main, t]).is_some())
        });
        both(&mut filters, main, known, schema);
    }
    let outside = |f: &&Filter| !matches!(f.test, Test::AllOf { .. });
    let filtered = filters
        .iter()
        .filter(outside)
        .filter_map(|f| table_of(&f.column));
    needed.extend(filtered);
    let mut order = order(draft, known, schema);
    if let Some(Order {
        by: OrderBy::Column(column),
        ..
    }) = &order
    {
        match table_of(column) {
            Some(table) if needed.contains(&table) => {}
            _ => order = None,
        }
    }
    if needed.is_empty() {
        needed.push(0);
    }
    let mut unique = Vec::new();
    for table in needed {
        if !unique.contains(&table) {
            unique.push(table);
        }
    }
    // "For all players, the number of club names": each player counts.
    let named = known.tables.iter().map(|m| m.table);
    for table in named.filter(|_| draft.counts() && !draft.dimensions.is_empty()) {
        let spoken = schema.tables[table].stems.len() == 1 && !unique.contains(&table);
        if spoken && joins::path(schema, &[unique[0], table]).is_some() {
            unique.push(table);
        }
    }
    let joins = joins::path(schema, &unique)?;
    let mark = draft.mark.unwrap_or(Mark::Bar);
    let mut plan = Plan {
        table: schema.tables[unique[0]].profile.name.clone(),
        joins,
        dimensions,
        measures,
        filters,
        having: groups::having(known, schema),
        top: groups::top(known, schema),
        order,
        limit: known.ordering.limit.map(|(n, _)| n),
        rest_after: None,
        every_group: false,
        mark,
        side_by_side: (known.cues.side_by_side || !stacks(draft)) && !known.cues.stacked,
        upright: known.cues.upright && !known.cues.horizontal,
    };
    let says_all = known.tokens.iter().any(|t| t.is("all every"));
    plan.every_group = says_all && rest::rest_after(&plan).is_some();
    Some(plan)
}

/// Whether the parts add up, so that bars may stand on each other.
fn stacks(draft: &Draft) -> bool {
    draft
        .measures
        .first()
        .is_none_or(|m| matches!(m.0, None | Some(Aggregate::Count | Aggregate::Sum)))
}

pub fn dimension(group: &Group, schema: &Schema<'_>) -> Dimension {
    let column = schema.column(group.column);
    Dimension {
        column: schema.reference(group.column),
        column_type: column.profile.column_type,
        unit: group.unit,
        bin: group.bin,
        channel: group.channel,
        years: column.years,
        text_dates: column.text_dates,
        gaps: column.profile.nulls > 0,
        distinct: column.profile.distinct,
        longest: column.longest_label(),
        sequence: sequence::natural(column.profile),
    }
}

/// "Who has both a desk and a chair": a row of the other table for each.
fn both(filters: &mut [Filter], main: usize, known: &Understanding, schema: &Schema<'_>) {
    let Some(column) = &known.conditions.both else {
        return;
    };
    let Some(other) = schema
        .find(column)
        .map(|id| id.table)
        .filter(|table| *table != main)
    else {
        return;
    };
    let Some((outer, key)) = joins::keys(schema, main, other) else {
        return;
    };
    let reference = |table: usize, column: usize| schema.reference(ColumnId { table, column });
    for filter in filters.iter_mut().filter(|f| f.column == *column) {
        if let Test::OneOf(values) = &filter.test {
            filter.test = Test::AllOf {
                key: reference(other, key),
                outer: reference(main, outer),
                values: values.clone(),
            };
        }
    }
}

/// A table's name as a noun: "order items".
pub fn noun(table: &str) -> String {
    table.replace('_', " ").to_lowercase()
}

fn order(draft: &Draft, known: &Understanding, schema: &Schema<'_>) -> Option<Order> {
    let measured = |descending| {
        Some(Order {
            by: OrderBy::Measure,
            descending,
        })
    };
    if let Some(sort) = &known.ordering.sort {
        let descending = sort.descending;
        let dimension = Some(Order {
            by: OrderBy::Dimension,
            descending,
        });
        return match sort.target {
            Target::X => dimension,
            Target::Y => measured(descending),
            Target::Unsaid if draft.mark == Some(Mark::Line) => dimension,
            Target::Unsaid => measured(descending),
            Target::Tokens { start, end } => {
                let words = &known.tokens[start..end];
                let counts = words.iter().any(|t| {
                    t.is("number count total amount frequency many counts value values quantity")
                });
                let names = words
                    .iter()
                    .any(|t| t.is("name names label labels category categories alphabet"));
                let aggregated = words.iter().any(|t| lexicon::aggregate(&t.lower).is_some());
                let Some(mention) = known.sorted_by() else {
                    return if names || (!counts && draft.mark == Some(Mark::Line)) {
                        dimension
                    } else {
                        measured(descending)
                    };
                };
                let drawn = |g: &Group| g.column == mention.column;
                let measure = draft.measures.iter().any(|m| m.1 == Some(mention.column));
                let along = draft.dimensions.first().is_some_and(drawn);
                let counted = words.iter().any(|t| t.is("number count total many"))
                    && draft.measures.iter().any(|m| m.0 == Some(Aggregate::Count))
                    && !(along && mention.matched.len() == words.len());
                if counted || measure && (counts || aggregated || !along) {
                    measured(descending)
                } else if along || names {
                    dimension
                } else if schema.column(mention.column).is_quantity()
                    && draft.measures.iter().all(|m| m.1.is_some())
                    && draft.measures.iter().any(|m| m.0.is_some())
                {
                    measured(descending)
                } else {
                    Some(Order {
                        by: OrderBy::Column(schema.reference(mention.column)),
                        descending,
                    })
                }
            }
        };
    }
    if let Some((_, largest)) = known.ordering.limit {
        return measured(largest);
    }
    known
        .ordering
        .superlative
        .filter(|s| {
            !draft
                .measures
                .iter()
                .any(|m| m.0 == Some(Aggregate::Minimum))
                || !s.descending
        })
        .and_then(|s| measured(s.descending))
}
