//! Fresh, empty stores for tests: on SQLite in a temporary folder, and on a throw-away PostgreSQL.
//!
//! The PostgreSQL server is Debian's, one per test process, started when first needed. It ends
//! with the process, however that ends: a shell waits for its standard input to close.

mod copies;

use std::{
    cell::{Cell, RefCell},
    io::{BufRead, BufReader},
    os::unix::{fs::chown, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
};

use chrono::{DateTime, Utc};
use portolan_ledger::Plans;
use sqlx::{AssertSqlSafe, Connection, PgConnection, postgres::PgConnectOptions};
use tempfile::TempDir;
use tokio::sync::OnceCell;
use uuid::Uuid;

use super::{
    DatabaseUrl, Result, Store, StoreOptions,
    database::Session,
    sqlite_pool::PooledConnection,
    value::{Param, params},
};

tokio::task_local! {
    static STATEMENTS: Cell<u64>;
    static NOTED: RefCell<Vec<String>>;
}

/// Returns the output of a future and the number of statements it ran.
pub async fn count_statements<T>(future: impl Future<Output = T>) -> (T, u64) {
    STATEMENTS
        .scope(Cell::new(0), async {
            let result = future.await;
            (result, STATEMENTS.with(Cell::get))
        })
        .await
}

pub(super) fn count_statement() {
    // Outside of such a future no one counts.
    let _ = STATEMENTS.try_with(|count| count.set(count.get() + 1));
}

/// Returns the output of a future and the statements that it ran which return several rows, with their values.
pub async fn noted_statements<T>(future: impl Future<Output = T>) -> (T, Vec<String>) {
    NOTED
        .scope(RefCell::default(), async {
            let result = future.await;
            (result, NOTED.with(RefCell::take))
        })
        .await
}

pub(super) fn note_statement(sql: &str, params: &[Param<'_>]) {
    // Outside of such a future no one reads them.
    let _ = NOTED.try_with(|statements| statements.borrow_mut().push(with_values(sql, params)));
}

/// Returns a statement with its parameters written out.
fn with_values(sql: &str, params: &[Param<'_>]) -> String {
    let numbered = params.iter().enumerate().rev();
    numbered.fold(sql.to_owned(), |sql, (place, param)| {
        let value = match param {
            Param::Text(Some(text)) => format!("'{}'", text.replace('\'', "''")),
            Param::Integer(Some(number)) if *number == i64::MIN => {
                "(-9223372036854775807 - 1)".to_owned()
            }
            Param::Integer(Some(number)) => number.to_string(),
            Param::Text(None) | Param::Integer(None) => "NULL".to_owned(),
            Param::Boolean(value) => value.to_string().to_uppercase(),
        };
        sql.replace(&format!("${}", place + 1), &value)
    })
}

/// An empty store, with what must live as long as it does.
#[derive(Debug)]
pub struct TestStore {
    pub store: Store,
    pub options: StoreOptions,
    _folder: Option<TempDir>,
}

impl TestStore {
    /// A second store on the same database, as another node would have it.
    pub async fn reopen(&self) -> Store {
        open(&self.options).await
    }
}

impl Store {
    /// Leaves the database as a version without search would have it.
    pub async fn forget_search_index(&self) {
        let mut transaction = self.database.write().await.expect("the writer");
        for sql in [
            "DELETE FROM search_texts",
            "INSERT INTO search_backlog (kind, id) SELECT 'chat', id FROM chats",
            "INSERT INTO search_backlog (kind, id) SELECT 'chart', id FROM charts",
        ] {
            transaction.execute(sql, &[]).await.expect("an empty index");
        }
        transaction.commit().await.expect("an empty index");
    }

    /// The same database under a soft limit of so many credits a period.
    pub fn with_overage_limit(&self, credits: u64) -> Self {
        Self {
            overage_limit: credits,
            ..self.clone()
        }
    }

    /// The same database with other plans.
    pub fn with_plans(&self, plans: Plans) -> Self {
        Self {
            plans,
            ..self.clone()
        }
    }

    /// Changes stored data directly, bypassing the store.
    pub async fn damage(&self, sql: &'static str) {
        let mut transaction = self.database.write().await.expect("the writer");
        transaction.execute(sql, &[]).await.expect("a statement");
        transaction.commit().await.expect("the damage");
    }

    /// Returns a user on SQLite so many empty chats at once.
    pub async fn fill_chats(&self, user_id: Uuid, now: DateTime<Utc>, count: u64) {
        let sql = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < $3) \
             INSERT INTO chats (id, user_id, title, title_key, epoch, last_event_id, created_at, updated_at) \
             SELECT printf('00000000-0000-4000-8000-%012d', n), $1, '', '', 0, 0, $2, $2 FROM numbers";
        let mut transaction = self.database.write().await.expect("the writer");
        let filled = transaction.execute(sql, params![user_id, now, count]).await;
        assert_eq!(filled.expect("the chats"), count);
        transaction.commit().await.expect("the chats");
    }

    /// Returns a user on SQLite so many chats at once, each with a title that a search for `word` finds.
    pub async fn fill_found_chats(
        &self,
        user_id: Uuid,
        now: DateTime<Utc>,
        count: u64,
        word: &str,
    ) {
        self.fill_chats(user_id, now, count).await;
        let owner = format!("owner{}", user_id.simple());
        let titles =
            "UPDATE chats SET title = $2, title_key = $2 WHERE user_id = $1 AND title = ''";
        let texts = "INSERT INTO search_texts (user_id, kind, chat_id, text) \
             SELECT user_id, 'message', id, title FROM chats WHERE user_id = $1 AND title = $2";
        let words = "INSERT INTO search_words (rowid, words) \
             SELECT number, $3 || ' ' || text FROM search_texts WHERE user_id = $1 AND text = $2";
        let mut transaction = self.database.write().await.expect("the writer");
        for (sql, params) in [
            (titles, params![user_id, word] as &[_]),
            (texts, params![user_id, word]),
            (words, params![user_id, word, &owner]),
        ] {
            let filled = transaction.execute(sql, params).await;
            assert_eq!(filled.expect("the texts"), count);
        }
        transaction.commit().await.expect("the texts");
    }

    /// Returns a user on SQLite so many empty sources and charts at once.
    pub async fn fill_sources_and_charts(&self, user_id: Uuid, now: DateTime<Utc>, count: u64) {
        let sources = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < $3) \
             INSERT INTO sources (id, user_id, name, kind, status, sql_name, bytes, content_hash, created_at) \
             SELECT printf('00000000-0000-4000-8000-%012d', n), $1, '', 'csv', 'whole', '', 0, '', $2 FROM numbers";
        let charts = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < $3) \
             INSERT INTO charts (id, user_id, version, kind, title, title_key, description, visibility, created_at, \
             updated_at) SELECT printf('00000000-0000-4000-8000-%012d', n), $1, 1, 'table', '', '', '', 'private', \
             $2, $2 FROM numbers";
        let mut transaction = self.database.write().await.expect("the writer");
        for sql in [sources, charts] {
            let filled = transaction.execute(sql, params![user_id, now, count]).await;
            assert_eq!(filled.expect("the items"), count);
        }
        transaction.commit().await.expect("the items");
    }

    /// Deletes one of those charts, or one of those sources.
    pub async fn delete_filled(&self, number: u64, is_chart: bool) {
        let id = format!("00000000-0000-4000-8000-{number:012}");
        let sql = if is_chart {
            "DELETE FROM charts WHERE id = $1"
        } else {
            "DELETE FROM sources WHERE id = $1"
        };
        let mut transaction = self.database.write().await.expect("the writer");
        let deleted = transaction.execute(sql, params![&id]).await;
        assert_eq!(deleted.expect("the item"), 1);
        transaction.commit().await.expect("the item");
    }

    pub fn is_on_postgres(&self) -> bool {
        self.database.is_postgres()
    }

    /// Returns the steps of the database's plan of a statement.
    pub async fn query_plan(&self, sql: &str) -> Vec<String> {
        let (explain, column) = match self.is_on_postgres() {
            true => ("EXPLAIN", "QUERY PLAN"),
            false => ("EXPLAIN QUERY PLAN", "detail"),
        };
        let mut session = self.database.read().await.expect("a reader");
        let rows = session.composed_rows(format!("{explain} {sql}"), &[]).await;
        let rows = rows.expect("a plan");
        let steps = rows.iter().map(|row| row.get(column).expect("a step"));
        steps.collect()
    }

    /// Returns the work of a read: instructions of SQLite's machine, or rows that PostgreSQL's scans visit.
    pub async fn statement_work(&self, sql: &str) -> u64 {
        let session = self.database.read().await.expect("a reader");
        match session {
            Session::Sqlite(connection) => sqlite_work(connection, sql).await,
            mut session => {
                let explain = format!("EXPLAIN (ANALYZE, TIMING OFF) {sql}");
                let rows = session.composed_rows(explain, &[]).await.expect("a plan");
                let steps = rows
                    .iter()
                    .map(|row| row.get("QUERY PLAN").expect("a step"));
                visited_rows(&steps.collect::<Vec<String>>())
            }
        }
    }

    /// Runs a statement as long reads are run.
    pub async fn run_scan(&self, sql: &'static str) -> Result<()> {
        self.database.scan().await?.rows(sql, &[]).await.map(drop)
    }

    /// Runs a statement in a transaction that writes.
    pub async fn run_write(&self, sql: &'static str) -> Result<()> {
        self.database.write().await?.rows(sql, &[]).await.map(drop)
    }

    /// Long reads that could begin at once.
    pub fn free_scans(&self) -> usize {
        self.database.free_scans()
    }

    /// Limits an SQLite database to this many pages, so that it is full.
    pub async fn limit_pages(&self, pages: u32) {
        let mut transaction = self.database.write().await.expect("the writer");
        if let Session::SqliteTransaction(connection) = &mut *transaction {
            let sql = format!("PRAGMA max_page_count = {pages}");
            sqlx::raw_sql(AssertSqlSafe(sql))
                .execute(connection.begin_statement())
                .await
                .expect("a limit");
            connection.finish_statement();
        }
        transaction.commit().await.expect("the limit");
    }
}

/// Instructions of SQLite's machine between two counts.
const COUNTED_STEPS: u16 = 100;

async fn sqlite_work(mut connection: PooledConnection, sql: &str) -> u64 {
    let counts = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&counts);
    connection
        .lock_handle()
        .await
        .expect("the connection")
        .set_progress_handler(COUNTED_STEPS.into(), move || {
            counter.fetch_add(1, Ordering::Relaxed);
            true
        });
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))
        .fetch_all(&mut *connection)
        .await
        .expect("rows");
    // Its statements have no time limit any more.
    connection.discard();
    counts.load(Ordering::Relaxed) * u64::from(COUNTED_STEPS)
}

/// Returns the rows that the scans of an analysed plan read, those that a filter removed among them.
fn visited_rows(steps: &[String]) -> u64 {
    let number = |step: &str, name: &str| -> Option<f64> {
        let (_, rest) = step.split_once(name)?;
        let end = rest.find(|character: char| !character.is_ascii_digit() && character != '.');
        rest[..end.unwrap_or(rest.len())].parse().ok()
    };
    let (mut visited, mut loops) = (0.0, 1.0);
    for step in steps {
        if let Some((_, actual)) = step.split_once("(actual ") {
            loops = number(actual, "loops=").unwrap_or(1.0);
            if step.contains("Scan") {
                visited += number(actual, "rows=").unwrap_or(0.0) * loops;
            }
        } else if let Some(removed) = number(step, "Rows Removed by Filter: ") {
            visited += removed * loops;
        }
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a count of rows is a small positive number"
    )]
    {
        visited as u64
    }
}

/// On SQLite, in a file.
pub async fn sqlite() -> TestStore {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("portolan.db");
    std::fs::write(&path, migrated_sqlite_file().await).expect("a database file");
    test_store(StoreOptions::new(DatabaseUrl::Sqlite(path)), Some(folder)).await
}

/// Returns the file of an empty store: it is migrated once for all tests of the process.
async fn migrated_sqlite_file() -> &'static [u8] {
    static FILE: OnceCell<Vec<u8>> = OnceCell::const_new();
    FILE.get_or_init(|| async {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("portolan.db");
        let options = StoreOptions::new(DatabaseUrl::Sqlite(path.clone()));
        // Closing moves what is in the log to the file.
        open(&options).await.close().await;
        std::fs::read(path).expect("the migrated file")
    })
    .await
}

/// On SQLite, in memory: the quickest, with one connection.
pub async fn sqlite_in_memory() -> TestStore {
    test_store(StoreOptions::new(DatabaseUrl::SqliteMemory), None).await
}

/// On PostgreSQL; None if it is not installed, which is an error in CI.
pub async fn postgres() -> Option<TestStore> {
    let url = migrated_postgres_url().await?;
    let options = StoreOptions {
        connections: 8,
        ..StoreOptions::new(url)
    };
    Some(test_store(options, None).await)
}

/// An empty database on the throw-away PostgreSQL, without tables.
pub async fn postgres_url() -> Option<DatabaseUrl> {
    create_database("template1").await
}

/// A database with the tables of an empty store: a copy of one that is migrated once for all tests of the process.
async fn migrated_postgres_url() -> Option<DatabaseUrl> {
    static TEMPLATE: OnceCell<Option<String>> = OnceCell::const_new();
    let template = TEMPLATE.get_or_init(|| async {
        let url = postgres_url().await?;
        let name = match &url {
            DatabaseUrl::Postgres(options) => options.get_database()?.to_owned(),
            _ => return None,
        };
        // A database that someone is connected to can't be copied.
        open(&StoreOptions::new(url)).await.close().await;
        Some(name)
    });
    create_database(template.await.as_deref()?).await
}

async fn create_database(template: &str) -> Option<DatabaseUrl> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let server = postgres_server()?;
    let name = format!("test_{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let mut connection = PgConnection::connect_with(&server.connect("postgres"))
        .await
        .expect("the throw-away PostgreSQL answers");
    let sql = format!("CREATE DATABASE {name} TEMPLATE {template}");
    sqlx::raw_sql(AssertSqlSafe(sql))
        .execute(&mut connection)
        .await
        .expect("a new database");
    Some(DatabaseUrl::Postgres(Box::new(server.connect(&name))))
}

/// A database of a user on the throw-away PostgreSQL, with its owner's connection.
pub struct UserDatabase {
    pub name: String,
    /// The socket of its server.
    pub socket: PathBuf,
    owner: PgConnection,
}

/// The login of [`UserDatabase`], which needs its password and may read every table.
pub const READER: &str = "reader";
pub const READER_PASSWORD: &str = "canary-reader-password";

impl UserDatabase {
    /// Creates a database with what these statements write.
    pub async fn create(statements: &str) -> Option<Self> {
        let DatabaseUrl::Postgres(options) = postgres_url().await? else {
            return None;
        };
        let owner = PgConnection::connect_with(&options).await;
        let mut database = Self {
            name: options.get_database()?.to_owned(),
            socket: postgres_server()?.folder.join(".s.PGSQL.5432"),
            owner: owner.expect("the database answers"),
        };
        // Tests create the role at the same time.
        let role = format!(
            "DO $$ BEGIN CREATE ROLE {READER} LOGIN PASSWORD '{READER_PASSWORD}'; \
             EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$; \
             ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO {READER};"
        );
        database.execute(&role).await;
        database.execute(statements).await;
        Some(database)
    }

    /// Runs statements as the owner.
    pub async fn execute(&mut self, statements: &str) {
        sqlx::raw_sql(AssertSqlSafe(statements.to_owned()))
            .execute(&mut self.owner)
            .await
            .expect("the owner's statements");
    }
}

async fn test_store(options: StoreOptions, folder: Option<TempDir>) -> TestStore {
    TestStore {
        store: open(&options).await,
        options,
        _folder: folder,
    }
}

async fn open(options: &StoreOptions) -> Store {
    Store::open(options).await.expect("an empty store")
}

struct PostgresServer {
    /// Holds its socket.
    folder: PathBuf,
    /// The server ends when this one's standard input closes.
    _shell: Child,
}

impl PostgresServer {
    fn connect(&self, database: &str) -> PgConnectOptions {
        PgConnectOptions::new_without_pgpass()
            .socket(&self.folder)
            .username("portolan")
            .database(database)
    }
}

fn postgres_server() -> Option<&'static PostgresServer> {
    static SERVER: OnceLock<Option<PostgresServer>> = OnceLock::new();
    SERVER
        .get_or_init(|| match postgres_programs() {
            Some(programs) => Some(start_postgres(&programs)),
            None if std::env::var_os("CI").is_some() => {
                panic!("the tests need PostgreSQL: install it with `apt-get install postgresql`")
            }
            None => {
                eprintln!("skipped on PostgreSQL: install it with `apt-get install postgresql`");
                None
            }
        })
        .as_ref()
}

/// The folder of the newest installed version's programs.
pub fn postgres_programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    versions
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let version: u32 = path.file_name()?.to_str()?.parse().ok()?;
            let programs = path.join("bin");
            programs
                .join("initdb")
                .exists()
                .then_some((version, programs))
        })
        .max()
        .map(|(_, programs)| programs)
}

/// Its argument is the folder of the programs; it works in the current folder, and says `ready`.
const SCRIPT: &str = r#"
"$1"/initdb --pgdata data --username portolan --auth trust --encoding UTF8 --locale C --no-sync >log 2>&1 || { cat log >&2; exit 1; }
sed -i '1i local all reader scram-sha-256' data/pg_hba.conf
"$1"/postgres -D data -k "$PWD" -c listen_addresses= -c fsync=off -c synchronous_commit=off -c full_page_writes=off \
    -c max_connections=1000 -c shared_buffers=64MB >>log 2>&1 </dev/null &
server=$!
until "$1"/pg_isready --quiet --host "$PWD" --username portolan --dbname postgres; do
    kill -0 $server || { cat log >&2; exit 1; }
    sleep 0.05
done
echo ready
cat >/dev/null
kill -QUIT $server
wait $server
folder=$PWD
cd /
rm -rf "$folder"
"#;

/// `initdb` refuses root: then the server runs as the user `postgres`.
fn start_postgres(programs: &Path) -> PostgresServer {
    let folder = tempfile::Builder::new()
        .prefix("portolan-postgres-")
        .tempdir()
        .expect("a temporary folder")
        .keep();
    let mut command = if rustix::process::geteuid().is_root() {
        let (user, group) = operating_account("postgres");
        chown(&folder, Some(user), Some(group)).expect("a folder for the user postgres");
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--", "sh"]);
        command
    } else {
        Command::new("sh")
    };
    let mut shell = command
        .args(["-c", SCRIPT, "postgres"])
        .arg(programs)
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        // Ctrl-C ends the tests; the shell then ends the server in order.
        .process_group(0)
        .spawn()
        .expect("a shell for PostgreSQL");
    let mut line = String::new();
    BufReader::new(shell.stdout.take().expect("the shell's output"))
        .read_line(&mut line)
        .expect("the shell's answer");
    assert_eq!(line, "ready\n", "PostgreSQL did not start, see above");
    PostgresServer {
        folder,
        _shell: shell,
    }
}

/// The ids of a user and of their group.
pub fn operating_account(name: &str) -> (u32, u32) {
    let accounts = std::fs::read_to_string("/etc/passwd").expect("the list of accounts");
    accounts
        .lines()
        .map(|line| line.split(':').collect::<Vec<_>>())
        .find(|fields| fields[0] == name)
        .and_then(|fields| Some((fields.get(2)?.parse().ok()?, fields.get(3)?.parse().ok()?)))
        .expect("Debian's packages of databases bring their accounts")
}
