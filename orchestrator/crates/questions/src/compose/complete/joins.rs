//! Joins of the tables that a plan names.

use crate::compose::draft::Draft;
use crate::plan::{ColumnRef, Group, QueryPlan, Scalar};
use crate::schema::{Schema, path};

impl Draft<'_, '_> {
    pub(super) fn joins(&mut self, plan: &mut QueryPlan) {
        if !join_tables(plan, self.schema) {
            self.penalty += 5.0;
        }
    }
}

/// Joins the tables that a plan names; tells whether keys lead to all of them.
pub fn join_tables(plan: &mut QueryPlan, schema: &Schema<'_>) -> bool {
    let mut names = vec![plan.table.clone()];
    // On the wire every part of a plan names its columns in one form, so none of them can be forgotten here.
    if let Ok(value) = serde_json::to_value(&*plan) {
        tables_in(&value, &mut names);
    }
    let mut needed = Vec::new();
    for name in names {
        let at = schema
            .tables
            .iter()
            .position(|table| table.profile.name == name);
        if let Some(at) = at
            && !needed.contains(&at)
        {
            needed.push(at);
        }
    }
    if needed.len() <= 1 {
        // An edit may have removed the last column of another table.
        plan.joins.clear();
        return true;
    }
    match path(schema, &needed) {
        Some(joins) => plan.joins = joins,
        None => return false,
    }
    true
}

pub(super) fn tables_in(value: &serde_json::Value, names: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(map) => {
            if map.get("type").is_some_and(|kind| kind == "exists") {
                // The partner is looked up and not joined.
                map.get("left")
                    .into_iter()
                    .for_each(|left| tables_in(left, names));
                return;
            }
            if let (Some(serde_json::Value::String(table)), true) =
                (map.get("table"), map.contains_key("column"))
            {
                names.push(table.clone());
            }
            map.values().for_each(|value| tables_in(value, names));
        }
        serde_json::Value::Array(values) => values.iter().for_each(|value| tables_in(value, names)),
        _ => {}
    }
}

/// The column of a plain group.
pub fn group_column(group: &Group) -> Option<&ColumnRef> {
    match group {
        Group::Column { column } => Some(column),
        Group::Time { of, .. } | Group::Season { of, .. } => match of {
            crate::plan::TimeSource::Date { column }
            | crate::plan::TimeSource::TextDate { column, .. }
            | crate::plan::TimeSource::Year { column } => Some(column),
            crate::plan::TimeSource::YearAndMonth { year, .. }
            | crate::plan::TimeSource::YearAndQuarter { year, .. } => Some(year),
            crate::plan::TimeSource::DateParts { day, .. } => Some(day),
        },
        Group::Bin {
            of: Scalar::Column { column },
            ..
        } => Some(column),
        _ => None,
    }
}
