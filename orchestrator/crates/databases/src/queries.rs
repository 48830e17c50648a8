//! Queries over tables, wherever they are.

use std::{
    panic::AssertUnwindSafe,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use futures_util::FutureExt;
use portolan_dial::{Dialer, Guard};
use portolan_environment::ids::Ids;
use portolan_query::{
    ColumnEdit, ConvertedTable, FailureCode, LakeTable, QueryResult, TableFile, WorkerFailure,
    guarded_statement, match_names, reading::SourceContent,
};
use portolan_query_pool::{QueryPool, ReadFile, WorkerLoad};
use serde::de::DeserializeOwned;
use serde_json::Value;
use sqlparser::ast::Statement;
use tokio::{sync::Semaphore, time::timeout};

use super::{
    access::{DatabaseAccess, DatabaseEngine, DatabaseLogin},
    connect::ReadSession,
    extract::{self, extract_statements},
    failure::failure,
    lake::{
        self, DescribedLake, LAKE_ENDING, LakeAccess, LakeLogin, LakeSession, OpenedLake,
        RemoteLake,
    },
    mysql,
    results::TranslatedQuery,
    schema::{FoundTable, TableName},
    seal::{AccessSeal, SealedAccess},
    table::{DescribedTable, OBJECT_ENDING, RemoteTable},
    translate::translate_query,
};

/// Sessions that run at once; more wait.
const MOST_SESSIONS: usize = 16;
/// Tables that one request may describe.
const MOST_TABLES: usize = 20;
/// Bytes of a table's rows that a query over files may fetch.
const FETCHED_BYTES: u64 = 32 << 20;
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
    inner: Arc<SharedAccess>,
}

struct SharedAccess {
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
        let is_lake = |table: &TableFile| table.path.ends_with(LAKE_ENDING);
        if !tables
            .iter()
            .any(|table| is_remote(table) || is_lake(table))
        {
            return self.pool.query(sql, tables).await;
        }
        let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
        let (statement, guarded) = guarded_statement(sql, &names)?;
        let used = tables
            .iter()
            .filter(|table| guarded.tables_used.contains(&table.name));
        let (remote, local): (Vec<_>, Vec<_>) = used.partition(|table| is_remote(table));
        let (lakes, local): (Vec<_>, Vec<_>) = local.into_iter().partition(|table| is_lake(table));
        let mut files: Vec<TableFile> = local.into_iter().cloned().collect();
        if remote.is_empty() {
            return self.query_files(sql, &files, &lakes).await;
        }
        let databases = self.databases()?;
        let remote = contain_panic(databases.open_tables(&remote)).await?;
        if files.is_empty()
            && lakes.is_empty()
            && let Some(result) = contain_panic(databases.query(&statement, &remote)).await?
        {
            return Ok(result);
        }
        let folder = tempfile::tempdir().map_err(|error| unwritten(&error))?;
        let fetched = databases.fetch(&statement, &remote, folder.path(), &self.pool);
        files.extend(contain_panic(fetched).await?);
        self.query_files(sql, &files, &lakes).await
    }

    /// Runs a query in a worker, over files here and in object stores.
    async fn query_files(
        &self,
        sql: &str,
        files: &[TableFile],
        lakes: &[&TableFile],
    ) -> Result<QueryResult, WorkerFailure> {
        if lakes.is_empty() {
            return self.pool.query(sql, files).await;
        }
        let (tables, session) = self.databases()?.open_lakes(lakes).await?;
        self.pool.query_lakes(sql, files, &tables, &session).await
    }

    /// Describes the Parquet files below a prefix. `folder` takes the sample of rows.
    pub async fn describe_lake(
        &self,
        login: &LakeLogin,
        folder: &Path,
    ) -> Result<DescribedLake, WorkerFailure> {
        self.describe_lake_at(login.to_access()?, folder).await
    }

    /// Lists the files of a table and reads their footers again.
    pub async fn describe_lake_again(
        &self,
        object: &[u8],
        folder: &Path,
    ) -> Result<DescribedLake, WorkerFailure> {
        let lake = lake::parse_object(object)?;
        let access = self.databases()?.unseal(&lake.access)?;
        self.describe_lake_at(access, folder).await
    }

    async fn describe_lake_at(
        &self,
        access: LakeAccess,
        folder: &Path,
    ) -> Result<DescribedLake, WorkerFailure> {
        let databases = self.databases()?;
        let title = access.title().to_owned();
        let sealed = databases.inner.seal.seal(&databases.inner.ids, &access);
        let session = LakeSession::new(vec![databases.open_lake(access).await?]);
        let name = sql_name(&title);
        let described = self.pool.describe_lake(&name, folder, &session).await?;
        let unwritten =
            |error: serde_json::Error| failure(FailureCode::SourceUnreadable, error.to_string());
        let object = RemoteLake {
            access: sealed.map_err(unwritten)?,
            layout: described.layout,
        };
        Ok(DescribedLake {
            title,
            object: serde_json::to_vec(&object).map_err(unwritten)?,
            profile: described.profile,
            notes: described.notes,
        })
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

/// Runs what talks to a server: a hostile one can make the driver of MySQL read beyond a packet, which panics.
async fn contain_panic<T>(
    work: impl Future<Output = Result<T, WorkerFailure>>,
) -> Result<T, WorkerFailure> {
    let done = AssertUnwindSafe(work).catch_unwind().await;
    done.unwrap_or_else(|_| {
        Err(failure(
            FailureCode::SourceUnreadable,
            "The database server sent a malformed answer. Check the host and the port.",
        ))
    })
}

fn unwritten(error: &std::io::Error) -> WorkerFailure {
    tracing::error!(error.cause = %error, "rows of a database not stored");
    let code = match portolan_query::is_out_of_room(error) {
        true => FailureCode::StorageFull,
        false => FailureCode::QueryTooLarge,
    };
    failure(code, "Couldn't store the database's rows. Try again.")
}

/// A table of a database under its name in SQL, with the way to it.
struct OpenedTable {
    name: String,
    table: RemoteTable,
    access: DatabaseAccess,
}

impl Databases {
    pub fn new(guard: Guard, seal: AccessSeal, ids: Ids, limits: DatabaseLimits) -> Self {
        Self {
            inner: Arc::new(SharedAccess {
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
        let access = login.to_access()?;
        contain_panic(async { self.open(&access).await?.tables().await }).await
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
        let describe = async {
            let mut session = self.open(&access).await?;
            let mut described = Vec::with_capacity(tables.len());
            for name in tables {
                described.push(self.describe_in(&mut session, &access, name).await?);
            }
            Ok(described)
        };
        contain_panic(describe).await
    }

    /// Reads the columns and statistics of a table again.
    pub async fn describe_again(&self, object: &[u8]) -> Result<DescribedTable, WorkerFailure> {
        let table = parse_object(object)?;
        let access = self.unseal(&table.access)?;
        let describe = async {
            let mut session = self.open(&access).await?;
            self.describe_in(&mut session, &access, &table.name).await
        };
        contain_panic(describe).await
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
            engine: access.engine,
        };
        let (profile, more) = session.profile(&table, &sql_name(&name.table)).await?;
        notes.extend(more);
        Ok(DescribedTable {
            name: name.clone(),
            engine: access.engine,
            object: serde_json::to_vec(&table).map_err(unwritten)?,
            profile,
            notes,
        })
    }

    async fn open_tables(&self, files: &[&TableFile]) -> Result<Vec<OpenedTable>, WorkerFailure> {
        let mut tables = Vec::with_capacity(files.len());
        for file in files {
            let table = parse_object(&read_object(&file.path).await?)?;
            tables.push(OpenedTable {
                name: file.name.clone(),
                access: self.unseal(&table.access)?,
                table,
            });
        }
        Ok(tables)
    }

    /// Runs a query in the database of its tables. Returns None where they are in several, or where the database has
    /// nothing that surely means the same.
    async fn query(
        &self,
        statement: &Statement,
        tables: &[OpenedTable],
    ) -> Result<Option<QueryResult>, WorkerFailure> {
        let Some(OpenedTable { access, .. }) = tables.first() else {
            return Err(failure(FailureCode::QueryInvalid, UNKNOWN_TABLE));
        };
        if tables.iter().any(|table| table.access != *access) {
            return Ok(None);
        }
        let allowed: Vec<_> = tables
            .iter()
            .map(|table| table.table.allowed(&table.name))
            .collect();
        let matched = match_names(statement.clone(), &allowed);
        let named: Vec<(&str, &RemoteTable)> = tables
            .iter()
            .map(|table| (table.name.as_str(), &table.table))
            .collect();
        let query = match translate(access.engine, matched.statement, &named) {
            Err(failure)
                if access.engine == DatabaseEngine::Mysql
                    && failure.code == FailureCode::QueryRefused =>
            {
                return Ok(None);
            }
            query => query?,
        };
        let mut session = self.open(access).await?;
        let limits = &self.inner.limits;
        let mut result = session
            .run(&query, limits.rows, limits.answer_bytes)
            .await?;
        for column in &mut result.columns {
            if let Some(name) = matched.renamed.get(&column.name) {
                column.name.clone_from(name);
            }
        }
        Ok(Some(result))
    }

    /// Fetches what a query needs of these tables into files, for a worker that runs the query.
    async fn fetch(
        &self,
        statement: &Statement,
        tables: &[OpenedTable],
        folder: &Path,
        pool: &QueryPool,
    ) -> Result<Vec<TableFile>, WorkerFailure> {
        let mut sessions: Vec<(&DatabaseAccess, ReadSession)> = Vec::new();
        let mut files = Vec::with_capacity(tables.len());
        for (number, opened) in tables.iter().enumerate() {
            let known = sessions
                .iter()
                .position(|(access, _)| **access == opened.access);
            let place = match known {
                Some(place) => place,
                None => {
                    sessions.push((&opened.access, self.open(&opened.access).await?));
                    sessions.len() - 1
                }
            };
            let result = self
                .fetch_table(statement, opened, &mut sessions[place].1)
                .await?;
            let rows = folder.join(format!("{number}.json"));
            let path = folder.join(format!("{number}.parquet"));
            store_rows(result, rows.clone()).await?;
            pool.write_rows(&rows, &path).await?;
            files.push(TableFile {
                name: opened.name.clone(),
                path: path.to_string_lossy().into_owned(),
            });
        }
        Ok(files)
    }

    async fn fetch_table(
        &self,
        statement: &Statement,
        opened: &OpenedTable,
        session: &mut ReadSession,
    ) -> Result<QueryResult, WorkerFailure> {
        let OpenedTable { name, table, .. } = opened;
        let allowed = [table.allowed(name)];
        let matched = match_names(statement.clone(), &allowed).statement;
        let mut query = Err(failure(FailureCode::QueryRefused, UNKNOWN_TABLE));
        for extract in extract_statements(&matched, name, table) {
            let extract = match_names(extract, &allowed).statement;
            query = translate(table.engine, extract, &[(name, table)]);
            if query.is_ok() {
                break;
            }
        }
        let mut result = session
            .run(&query?, extract::MOST_ROWS, FETCHED_BYTES)
            .await?;
        if result.truncated {
            return Err(failure(
                FailureCode::QueryTooLarge,
                format!(
                    "The query reads more than {} rows or {} MB of \"{name}\", which it joins with other sources. Add a condition on that table.",
                    extract::MOST_ROWS,
                    FETCHED_BYTES >> 20
                ),
            ));
        }
        for column in &mut result.columns {
            let known = table.columns.iter().find(|known| known.name == column.name);
            if let Some(known) = known {
                column.column_type = known.column_type;
            }
        }
        // A database may return rows in any order; the same rows then give the same answer.
        result
            .rows
            .sort_by_cached_key(|row| Value::from(row.clone()).to_string());
        Ok(result)
    }

    async fn open_lake(&self, access: LakeAccess) -> Result<OpenedLake, WorkerFailure> {
        let time = self.inner.limits.time;
        let dialer = Dialer::new(self.inner.guard.clone(), time);
        OpenedLake::open(&dialer, access, time).await
    }

    /// Opens the buckets of tables, for a worker that runs the query.
    async fn open_lakes(
        &self,
        files: &[&TableFile],
    ) -> Result<(Vec<LakeTable>, LakeSession), WorkerFailure> {
        let mut tables = Vec::with_capacity(files.len());
        let mut opened = Vec::with_capacity(files.len());
        for file in files {
            let lake = lake::parse_object(&read_object(&file.path).await?)?;
            opened.push(self.open_lake(self.unseal(&lake.access)?).await?);
            tables.push(LakeTable {
                name: file.name.clone(),
                layout: lake.layout,
            });
        }
        Ok((tables, LakeSession::new(opened)))
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

    fn unseal<T: DeserializeOwned>(&self, sealed: &SealedAccess) -> Result<T, WorkerFailure> {
        self.inner.seal.open(sealed).ok_or_else(|| {
            failure(
                FailureCode::SourceUnreadable,
                "The server's secret has changed, so the password can't be read. Delete the source and add it again.",
            )
        })
    }
}

fn translate(
    engine: DatabaseEngine,
    statement: Statement,
    tables: &[(&str, &RemoteTable)],
) -> Result<TranslatedQuery, WorkerFailure> {
    match engine {
        DatabaseEngine::Postgresql => translate_query(statement, tables),
        DatabaseEngine::Mysql => mysql::translate_query(statement, tables),
    }
}

/// Writes a result as JSON.
async fn store_rows(result: QueryResult, path: PathBuf) -> Result<(), WorkerFailure> {
    let write = move || {
        let file = std::io::BufWriter::new(std::fs::File::create(path)?);
        serde_json::to_writer(file, &result).map_err(std::io::Error::from)
    };
    match tokio::task::spawn_blocking(write).await {
        Ok(written) => written.map_err(|error| unwritten(&error)),
        Err(error) => Err(unwritten(&std::io::Error::other(error))),
    }
}

pub(super) const UNKNOWN_TABLE: &str =
    "The description of this table can't be read. Delete the source and add it again.";

async fn read_object(path: &str) -> Result<Vec<u8>, WorkerFailure> {
    tokio::fs::read(path).await.map_err(|error| {
        tracing::error!(error.cause = %error, "description of a table not read");
        failure(FailureCode::SourceUnreadable, UNKNOWN_TABLE)
    })
}

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

#[cfg(test)]
mod tests {
    use portolan_dial::corpus;
    use portolan_environment::{clock::Clock, ids::Ids};
    use url::Url;

    use super::{AccessSeal, DatabaseLimits, DatabaseLogin, Databases, sql_name};
    use crate::DatabaseEngine;

    /// Lists the tables of a login and returns the refusal.
    async fn refusal(databases: &Databases, login: DatabaseLogin) -> String {
        match databases.tables(&login).await {
            Ok(_) => panic!("a server answered"),
            Err(failure) => failure.message,
        }
    }

    #[tokio::test]
    async fn private_addresses_of_databases_are_not_dialled_in_any_spelling() {
        let limits = DatabaseLimits {
            time: std::time::Duration::from_secs(5),
            rows: 10,
            answer_bytes: 1_000,
            received_bytes: 1_000,
        };
        let databases = Databases::new(
            corpus::corpus_guard(&[]),
            AccessSeal::new([7; 32]),
            Ids::system(Clock::system()),
            limits,
        );
        let mut tried = 0;
        for text in corpus::inner_urls() {
            let Some((scheme, rest)) = text.split_once("://") else {
                continue;
            };
            let host = rest.split('/').next().unwrap_or_default();
            for engine in ["postgresql", "mysql"] {
                // As a connection string, where the host is as it was written.
                let mut logins = vec![DatabaseLogin {
                    url: Some(format!("{engine}://ann:x@{host}/shop")),
                    ..DatabaseLogin::default()
                }];
                // As parts: as written, and in the form that browsers give it.
                let parsed = Url::parse(&text).ok();
                let normal = parsed.as_ref().and_then(Url::host_str);
                logins.extend([Some(host), normal].into_iter().flatten().map(|host| {
                    DatabaseLogin {
                        engine: (engine == "mysql").then_some(DatabaseEngine::Mysql),
                        host: Some(host.to_owned()),
                        database: Some("shop".to_owned()),
                        user: Some("ann".to_owned()),
                        ..DatabaseLogin::default()
                    }
                }));
                for login in logins {
                    let refused = refusal(&databases, login).await;
                    let is_judged = ["not on the public internet", "one name or address"]
                        .iter()
                        .any(|reason| refused.contains(reason))
                        || refused.contains("must look like");
                    assert!(is_judged, "{scheme} {text}: {refused}");
                    tried += 1;
                }
            }
        }
        assert!(tried > 1_500, "only {tried} logins were tried");
    }

    #[test]
    fn table_names_become_plain_names_in_sql() {
        assert_eq!(sql_name("Order Items"), "order_items");
        assert_eq!(sql_name("order"), "table_order");
        assert_eq!(sql_name("2024"), "table_2024");
        assert_eq!(sql_name("Größe"), "gr__e");
        assert_eq!(sql_name("表"), "table");
    }
}
