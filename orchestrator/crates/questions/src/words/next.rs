//! Questions that lead on from a chart.

use portolan_query::{ColumnProfile, ColumnType, TableProfile};

use crate::plan::{Group, Measure, QueryPlan, Scalar, TimeUnit};

use super::names::{capitalized, column_name, entity_plural, measure_words, period_word};

const MOST: usize = 3;
/// A group of more values makes no readable bars.
const MOST_VALUES: u64 = 40;

/// Returns labels and prompts of questions that the table can answer and the chart does not.
pub fn next_questions(plan: &QueryPlan, tables: &[TableProfile]) -> Vec<(String, String)> {
    let Some(table) = tables.iter().find(|table| table.name == plan.table) else {
        return Vec::new();
    };
    let mut found: Vec<(String, String)> = Vec::new();
    // Values of single rows are averaged once they are grouped.
    let measure = match plan.measures.first().map(|part| &part.value) {
        Some(Measure::Raw { of }) => format!("average {}", super::names::scalar_words(of)),
        Some(measure @ (Measure::Count | Measure::Aggregate { .. })) => {
            measure_words(measure, plan)
        }
        _ => format!("number of {}", entity_plural(plan)),
    };
    let used = used_columns(plan);
    let is_free = |column: &&ColumnProfile| !used.contains(&column.name);
    let has_time = plan
        .groups
        .iter()
        .any(|part| matches!(part.value, Group::Time { .. }));
    if plan.unpivot.is_none() {
        if !has_time
            && let Some(time) = table
                .columns
                .iter()
                .filter(is_free)
                .find(|column| is_time(column))
        {
            let unit = if time.column_type == ColumnType::Integer {
                "year"
            } else {
                unit_of(time)
            };
            found.push((format!("Per {unit}"), format!("{measure} per {unit}")));
        }
        let categories = table
            .columns
            .iter()
            .filter(is_free)
            .filter(|column| is_category(column, table));
        for column in categories.take(2) {
            let name = name(table, column);
            found.push((format!("By {name}"), format!("{measure} by {name}")));
        }
    }
    if let Some(drawn) = measured_column(plan) {
        found.push((
            format!("Distribution of {drawn}"),
            format!("distribution of {drawn}"),
        ));
    }
    found.truncate(MOST);
    found
        .into_iter()
        .map(|(label, prompt)| (label, capitalized(&prompt)))
        .collect()
}

fn used_columns(plan: &QueryPlan) -> Vec<String> {
    let mut used = Vec::new();
    let mut add = |column: &crate::plan::ColumnRef| used.push(column.column.clone());
    for part in &plan.groups {
        crate::sql::walk::group_columns(&part.value, &mut add);
    }
    for part in &plan.conditions {
        crate::sql::walk::condition_columns(&part.value, &mut add);
    }
    used
}

fn name(table: &TableProfile, column: &ColumnProfile) -> String {
    column_name(&crate::plan::ColumnRef {
        table: table.name.clone(),
        column: column.name.clone(),
    })
}

fn measured_column(plan: &QueryPlan) -> Option<String> {
    if plan.shape == crate::plan::Shape::Distribution {
        return None;
    }
    match &plan.measures.first()?.value {
        // A number of different values has no distribution of its own.
        Measure::Aggregate {
            of: Scalar::Column { column },
            aggregate,
        } if !matches!(
            aggregate,
            crate::plan::Aggregate::CountDistinct | crate::plan::Aggregate::CountPresent
        ) && plan.unpivot.is_none() =>
        {
            Some(column_name(column))
        }
        _ => None,
    }
}

fn is_time(column: &ColumnProfile) -> bool {
    match column.column_type {
        ColumnType::Date | ColumnType::Datetime => column.distinct > 1,
        ColumnType::Integer => column.name.to_lowercase() == "year" && column.distinct > 1,
        _ => false,
    }
}

fn unit_of(column: &ColumnProfile) -> &'static str {
    let year =
        |value: &Option<serde_json::Value>| value.as_ref()?.as_str()?.get(..4)?.parse::<i32>().ok();
    match (year(&column.min), year(&column.max)) {
        (Some(first), Some(last)) if last - first >= 3 => period_word(TimeUnit::Year),
        // Up to 31 dates within a year are about a month of days.
        (Some(first), Some(last)) if last == first && column.distinct <= 31 => {
            period_word(TimeUnit::Day)
        }
        _ => period_word(TimeUnit::Month),
    }
}

fn is_category(column: &ColumnProfile, table: &TableProfile) -> bool {
    // A text that differs in each row names the rows and groups none of them.
    matches!(column.column_type, ColumnType::String | ColumnType::Boolean)
        && (2..=MOST_VALUES).contains(&column.distinct)
        && column.distinct < table.row_count
}
