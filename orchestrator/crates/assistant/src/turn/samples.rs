//! The first rows of tables, which the prompt shows.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use portolan_databases::TableQueries;
use portolan_query::TableFile;
use serde_json::Value;

use super::TurnRequest;

/// Rows of a table that the prompt shows, and the bytes that they may take.
const SAMPLE_ROWS: usize = 3;
const SAMPLE_BYTES: usize = 600;
/// Tables whose first rows are shown.
const SAMPLED: usize = 3;

/// The first rows of tables, by their names in SQL.
pub(super) type Samples = BTreeMap<String, Vec<Value>>;

/// Reads the first rows of the tables that are the likeliest to be asked; tables that cannot be read now are
/// described without.
pub(super) async fn read_samples(request: &TurnRequest, queries: &TableQueries) -> Samples {
    let tables = request.tables.iter().take(SAMPLED);
    let read = tables.map(|table| async move {
        let name = &table.profile.name;
        let file = TableFile {
            name: name.clone(),
            path: table.path.to_string_lossy().into_owned(),
        };
        let sql = format!("SELECT * FROM \"{name}\" LIMIT {SAMPLE_ROWS}");
        let result = queries.query(&sql, &[file]).await.ok()?;
        let shown = result.count_fitting(SAMPLE_ROWS, SAMPLE_BYTES);
        let rows = result.rows.into_iter().take(shown).map(Value::from);
        Some((name.clone(), rows.collect()))
    });
    join_all(read).await.into_iter().flatten().collect()
}

/// Samples as large as they may be, for the hold before they are read.
pub(super) fn widest_samples(request: &TurnRequest) -> Samples {
    let tables = request.tables.iter().take(SAMPLED);
    let widest = Value::from("0 ".repeat(SAMPLE_BYTES / 2));
    tables
        .map(|table| (table.profile.name.clone(), vec![widest.clone()]))
        .collect()
}
