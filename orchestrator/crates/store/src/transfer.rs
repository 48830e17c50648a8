//! Moves a whole SQLite database to PostgreSQL.

use std::{collections::BTreeSet, path::Path};

use futures_util::TryStreamExt;
use sqlx::{
    AssertSqlSafe, ConnectOptions, Connection, PgConnection, Row, SqliteConnection,
    postgres::{PgArguments, PgConnectOptions},
    query::Query,
    sqlite::{SqliteConnectOptions, SqliteRow},
};

use super::{Result, StoreError, migrations};

/// Rows of one INSERT.
const BATCH_ROWS: usize = 200;
/// Bytes of text in one INSERT, after which it is sent with fewer rows.
const BATCH_BYTES: usize = 4 << 20;
/// Tables that are made anew: the search index by the next start, leases by the next owner of a chat.
const DERIVED: [&str; 4] = [
    "_sqlx_migrations",
    "leases",
    "search_backlog",
    "search_texts",
];

/// A copied table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedTable {
    pub name: String,
    pub rows: u64,
}

struct TransferColumn {
    name: String,
    kind: ColumnKind,
}

#[derive(Clone, Copy)]
enum ColumnKind {
    Text,
    Integer,
    Boolean,
}

/// The values of a column in the rows of a batch.
enum Values {
    Text(Vec<Option<String>>),
    Integer(Vec<Option<i64>>),
    Boolean(Vec<Option<bool>>),
}

/// Copies every table of a database that nothing writes, in one transaction, and compares the counts of rows. Both have
/// this version's schema afterwards; the target must have no users before.
pub async fn copy_to_postgres(from: &Path, to: &PgConnectOptions) -> Result<Vec<CopiedTable>> {
    let mut source = SqliteConnectOptions::new().filename(from).connect().await?;
    let mut target = PgConnection::connect_with(to).await?;
    migrations::postgres().run(&mut target).await?;
    sqlx::query("BEGIN").execute(&mut source).await?;
    let mut transaction = target.begin().await?;
    let tables = tables_of(&mut transaction).await?;
    check_tables(&mut source, &tables).await?;
    let users: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM users")
        .fetch_one(&mut *transaction)
        .await?;
    if users > 0 {
        return Err(StoreError::Unusable("the new database has users".into()));
    }
    // Rows come in no order that foreign keys would allow; what is made anew at the end checks them all.
    let foreign_keys = drop_foreign_keys(&mut transaction).await?;
    let mut copied = Vec::new();
    for name in tables {
        let rows = copy_table(&mut source, &mut transaction, &name).await?;
        copied.push(CopiedTable { name, rows });
    }
    for statement in foreign_keys {
        sqlx::query(AssertSqlSafe(statement))
            .execute(&mut *transaction)
            .await?;
    }
    for statement in [
        "INSERT INTO search_backlog (kind, id) SELECT 'chat', id FROM chats",
        "INSERT INTO search_backlog (kind, id) SELECT 'chart', id FROM charts",
    ] {
        sqlx::query(statement).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    source.close().await?;
    target.close().await?;
    Ok(copied)
}

/// Returns the names of the tables to copy.
async fn tables_of(target: &mut PgConnection) -> Result<Vec<String>> {
    let names: Vec<String> = sqlx::query_scalar(
        "SELECT CAST(table_name AS TEXT) FROM information_schema.tables \
         WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY 1",
    )
    .fetch_all(target)
    .await?;
    let copied = names.into_iter();
    Ok(copied
        .filter(|name| !DERIVED.contains(&name.as_str()))
        .collect())
}

/// Refuses a source with other tables than the target: something would be left behind.
async fn check_tables(source: &mut SqliteConnection, tables: &[String]) -> Result<()> {
    let names: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
         AND name NOT LIKE 'search\\_words%' ESCAPE '\\'",
    )
    .fetch_all(source)
    .await?;
    let found: BTreeSet<&str> = names
        .iter()
        .map(String::as_str)
        .filter(|name| !DERIVED.contains(name))
        .collect();
    let expected: BTreeSet<&str> = tables.iter().map(String::as_str).collect();
    match found.symmetric_difference(&expected).next() {
        None => Ok(()),
        Some(name) => Err(StoreError::Unusable(format!(
            "only one of the databases has the table {name}"
        ))),
    }
}

/// Drops all foreign keys; returns the statements that create them again.
async fn drop_foreign_keys(target: &mut PgConnection) -> Result<Vec<String>> {
    let rows = sqlx::query(
        "SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS dropped, \
         format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS added \
         FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY conname",
    )
    .fetch_all(&mut *target)
    .await?;
    let mut added = Vec::new();
    for row in rows {
        let dropped: String = row.try_get("dropped")?;
        sqlx::query(AssertSqlSafe(dropped))
            .execute(&mut *target)
            .await?;
        added.push(row.try_get("added")?);
    }
    Ok(added)
}

/// Copies the rows of a table, and counts them on both sides.
async fn copy_table(
    source: &mut SqliteConnection,
    target: &mut PgConnection,
    table: &str,
) -> Result<u64> {
    let columns = columns_of(target, table).await?;
    let count = format!("SELECT COUNT(*) FROM {}", quote_name(table));
    // Migrations write rows of their own, which the source has too.
    sqlx::query(AssertSqlSafe(format!("DELETE FROM {}", quote_name(table))))
        .execute(&mut *target)
        .await?;
    let names: Vec<String> = columns
        .iter()
        .map(|column| quote_name(&column.name))
        .collect();
    let names = names.join(", ");
    let read = format!("SELECT {names} FROM {}", quote_name(table));
    let insert = insert_statement(table, &names, &columns);
    {
        let mut rows = sqlx::query(AssertSqlSafe(read)).fetch(&mut *source);
        let mut batch = RowBatch::new(&columns);
        while let Some(row) = rows.try_next().await? {
            batch.push(&row)?;
            if batch.is_full() {
                let full = std::mem::replace(&mut batch, RowBatch::new(&columns));
                full.insert(&insert, target).await?;
            }
        }
        batch.insert(&insert, target).await?;
    }
    let expected: i64 = sqlx::query_scalar(AssertSqlSafe(count.clone()))
        .fetch_one(source)
        .await?;
    let written: i64 = sqlx::query_scalar(AssertSqlSafe(count))
        .fetch_one(target)
        .await?;
    if written != expected {
        return Err(StoreError::Corrupt(format!(
            "{table} has {expected} rows, but {written} were copied"
        )));
    }
    Ok(u64::try_from(written).unwrap_or(0))
}

async fn columns_of(target: &mut PgConnection, table: &str) -> Result<Vec<TransferColumn>> {
    let rows = sqlx::query(
        "SELECT CAST(column_name AS TEXT) AS name, CAST(data_type AS TEXT) AS kind FROM information_schema.columns \
         WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position",
    )
    .bind(table)
    .fetch_all(target)
    .await?;
    let columns = rows.iter().map(|row| {
        let name: String = row.try_get("name")?;
        let kind: String = row.try_get("kind")?;
        let kind = match kind.as_str() {
            "text" => ColumnKind::Text,
            "bigint" => ColumnKind::Integer,
            "boolean" => ColumnKind::Boolean,
            other => {
                return Err(StoreError::Unusable(format!(
                    "{table}.{name} has the type {other}, which is not copied"
                )));
            }
        };
        Ok(TransferColumn { name, kind })
    });
    columns.collect()
}

/// Columns come as arrays, so that a batch of any size is one prepared statement.
fn insert_statement(table: &str, names: &str, columns: &[TransferColumn]) -> String {
    let arrays = columns.iter().enumerate().map(|(index, column)| {
        let kind = match column.kind {
            ColumnKind::Text => "text",
            ColumnKind::Integer => "bigint",
            ColumnKind::Boolean => "boolean",
        };
        format!("${}::{kind}[]", index + 1)
    });
    let arrays: Vec<String> = arrays.collect();
    format!(
        "INSERT INTO {} ({names}) SELECT * FROM UNNEST({})",
        quote_name(table),
        arrays.join(", ")
    )
}

struct RowBatch {
    columns: Vec<Values>,
    rows: usize,
    bytes: usize,
}

impl RowBatch {
    fn new(columns: &[TransferColumn]) -> Self {
        let columns = columns.iter().map(|column| match column.kind {
            ColumnKind::Text => Values::Text(Vec::new()),
            ColumnKind::Integer => Values::Integer(Vec::new()),
            ColumnKind::Boolean => Values::Boolean(Vec::new()),
        });
        Self {
            columns: columns.collect(),
            rows: 0,
            bytes: 0,
        }
    }

    fn push(&mut self, row: &SqliteRow) -> Result<()> {
        self.rows += 1;
        for (index, values) in self.columns.iter_mut().enumerate() {
            match values {
                Values::Text(values) => {
                    let value: Option<String> = row.try_get(index)?;
                    self.bytes += value.as_ref().map_or(0, String::len);
                    values.push(value);
                }
                Values::Integer(values) => values.push(row.try_get(index)?),
                Values::Boolean(values) => values.push(row.try_get(index)?),
            }
        }
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.rows >= BATCH_ROWS || self.bytes >= BATCH_BYTES
    }

    async fn insert(self, statement: &str, target: &mut PgConnection) -> Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        let query = sqlx::query(AssertSqlSafe(statement.to_owned()));
        let bound = self.columns.into_iter().fold(query, bind_values);
        bound.execute(target).await?;
        Ok(())
    }
}

fn bind_values(
    query: Query<'_, sqlx::Postgres, PgArguments>,
    values: Values,
) -> Query<'_, sqlx::Postgres, PgArguments> {
    match values {
        Values::Text(values) => query.bind(values),
        Values::Integer(values) => query.bind(values),
        Values::Boolean(values) => query.bind(values),
    }
}

fn quote_name(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
