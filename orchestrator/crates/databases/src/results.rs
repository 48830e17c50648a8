//! Results of statements, read within their limits.

use std::collections::HashSet;

use futures_util::TryStreamExt;
use portolan_query::{ColumnType, FailureCode, QueryResult, ResultColumn, WorkerFailure};
use serde_json::Value;
use sqlx::{
    AssertSqlSafe, Column, Executor, MySqlConnection, PgConnection, SqlSafeStr, SqlStr,
    Statement as _, mysql::MySqlStatement, postgres::PgStatement,
};
use tokio::time::{Instant, timeout};

use super::{
    connect::{Driver, ReadSession},
    decode::ResultType,
    failure::{TOOK_TOO_LONG, failure},
    mysql,
};

/// Rows of a result that are counted; those beyond the answer's are not kept.
const COUNTED_ROWS: u64 = 1_000_000;

/// A query as its database runs it.
#[derive(Debug)]
pub(super) struct TranslatedQuery {
    pub sql: String,
    pub booleans: BooleanColumns,
}

/// The columns of a result whose integers are truth values.
#[derive(Debug)]
pub(super) enum BooleanColumns {
    /// For each column whether it is one.
    Places(Vec<bool>),
    /// In small letters.
    Names(HashSet<String>),
}

impl From<String> for TranslatedQuery {
    fn from(sql: String) -> Self {
        Self {
            sql,
            booleans: BooleanColumns::Places(Vec::new()),
        }
    }
}

impl BooleanColumns {
    pub fn has(&self, place: usize, name: &str) -> bool {
        match self {
            Self::Places(places) => places.get(place).copied().unwrap_or(false),
            Self::Names(names) => names.contains(&name.to_lowercase()),
        }
    }
}

impl ReadSession {
    /// Runs one statement; keeps as many rows as the limits allow and counts the others.
    pub async fn run(
        &mut self,
        query: &TranslatedQuery,
        most_rows: u64,
        most_bytes: u64,
    ) -> Result<QueryResult, WorkerFailure> {
        let patience = self.patience();
        match timeout(patience, self.collect(query, most_rows, most_bytes)).await {
            Ok(result) => result,
            Err(_) => Err(failure(FailureCode::QueryTimeout, TOOK_TOO_LONG)),
        }
    }

    async fn collect(
        &mut self,
        query: &TranslatedQuery,
        most_rows: u64,
        most_bytes: u64,
    ) -> Result<QueryResult, WorkerFailure> {
        let started = Instant::now();
        let sql = AssertSqlSafe(query.sql.clone()).into_sql_str();
        let mut keeper = RowKeeper::new(most_rows, most_bytes);
        let collected = match &mut self.driver {
            Driver::Postgres(connection) => collect_postgres(connection, sql, &mut keeper).await,
            Driver::Mysql(connection) => {
                collect_mysql(connection, sql, &query.booleans, &mut keeper).await
            }
        };
        let columns = match collected {
            Ok(columns) => columns,
            Err(Stopped::Failed(failure)) => return Err(failure),
            Err(Stopped::Broken(error)) => return Err(self.explain(&error)),
        };
        Ok(keeper.finish(columns, started))
    }
}

/// Why reading a result ended early.
enum Stopped {
    Failed(WorkerFailure),
    Broken(sqlx::Error),
}

impl From<WorkerFailure> for Stopped {
    fn from(failure: WorkerFailure) -> Self {
        Self::Failed(failure)
    }
}

impl From<sqlx::Error> for Stopped {
    fn from(error: sqlx::Error) -> Self {
        Self::Broken(error)
    }
}

/// A column of a result, and whether whole numbers come in it as decimals.
type FoundColumn = (ResultColumn, bool);

async fn collect_postgres(
    connection: &mut PgConnection,
    sql: SqlStr,
    keeper: &mut RowKeeper,
) -> Result<Vec<FoundColumn>, Stopped> {
    let statement: PgStatement = connection.prepare(sql).await?;
    let types = statement
        .columns()
        .iter()
        .map(ResultType::of)
        .collect::<Result<Vec<_>, _>>()?;
    let columns = (statement.columns().iter().zip(&types)).map(|(column, result_type)| {
        let found = found_column(column.name(), result_type.column_type());
        (found, *result_type == ResultType::Numeric)
    });
    let columns = columns.collect();
    let mut rows = statement.query().persistent(false).fetch(connection);
    while let Some(row) = rows.try_next().await? {
        keeper.add(|| read_each(&types, |kind, place| kind.read(&row, place)))?;
    }
    Ok(columns)
}

async fn collect_mysql(
    connection: &mut MySqlConnection,
    sql: SqlStr,
    booleans: &BooleanColumns,
    keeper: &mut RowKeeper,
) -> Result<Vec<FoundColumn>, Stopped> {
    let statement: MySqlStatement = connection.prepare(sql).await?;
    let types = statement
        .columns()
        .iter()
        .map(|column| mysql::MysqlType::of(column, booleans))
        .collect::<Result<Vec<_>, _>>()?;
    let columns = (statement.columns().iter().zip(&types)).map(|(column, result_type)| {
        let found = found_column(column.name(), result_type.column_type());
        (found, *result_type == mysql::MysqlType::Decimal)
    });
    let columns = columns.collect();
    let mut rows = statement.query().persistent(false).fetch(connection);
    while let Some(row) = rows.try_next().await? {
        keeper.add(|| read_each(&types, |kind, place| kind.read(&row, place)))?;
    }
    Ok(columns)
}

fn found_column(name: &str, column_type: ColumnType) -> ResultColumn {
    ResultColumn {
        name: name.to_owned(),
        column_type,
    }
}

fn read_each<T: Copy>(
    types: &[T],
    read: impl Fn(T, usize) -> Result<Value, WorkerFailure>,
) -> Result<Vec<Value>, WorkerFailure> {
    let places = types.iter().enumerate();
    places.map(|(place, kind)| read(*kind, place)).collect()
}

/// Keeps as many rows as the limits allow and counts the others.
struct RowKeeper {
    most_rows: u64,
    most_bytes: u64,
    rows: Vec<Vec<Value>>,
    row_count: u64,
    bytes: u64,
}

impl RowKeeper {
    fn new(most_rows: u64, most_bytes: u64) -> Self {
        Self {
            most_rows,
            most_bytes,
            rows: Vec::new(),
            row_count: 0,
            bytes: 0,
        }
    }

    fn add(
        &mut self,
        read: impl FnOnce() -> Result<Vec<Value>, WorkerFailure>,
    ) -> Result<(), WorkerFailure> {
        self.row_count += 1;
        if self.row_count > COUNTED_ROWS {
            return Err(failure(
                FailureCode::QueryTooLarge,
                format!(
                    "The query returns more than {COUNTED_ROWS} rows. Aggregate them, or add LIMIT."
                ),
            ));
        }
        if self.bytes > self.most_bytes || self.row_count > self.most_rows {
            return Ok(());
        }
        let values = read()?;
        self.bytes += values.iter().map(value_bytes).sum::<u64>();
        if self.bytes <= self.most_bytes {
            self.rows.push(values);
        }
        Ok(())
    }

    fn finish(self, columns: Vec<FoundColumn>, started: Instant) -> QueryResult {
        let mut columns = columns;
        name_integers(&mut columns, &self.rows);
        QueryResult {
            columns: columns.into_iter().map(|(column, _)| column).collect(),
            truncated: (self.rows.len() as u64) < self.row_count,
            rows: self.rows,
            row_count: self.row_count,
            took_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
        }
    }
}

/// Sums of integers come as decimals: a column with integers only is one.
fn name_integers(columns: &mut [FoundColumn], rows: &[Vec<Value>]) {
    for (place, (column, is_decimal)) in columns.iter_mut().enumerate() {
        let mut values = rows
            .iter()
            .map(|row| &row[place])
            .filter(|value| !value.is_null());
        let is_integer = |value: &Value| value.is_i64() || value.is_string();
        if *is_decimal && rows.iter().any(|row| !row[place].is_null()) && values.all(is_integer) {
            column.column_type = ColumnType::Integer;
        }
    }
}

fn value_bytes(value: &Value) -> u64 {
    match value {
        Value::String(text) => text.len() as u64 + 3,
        _ => 12,
    }
}
