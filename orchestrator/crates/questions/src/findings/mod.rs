//! What the rows say, computed from them and nothing else.

mod facts;
mod next;
mod numbers;
mod shape;

use portolan_query::{QueryResult, TableProfile};

use crate::plan::Plan;
use crate::{Findings, Reading, wording};
use shape::Shape;

pub fn findings(reading: &Reading, tables: &[TableProfile], result: &QueryResult) -> Findings {
    let shape = Shape::of(reading, result);
    let subject = wording::capitalized(&reading.label);
    let suggestions = next::suggestions(reading, tables);
    if result.rows.is_empty() {
        return Findings {
            title: format!("No rows: {}", reading.label),
            subtitle: None,
            description: format!("An empty chart of {}: no row meets the conditions.", reading.label),
            prose: "No row meets the conditions, so there is nothing to draw. A wider condition would show something.".to_owned(),
            suggestions,
        };
    }
    let facts = facts::facts(&shape);
    let mut prose = facts.sentences.join(" ");
    if prose.is_empty() {
        prose = format!("{subject}: {} rows.", numbers::whole(result.row_count));
    }
    for caveat in caveats(reading, tables, result, &shape) {
        prose.push(' ');
        prose.push_str(&caveat);
    }
    Findings {
        subtitle: facts.title.is_some().then(|| subject.clone()),
        title: facts.title.unwrap_or(subject),
        description: format!(
            "{} of {}. {}",
            wording::capitalized(shape.kind),
            reading.label,
            facts.summary
        ),
        prose,
        suggestions,
    }
}

/// What a careful reader has to know: few rows, missing values, rows left out.
fn caveats(
    reading: &Reading,
    tables: &[TableProfile],
    result: &QueryResult,
    shape: &Shape<'_>,
) -> Vec<String> {
    let mut caveats = Vec::new();
    if result.truncated {
        caveats.push(format!(
            "Only the first {} of {} rows are shown.",
            numbers::whole(result.rows.len() as u64),
            numbers::whole(result.row_count)
        ));
    }
    if let Some(plan) = &reading.plan {
        caveats.extend(missing(plan, tables));
        let rows = tables
            .iter()
            .find(|table| table.name == plan.table)
            .map_or(0, |table| table.row_count);
        if plan.is_aggregated() && (1..20).contains(&rows) && !plan.dimensions.is_empty() {
            caveats.push(format!(
                "The whole table has only {rows} rows, so small differences mean little."
            ));
        }
    }
    if shape.is_scatter() && result.rows.len() < 10 {
        caveats.push(format!(
            "With {} points this is a hint at best.",
            result.rows.len()
        ));
    }
    caveats.truncate(2);
    caveats
}

fn missing(plan: &Plan, tables: &[TableProfile]) -> Option<String> {
    let used = plan
        .measures
        .iter()
        .filter_map(|m| m.column.as_ref())
        .chain(plan.dimensions.iter().map(|d| &d.column));
    used.filter_map(|reference| {
        let table = tables.iter().find(|table| table.name == reference.table)?;
        let column = table
            .columns
            .iter()
            .find(|column| column.name == reference.column)?;
        (column.nulls > 0).then(|| {
            format!(
                "{} of {} rows have no {}.",
                numbers::whole(column.nulls),
                numbers::whole(table.row_count),
                wording::plain(&column.name)
            )
        })
    })
    .next()
}
