//! Queries over tables, wherever they are.

use std::{path::Path, sync::Arc, time::Duration};

use futures_util::{StreamExt, TryStreamExt};
use portolan_query::{
    ColumnEdit, ColumnType, ConvertedTable, FailureCode, QueryResult, ResultColumn, TableFile,
    WorkerFailure, guarded_statement, match_names, reading::SourceContent,
};
use portolan_query_pool::{QueryPool, ReadFile, WorkerLoad};
use serde_json::Value;
use sqlparser::ast::Statement;
use sqlx::{AssertSqlSafe, Executor, SqlSafeStr, Statement as _, postgres::PgStatement};
use tokio::{
    sync::Semaphore,
    time::{Instant, timeout},
};

use super::{
    access::{DatabaseAccess, DatabaseLogin},
    connect::ReadSession,
    decode::ResultType,
    failure::{TOOK_TOO_LONG, failure},
    schema::{FoundTable, TableName},
    seal::{AccessSeal, SealedAccess},
    table::{DescribedTable, OBJECT_ENDING, RemoteTable},
    translate::translate_query,
};
use crate::{dial::Guard, ids::Ids};

/// Sessions that run at once; more wait.
const MOST_SESSIONS: usize = 16;
/// Tables that one request may describe.
const MOST_TABLES: usize = 20;
/// Rows of a result that are counted; those beyond the answer's are not kept.
const COUNTED_ROWS: u64 = 1_000_000;
/// Characters of a table's name in SQL.
const NAME_CHARACTERS: usize = 48;

/// Runs queries in a worker or, over tables of a database, in that database. Cheap to clone.
#[derive(Clone)]
pub struct TableQueries {
    pool: QueryPool,
    databases: Option<Databases>,
}

impl From<QueryPool> for TableQueries {
    /// Without databases: for replays and for programs without a server's secret.
    fn from(pool: QueryPool) -> Self {
        Self {
            pool,
            databases: None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct DatabaseLimits {
    /// For each statement.
    pub time: Duration,
    /// Rows of an answer.
    pub rows: u64,
    /// Bytes of an answer.
    pub answer_bytes: u64,
    /// Bytes that a connection may receive.
    pub received_bytes: u64,
}

/// Connects to databases of users. Cheap to clone.
#[derive(Clone)]
pub struct Databases {
    inner: Arc<Inner>,
}

struct Inner {
    guard: Guard,
    seal: AccessSeal,
    ids: Ids,
    limits: DatabaseLimits,
    /// Sessions at once, over all databases.
    slots: Arc<Semaphore>,
}

impl TableQueries {
    pub fn new(pool: QueryPool, databases: Databases) -> Self {
        Self {
            pool,
            databases: Some(databases),
        }
    }

    /// Guards `sql`, then runs it over exactly these tables.
    ///
    /// # Errors
    /// As [`QueryPool::query`]; for tables of a database also where it cannot be reached.
    pub async fn query(
        &self,
        sql: &str,
        tables: &[TableFile],
    ) -> Result<QueryResult, WorkerFailure> {
        let is_remote = |table: &TableFile| table.path.ends_with(OBJECT_ENDING);
        if !tables.iter().any(is_remote) {
            return self.pool.query(sql, tables).await;
        }
        let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
        let (statement, guarded) = guarded_statement(sql, &names)?;
        let used = tables
            .iter()
            .filter(|table| guarded.tables_used.contains(&table.name));
        let (remote, local): (Vec<_>, Vec<_>) = used.partition(|table| is_remote(table));
        if remote.is_empty() {
            let local: Vec<TableFile> = local.into_iter().cloned().collect();
            return self.pool.query(sql, &local).await;
        }
        if !local.is_empty() {
            return Err(failure(FailureCode::QueryRefused, ONE_DATABASE));
        }
        self.databases()?.query(statement, &remote).await
    }

    pub async fn convert(
        &self,
        path: &Path,
        file_name: &str,
        folder: &Path,
    ) -> Result<Vec<ConvertedTable>, WorkerFailure> {
        self.pool.convert(path, file_name, folder).await
    }

    pub async fn edit(
        &self,
        path: &Path,
        name: &str,
        edits: &[ColumnEdit],
        folder: &Path,
    ) -> Result<ConvertedTable, WorkerFailure> {
        self.pool.edit(path, name, edits, folder).await
    }

    pub async fn read(
        &self,
        file: ReadFile<'_>,
        tell: &(dyn Fn(u32, u32) + Send + Sync),
    ) -> Result<SourceContent, WorkerFailure> {
        self.pool.read(file, tell).await
    }

    pub fn load(&self) -> WorkerLoad {
        self.pool.load()
    }

    /// # Errors
    /// Fails where there is no server's secret to open credentials with.
    pub fn databases(&self) -> Result<&Databases, WorkerFailure> {
        self.databases.as_ref().ok_or_else(|| {
            failure(
                FailureCode::SourceUnreadable,
                "Databases can't be reached from here. Ask on the server that the source was added to.",
            )
        })
    }
}

const ONE_DATABASE: &str = "A query over a database can't read files or other databases too. Ask about tables of one database at a time.";

impl Databases {
    pub fn new(guard: Guard, seal: AccessSeal, ids: Ids, limits: DatabaseLimits) -> Self {
        Self {
            inner: Arc::new(Inner {
                guard,
                seal,
                ids,
                limits,
                slots: Arc::new(Semaphore::new(MOST_SESSIONS)),
            }),
        }
    }

    /// Lists the tables that a login may read, which also tests the connection.
    pub async fn tables(&self, login: &DatabaseLogin) -> Result<Vec<FoundTable>, WorkerFailure> {
        let mut session = self.open(&login.to_access()?).await?;
        session.tables().await
    }

    /// Reads the columns and statistics of tables.
    pub async fn describe(
        &self,
        login: &DatabaseLogin,
        tables: &[TableName],
    ) -> Result<Vec<DescribedTable>, WorkerFailure> {
        if tables.is_empty() || tables.len() > MOST_TABLES {
            return Err(failure(
                FailureCode::SourceUnreadable,
                format!("Choose 1 to {MOST_TABLES} tables."),
            ));
        }
        let access = login.to_access()?;
        let mut session = self.open(&access).await?;
        let mut described = Vec::with_capacity(tables.len());
        for name in tables {
            described.push(self.describe_in(&mut session, &access, name).await?);
        }
        Ok(described)
    }

    /// Reads the columns and statistics of a table again.
    pub async fn describe_again(&self, object: &[u8]) -> Result<DescribedTable, WorkerFailure> {
        let table = parse_object(object)?;
        let access = self.unseal(&table.access)?;
        let mut session = self.open(&access).await?;
        self.describe_in(&mut session, &access, &table.name).await
    }

    async fn describe_in(
        &self,
        session: &mut ReadSession,
        access: &DatabaseAccess,
        name: &TableName,
    ) -> Result<DescribedTable, WorkerFailure> {
        let (columns, mut notes) = session.columns(name).await?;
        let unwritten =
            |error: serde_json::Error| failure(FailureCode::SourceUnreadable, error.to_string());
        let table = RemoteTable {
            // Under a new name each time: one name never hides two texts.
            access: self
                .inner
                .seal
                .seal(&self.inner.ids, access)
                .map_err(unwritten)?,
            name: name.clone(),
            columns,
        };
        let (profile, more) = session.profile(&table, &sql_name(&name.table)).await?;
        notes.extend(more);
        Ok(DescribedTable {
            name: name.clone(),
            object: serde_json::to_vec(&table).map_err(unwritten)?,
            profile,
            notes,
        })
    }

    async fn query(
        &self,
        statement: Statement,
        files: &[&TableFile],
    ) -> Result<QueryResult, WorkerFailure> {
        let mut tables = Vec::with_capacity(files.len());
        let mut access = None;
        for file in files {
            let object = tokio::fs::read(&file.path).await.map_err(|error| {
                tracing::error!(error.cause = %error, "description of a table not read");
                failure(FailureCode::SourceUnreadable, UNKNOWN_TABLE)
            })?;
            let table = parse_object(&object)?;
            let own = self.unseal(&table.access)?;
            if access.get_or_insert_with(|| own.clone()) != &own {
                return Err(failure(FailureCode::QueryRefused, ONE_DATABASE));
            }
            tables.push((file.name.as_str(), table));
        }
        let Some(access) = access else {
            return Err(failure(FailureCode::QueryInvalid, UNKNOWN_TABLE));
        };
        let allowed: Vec<_> = tables
            .iter()
            .map(|(name, table)| table.allowed(name))
            .collect();
        let matched = match_names(statement, &allowed);
        let named: Vec<(&str, &RemoteTable)> =
            tables.iter().map(|(name, table)| (*name, table)).collect();
        let sql = translate_query(matched.statement, &named)?;
        let mut session = self.open(&access).await?;
        let limits = &self.inner.limits;
        let mut result = session.run(&sql, limits.rows, limits.answer_bytes).await?;
        for column in &mut result.columns {
            if let Some(name) = matched.renamed.get(&column.name) {
                column.name.clone_from(name);
            }
        }
        Ok(result)
    }

    async fn open(&self, access: &DatabaseAccess) -> Result<ReadSession, WorkerFailure> {
        let limits = &self.inner.limits;
        let slots = Arc::clone(&self.inner.slots);
        let Ok(Ok(slot)) = timeout(limits.time, slots.acquire_owned()).await else {
            return Err(failure(
                FailureCode::QueryTimeout,
                "Too many queries over databases are running. Try again in a moment.",
            ));
        };
        ReadSession::open(
            slot,
            &self.inner.guard,
            access,
            limits.time,
            limits.received_bytes,
        )
        .await
    }

    fn unseal(&self, sealed: &SealedAccess) -> Result<DatabaseAccess, WorkerFailure> {
        self.inner.seal.open(sealed).ok_or_else(|| {
            failure(
                FailureCode::SourceUnreadable,
                "The server's secret has changed, so the database's password can't be read. Delete the source and add it again.",
            )
        })
    }
}

const UNKNOWN_TABLE: &str =
    "The description of this table can't be read. Delete the source and add it again.";

fn parse_object(object: &[u8]) -> Result<RemoteTable, WorkerFailure> {
    serde_json::from_slice(object)
        .map_err(|_| failure(FailureCode::SourceUnreadable, UNKNOWN_TABLE))
}

/// Returns a table's name in SQL: small letters, digits and underscores.
fn sql_name(table: &str) -> String {
    let plain = |letter: char| {
        let letter = letter.to_ascii_lowercase();
        if letter.is_ascii_alphanumeric() {
            letter
        } else {
            '_'
        }
    };
    let name: String = table.chars().map(plain).take(NAME_CHARACTERS).collect();
    let name = name.trim_matches('_');
    // These would need quotes.
    const RESERVED: [&str; 10] = [
        "all", "case", "column", "date", "end", "group", "order", "table", "user", "values",
    ];
    if name.is_empty()
        || name.starts_with(|letter: char| letter.is_ascii_digit())
        || RESERVED.contains(&name)
    {
        return format!("table_{name}").trim_end_matches('_').to_owned();
    }
    name.to_owned()
}

impl ReadSession {
    /// Runs one statement; keeps as many rows as the limits allow and counts the others.
    pub async fn run(
        &mut self,
        sql: &str,
        most_rows: u64,
        most_bytes: u64,
    ) -> Result<QueryResult, WorkerFailure> {
        let patience = self.patience();
        match timeout(patience, self.collect(sql, most_rows, most_bytes)).await {
            Ok(result) => result,
            Err(_) => Err(failure(FailureCode::QueryTimeout, TOOK_TOO_LONG)),
        }
    }

    async fn collect(
        &mut self,
        sql: &str,
        most_rows: u64,
        most_bytes: u64,
    ) -> Result<QueryResult, WorkerFailure> {
        let started = Instant::now();
        let sql = AssertSqlSafe(sql.to_owned()).into_sql_str();
        let statement: PgStatement = match self.connection.prepare(sql).await {
            Ok(statement) => statement,
            Err(error) => return Err(self.explain(&error)),
        };
        let types = statement
            .columns()
            .iter()
            .map(ResultType::of)
            .collect::<Result<Vec<_>, _>>()?;
        let mut columns: Vec<ResultColumn> = (statement.columns().iter().zip(&types))
            .map(|(column, result_type)| ResultColumn {
                name: sqlx::Column::name(column).to_owned(),
                column_type: result_type.column_type(),
            })
            .collect();
        let mut rows: Vec<Vec<Value>> = Vec::new();
        let mut row_count = 0_u64;
        let mut bytes = 0_u64;
        let mut is_full = false;
        let mut stopped = None;
        {
            let mut stream = statement
                .query()
                .persistent(false)
                .fetch(&mut self.connection)
                .into_stream();
            while let Some(row) = stream.next().await {
                let row = match row {
                    Ok(row) => row,
                    Err(error) => {
                        stopped = Some(error);
                        break;
                    }
                };
                row_count += 1;
                if row_count > COUNTED_ROWS {
                    return Err(failure(
                        FailureCode::QueryTooLarge,
                        format!(
                            "The query returns more than {COUNTED_ROWS} rows. Aggregate them, or add LIMIT."
                        ),
                    ));
                }
                if is_full || row_count > most_rows {
                    continue;
                }
                let values = types
                    .iter()
                    .enumerate()
                    .map(|(place, result_type)| result_type.read(&row, place))
                    .collect::<Result<Vec<_>, _>>()?;
                bytes += values.iter().map(value_bytes).sum::<u64>();
                is_full = bytes > most_bytes;
                if !is_full {
                    rows.push(values);
                }
            }
        }
        if let Some(error) = stopped {
            return Err(self.explain(&error));
        }
        name_integers(&types, &mut columns, &rows);
        Ok(QueryResult {
            columns,
            truncated: (rows.len() as u64) < row_count,
            rows,
            row_count,
            took_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
        })
    }
}

/// Sums of integers come as NUMERIC: a column with integers only is one.
fn name_integers(types: &[ResultType], columns: &mut [ResultColumn], rows: &[Vec<Value>]) {
    for (place, (result_type, column)) in types.iter().zip(columns).enumerate() {
        let mut values = rows
            .iter()
            .map(|row| &row[place])
            .filter(|value| !value.is_null());
        let is_integer = |value: &Value| value.is_i64() || value.is_string();
        if *result_type == ResultType::Numeric
            && rows.iter().any(|row| !row[place].is_null())
            && values.all(is_integer)
        {
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

#[cfg(test)]
mod tests {
    use super::sql_name;

    #[test]
    fn table_names_become_plain_names_in_sql() {
        assert_eq!(sql_name("Order Items"), "order_items");
        assert_eq!(sql_name("order"), "table_order");
        assert_eq!(sql_name("2024"), "table_2024");
        assert_eq!(sql_name("Größe"), "gr__e");
        assert_eq!(sql_name("表"), "table");
    }
}
