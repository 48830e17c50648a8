//! SQLite files as uploads, also hostile ones.

use portolan_query::{ColumnType, ConvertedTable, FailureCode, WorkerFailure};
use rusqlite::Connection;

use crate::support::EngineSetup;

/// The bytes of a database that these statements wrote.
fn database(statements: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("data.sqlite");
    let connection = Connection::open(&path).expect("a database");
    connection
        .execute_batch(statements)
        .expect("the statements");
    drop(connection);
    std::fs::read(path).expect("the file")
}

async fn convert(statements: &str) -> Result<Vec<ConvertedTable>, WorkerFailure> {
    EngineSetup::new()
        .convert("shop.db", database(statements))
        .await
}

fn titles(tables: &[ConvertedTable]) -> Vec<&str> {
    tables.iter().map(|table| table.title.as_str()).collect()
}

#[tokio::test]
async fn tables_and_views_of_sqlite_file_are_read_with_their_types() {
    let setup = EngineSetup::new();
    let file = database(
        "CREATE TABLE orders (id INTEGER PRIMARY KEY, product TEXT, price REAL, placed DATE, paid BOOLEAN, photo BLOB);
         INSERT INTO orders VALUES (1, 'Lamp', 19.5, '2026-01-02', 1, x'00ff'), (2, 'Chair', 80.25, '2026-02-03', 0, NULL);
         CREATE TABLE empty (a INTEGER);
         CREATE VIEW revenue AS SELECT product, sum(price) AS total FROM orders GROUP BY product;
         CREATE VIRTUAL TABLE notes USING fts5(body);
         INSERT INTO notes VALUES ('indexed');",
    );
    let tables = setup.convert("shop.db", file).await.unwrap();
    assert_eq!(titles(&tables), ["orders", "revenue"]);
    let profile = &tables[0].profile;
    let types: Vec<_> = (profile.columns.iter())
        .map(|column| (column.name.as_str(), column.column_type))
        .collect();
    assert_eq!(
        types,
        [
            ("id", ColumnType::Integer),
            ("product", ColumnType::String),
            ("price", ColumnType::Number),
            ("placed", ColumnType::Date),
            ("paid", ColumnType::Boolean),
            ("photo", ColumnType::String),
        ]
    );
    assert!(
        tables[0].notes.join(" ").contains("photo"),
        "{:?}",
        tables[0].notes
    );
    let joined = "SELECT o.product, r.total FROM orders o JOIN revenue r ON r.product = o.product ORDER BY 1";
    let rows = setup
        .query(joined, &[&tables[0], &tables[1]])
        .await
        .unwrap();
    assert_eq!(
        rows.rows[0],
        [serde_json::json!("Chair"), serde_json::json!(80.25)]
    );
}

#[tokio::test]
async fn triggers_and_views_with_effects_change_nothing() {
    let tables = convert(
        "CREATE TABLE good (a INTEGER); INSERT INTO good VALUES (1), (2);
         CREATE TABLE log (a INTEGER);
         CREATE TRIGGER spread AFTER INSERT ON good BEGIN INSERT INTO log VALUES (new.a); END;
         CREATE VIEW module AS SELECT load_extension('/tmp/evil.so') AS a;
         CREATE VIEW file AS SELECT * FROM pragma_database_list;
         CREATE VIEW missing AS SELECT * FROM gone;",
    )
    .await
    .unwrap();
    assert_eq!(titles(&tables), ["good"]);
    let notes = tables[0].notes.join(" ");
    assert!(
        notes.contains("module") && notes.contains("missing"),
        "{notes}"
    );
}

#[tokio::test]
async fn view_with_huge_values_or_endless_rows_is_refused() {
    let failure = convert(
        "CREATE TABLE good (a INTEGER); INSERT INTO good VALUES (1);
         CREATE VIEW huge AS SELECT zeroblob(900000000) AS a, 1 AS b;",
    )
    .await;
    assert_eq!(titles(&failure.unwrap()), ["good"]);
    let endless = convert(
        "CREATE TABLE good (a INTEGER); INSERT INTO good VALUES (1);
         CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;",
    )
    .await
    .unwrap_err();
    assert!(
        matches!(
            endless.code,
            FailureCode::SourceTooLarge | FailureCode::QueryTimeout
        ),
        "{endless:?}"
    );
}

#[tokio::test]
async fn damaged_and_empty_databases_fail_with_advice() {
    let mut damaged = database(
        "CREATE TABLE rows (a TEXT); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) \
         INSERT INTO rows SELECT 'value ' || i FROM n;",
    );
    for byte in &mut damaged[4096..] {
        *byte = 0xa5;
    }
    let failure = EngineSetup::new()
        .convert("x.db", damaged)
        .await
        .unwrap_err();
    assert_eq!(
        failure.code,
        FailureCode::SourceUnreadable,
        "{}",
        failure.message
    );
    let cut =
        database("CREATE TABLE rows (a TEXT); INSERT INTO rows VALUES ('a');")[..200].to_vec();
    let failure = EngineSetup::new().convert("x.db", cut).await.unwrap_err();
    assert_eq!(
        failure.code,
        FailureCode::SourceUnreadable,
        "{}",
        failure.message
    );
    let failure = convert("CREATE TABLE empty (a INTEGER);")
        .await
        .unwrap_err();
    assert_eq!(failure.code, FailureCode::SourceEmpty);
    assert!(failure.message.contains("database"), "{}", failure.message);
}
