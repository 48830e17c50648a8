//! Questions that a table can certainly answer.

use portolan_query::TableProfile;

use crate::language::lexicon;
use crate::plan::QueryPlan;
use crate::schema::{Role, Schema, Table};
use crate::{Answer, Question, answer, prepare};

/// A group of more values makes no readable bars.
const MOST_VALUES: u64 = 40;
const MOST: usize = 3;
/// Fewer rows have no distribution worth a chart.
const SPREAD_ROWS: u64 = 12;

/// Tells for each column of a table whether its total is a figure of its own, as of sales. Rates, prices and scales have no total,
/// and that of a stock, such as a population, depends on the time.
pub fn additive_columns(table: &TableProfile) -> Vec<bool> {
    let schema = Schema::new(std::slice::from_ref(table), None);
    let columns = schema.tables.iter().flat_map(|table| &table.columns);
    columns
        .map(|column| {
            let is_stock = column
                .words
                .iter()
                .any(|word| lexicon::is_stock_stem(&word.stem));
            column.role == Role::Additive && !is_stock
        })
        .collect()
}

/// Returns questions about a table, the most telling first; each was understood before it is returned.
pub fn starters(table: &TableProfile) -> Vec<String> {
    let alone = std::slice::from_ref(table);
    let schema = Schema::new(alone, None);
    let Some(known) = schema.tables.first() else {
        return Vec::new();
    };
    let mut found = candidates(known);
    found.retain(|text| {
        let question = Question {
            text,
            tables: alone,
            earlier: None,
            schema: None,
        };
        matches!(answer(&question), Answer::Plans { readings }
            if readings.first().is_some_and(|reading| prepare(&reading.plan, alone).is_ok()))
    });
    found.truncate(MOST);
    found
}

fn candidates(table: &Table<'_>) -> Vec<String> {
    let quantity = table.columns.iter().find(|column| column.is_quantity());
    let categories = || {
        table.columns.iter().filter(|column| {
            column.is_text()
                && (2..=MOST_VALUES).contains(&column.profile.distinct)
                && column.profile.distinct < table.profile.row_count
        })
    };
    // A text that differs in each row names the rows; few of them fit below bars.
    let label = table.columns.iter().find(|column| {
        column.is_text()
            && column.profile.distinct == table.profile.row_count
            && column.profile.distinct <= MOST_VALUES
    });
    let words = |column: &crate::schema::Column<'_>| {
        let adds = column.role == Role::Additive;
        let word = if adds { "Total" } else { "Average" };
        format!("{word} {}", column.profile.name)
    };
    let mut found = Vec::new();
    if let Some(quantity) = quantity {
        // Each label has one row, whose value needs no summary.
        if let Some(label) = label {
            found.push(format!(
                "{} by {}",
                quantity.profile.name, label.profile.name
            ));
        }
        if table.time.is_some() {
            found.push(format!("{} over time", words(quantity)));
        }
        found.extend(
            categories()
                .take(2)
                .map(|category| format!("{} by {}", words(quantity), category.profile.name)),
        );
        if table.profile.row_count >= SPREAD_ROWS {
            found.push(format!("Distribution of {}", quantity.profile.name));
        }
    }
    found.extend(
        categories()
            .take(2)
            .map(|category| format!("Number of rows by {}", category.profile.name)),
    );
    found
}

/// Tells whether two plans read the same rows and draw the same chart.
pub fn has_same_statement(left: &QueryPlan, right: &QueryPlan, tables: &[TableProfile]) -> bool {
    match (prepare(left, tables), prepare(right, tables)) {
        (Ok(left), Ok(right)) => left.sql == right.sql && left.drawing == right.drawing,
        _ => false,
    }
}
