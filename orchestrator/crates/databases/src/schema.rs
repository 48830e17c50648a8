//! The tables and columns of a database.

use portolan_query::{FailureCode, WorkerFailure};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, Row, postgres::PgRow};
use tokio::time::timeout;

use super::{
    access::DatabaseEngine,
    connect::{Driver, ReadSession},
    failure::{TOOK_TOO_LONG, failure},
    mysql,
    table::RemoteColumn,
};

/// Tables that a list shows.
const MOST_TABLES: i64 = 1_000;
/// Columns of one table.
const MOST_COLUMNS: usize = 300;

/// A table's name in its database.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableName {
    pub schema: String,
    pub table: String,
}

/// A table or view that the database user may read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundTable {
    pub schema: String,
    pub table: String,
    pub is_view: bool,
    /// As the database estimates it; None if it has no estimate.
    pub estimated_rows: Option<u64>,
}

impl ReadSession {
    /// Lists the tables and views that the user may read, in the order of their names.
    pub async fn tables(&mut self) -> Result<Vec<FoundTable>, WorkerFailure> {
        let patience = self.patience();
        let found = async {
            match &mut self.driver {
                Driver::Postgres(connection) => read_tables(connection).await,
                Driver::Mysql(connection) => mysql::read_tables(connection, MOST_TABLES).await,
            }
        };
        match timeout(patience, found).await {
            Ok(found) => found.map_err(|error| self.explain(&error)),
            Err(_) => Err(failure(FailureCode::QueryTimeout, TOOK_TOO_LONG)),
        }
    }

    /// Returns the columns of a table with notes on those that are left out.
    pub async fn columns(
        &mut self,
        name: &TableName,
    ) -> Result<(Vec<RemoteColumn>, Vec<String>), WorkerFailure> {
        let patience = self.patience();
        let found = async {
            match &mut self.driver {
                Driver::Postgres(connection) => read_columns(connection, name).await,
                Driver::Mysql(connection) => mysql::read_columns(connection, name).await,
            }
        };
        let found = match timeout(patience, found).await {
            Ok(found) => found.map_err(|error| self.explain(&error))?,
            Err(_) => return Err(failure(FailureCode::QueryTimeout, TOOK_TOO_LONG)),
        };
        let new_column = match self.engine() {
            DatabaseEngine::Postgresql => RemoteColumn::new,
            DatabaseEngine::Mysql => mysql::new_column,
        };
        let mut columns = Vec::with_capacity(found.len());
        let mut notes = Vec::new();
        for (column, native_type) in found {
            match new_column(column.clone(), native_type) {
                Some(column) => columns.push(column),
                None => notes.push(format!("Binary values of \"{column}\" were left out.")),
            }
        }
        let TableName { schema, table } = name;
        if columns.is_empty() {
            return Err(failure(
                FailureCode::SourceUnreadable,
                format!(
                    "There is no table {schema}.{table} that this user may read. Check its name, or grant SELECT on it."
                ),
            ));
        }
        if columns.len() > MOST_COLUMNS {
            return Err(failure(
                FailureCode::SourceTooLarge,
                format!(
                    "{schema}.{table} has {} columns; a table may have {MOST_COLUMNS}. Create a view with fewer and choose that.",
                    columns.len()
                ),
            ));
        }
        Ok((columns, notes))
    }
}

async fn read_tables(connection: &mut PgConnection) -> sqlx::Result<Vec<FoundTable>> {
    let rows = sqlx::query(
        "SELECT n.nspname::text, c.relname::text, c.relkind IN ('v', 'm') AS is_view, c.reltuples::float8 \
         FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
         WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition \
         AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_' \
         AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT') \
         ORDER BY 1, 2 LIMIT $1",
    )
    .persistent(false)
    .bind(MOST_TABLES)
    .fetch_all(connection)
    .await?;
    let read = |row: &PgRow| {
        let is_view: bool = row.try_get(2)?;
        let estimate: f64 = row.try_get(3)?;
        Ok(FoundTable {
            schema: row.try_get(0)?,
            table: row.try_get(1)?,
            is_view,
            // A view has none, and a table that was never analysed has -1.
            estimated_rows: (estimate > 0.0).then_some(estimate as u64),
        })
    };
    rows.iter().map(read).collect()
}

/// Returns the names of a table's columns with those of their types, a domain as the type that it restricts.
async fn read_columns(
    connection: &mut PgConnection,
    name: &TableName,
) -> sqlx::Result<Vec<(String, String)>> {
    let rows = sqlx::query(
        "SELECT a.attname::text, COALESCE(b.typname, t.typname)::text \
         FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid \
         JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace JOIN pg_catalog.pg_type t ON t.oid = a.atttypid \
         LEFT JOIN pg_catalog.pg_type b ON b.oid = t.typbasetype \
         WHERE n.nspname = $1 AND c.relname = $2 AND a.attnum > 0 AND NOT a.attisdropped \
         AND has_column_privilege(c.oid, a.attnum, 'SELECT') ORDER BY a.attnum",
    )
    .persistent(false)
    .bind(&name.schema)
    .bind(&name.table)
    .fetch_all(connection)
    .await?;
    let read = |row: &PgRow| Ok((row.try_get(0)?, row.try_get(1)?));
    rows.iter().map(read).collect()
}
