//! Next questions: other views of the same data, in words that the engine understands.

use portolan_query::TableProfile;

use crate::plan::{Aggregate, Plan};
use crate::schema::{Column, ColumnId, Role, Schema};
use crate::{Reading, answer, wording};

pub fn suggestions(reading: &Reading, tables: &[TableProfile]) -> Vec<(String, String)> {
    let schema = Schema::new(tables);
    let Some(plan) = &reading.plan else {
        return answer::starters(&schema)
            .into_iter()
            .map(|prompt| (prompt.clone(), prompt))
            .take(3)
            .collect();
    };
    let mut found: Vec<(String, String)> = Vec::new();
    let mut offer = |label: String, prompt: String| {
        if found.len() < 4 && !found.iter().any(|(known, _)| *known == label) {
            found.push((label, prompt));
        }
    };
    let Some(table) = schema
        .tables
        .iter()
        .position(|table| table.profile.name == plan.table)
    else {
        return found;
    };
    let used = |column: &Column<'_>| {
        plan.dimensions
            .iter()
            .map(|d| &d.column)
            .chain(plan.measures.iter().filter_map(|m| m.column.as_ref()))
            .any(|known| known.column == column.profile.name)
    };
    let of = |role: Role| {
        schema.tables[table]
            .columns
            .iter()
            .enumerate()
            .filter(move |(_, column)| column.role == role && !used(column))
    };
    let name = |column: &Column<'_>| wording::plain(&column.profile.name);
    let category = of(Role::Category)
        .filter(|(at, column)| {
            !schema.is_unique(ColumnId { table, column: *at })
                && (2..=30).contains(&column.profile.distinct)
        })
        .map(|(_, c)| c)
        .next();
    let moment = of(Role::Temporal).map(|(_, c)| c).next();
    let measure = of(Role::Measure).map(|(_, c)| c).next();
    let words = measure_prompt(plan);
    if let (Some(moment), false) = (moment, plan.dimensions.iter().any(|d| d.is_temporal())) {
        offer(
            format!("Over {}", name(moment)),
            format!("{words} over {}", name(moment)),
        );
    }
    if let Some(category) = category {
        offer(
            format!("By {}", name(category)),
            format!("{words} by {}", name(category)),
        );
    }
    let drawn = plan.measures.iter().find_map(|m| m.column.as_ref());
    match (drawn, measure) {
        (Some(drawn), Some(other)) => offer(
            format!(
                "{} and {}",
                wording::capitalized(&wording::plain(&drawn.column)),
                name(other)
            ),
            format!(
                "Relationship between {} and {}",
                wording::plain(&drawn.column),
                name(other)
            ),
        ),
        (None, Some(other)) => match plan.dimensions.first().filter(|d| d.bin.is_none()) {
            Some(dimension) => offer(
                format!("Average {}", name(other)),
                format!(
                    "Average {} by {}",
                    name(other),
                    wording::plain(&dimension.column.column)
                ),
            ),
            None => offer(
                format!("Distribution of {}", name(other)),
                format!("Distribution of {}", name(other)),
            ),
        },
        _ => {}
    }
    if let Some(drawn) = drawn {
        offer(
            format!("Distribution of {}", wording::plain(&drawn.column)),
            format!("Distribution of {}", wording::plain(&drawn.column)),
        );
    }
    if found_few(&found) {
        for prompt in answer::starters(&schema) {
            if found.len() < 3 && !found.iter().any(|(_, known)| *known == prompt) {
                found.push((prompt.clone(), prompt));
            }
        }
    }
    found
}

fn found_few(found: &[(String, String)]) -> bool {
    found.len() < 2
}

/// The plan's first measure as a question begins.
fn measure_prompt(plan: &Plan) -> String {
    match plan.measures.first() {
        Some(measure) if measure.column.is_some() => {
            let column = measure
                .column
                .as_ref()
                .map(|c| wording::plain(&c.column))
                .unwrap_or_default();
            match measure.aggregate {
                Some(Aggregate::Sum) => format!("Total {column}"),
                Some(Aggregate::Minimum) => format!("Lowest {column}"),
                Some(Aggregate::Maximum) => format!("Highest {column}"),
                Some(Aggregate::Median) => format!("Median {column}"),
                Some(Aggregate::Distinct) => format!("Number of different {column}"),
                _ => format!("Average {column}"),
            }
        }
        _ => format!(
            "Number of {}",
            plan.measures
                .first()
                .and_then(|m| m.noun.clone())
                .unwrap_or_else(|| wording::plain(&plan.table))
        ),
    }
}
