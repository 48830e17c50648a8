//! A declined question: why, the nearest columns, and questions that the table can answer.

use crate::answer::{Answer, DeclineReason, Echo};
use crate::plan::ColumnRef;
use crate::schema::{ColumnId, Schema};

pub fn decline(reason: DeclineReason, message: String, schema: &Schema<'_>, echo: Echo) -> Answer {
    // The likeliest table comes first.
    let table = schema.tables.first();
    let nearest: Vec<ColumnRef> = table.map_or_else(Vec::new, |table| {
        (0..table.columns.len())
            .filter(|at| table.columns[*at].is_quantity())
            .take(3)
            .map(|column| schema.reference(ColumnId { table: 0, column }))
            .collect()
    });
    let suggestions = table.map_or_else(Vec::new, |table| suggestions(table));
    Answer::Decline {
        reason,
        message,
        nearest,
        suggestions,
        echo,
    }
}

/// Questions that a table can answer.
fn suggestions(table: &crate::schema::Table<'_>) -> Vec<String> {
    let quantity = table
        .columns
        .iter()
        .find(|column| column.is_quantity())
        .map(|column| column.profile.name.clone());
    let category = table
        .columns
        .iter()
        .find(|column| column.is_text() && column.profile.distinct <= 50)
        .map(|column| column.profile.name.clone());
    let mut made = Vec::new();
    if let (Some(quantity), Some(category)) = (&quantity, &category) {
        made.push(format!("Average {quantity} by {category}"));
    }
    if let (Some(quantity), Some(_)) = (&quantity, &table.time) {
        made.push(format!("{quantity} over time"));
    }
    if let Some(category) = category {
        made.push(format!("Number of rows by {category}"));
    }
    made
}
