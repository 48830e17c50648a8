//! Profiles of small tables.

use portolan_query::{ColumnProfile, ColumnType, TableProfile};

pub fn column(name: &str, column_type: ColumnType, distinct: u64) -> ColumnProfile {
    ColumnProfile {
        name: name.to_owned(),
        column_type,
        nulls: 0,
        distinct,
        min: None,
        max: None,
        mean: None,
        quartiles: None,
        values: Vec::new(),
    }
}

pub fn table(name: &str, row_count: u64, columns: Vec<ColumnProfile>) -> TableProfile {
    TableProfile {
        name: name.to_owned(),
        row_count,
        columns,
    }
}
