//! Tables of Parquet files that the worker reads through its server.

use std::{fmt::Write, path::PathBuf, sync::Mutex, time::Duration};

use async_trait::async_trait;
use portolan_query::{
    FailureCode, LakeDescription, LakeTable, MOST_CALL_BYTES, ObjectEntry, ObjectOperation,
    QueryResult, WorkerFailure,
};
use portolan_query_pool::{ObjectSource, PoolOptions};

use crate::support::{EngineSetup, pool_options};

const ROWS: usize = 20_000;

/// Two files of one year each.
struct Files {
    files: Vec<(&'static str, PathBuf)>,
    reads: Mutex<Vec<(String, u64)>>,
    /// Reads wait for ever.
    is_silent: bool,
}

#[async_trait]
impl ObjectSource for Files {
    async fn perform(
        &self,
        table: usize,
        operation: ObjectOperation,
    ) -> Result<Vec<u8>, WorkerFailure> {
        assert_eq!(table, 0);
        match operation {
            ObjectOperation::List { .. } => {
                let entries = self.files.iter().map(|(path, file)| ObjectEntry {
                    path: (*path).to_owned(),
                    bytes: file.metadata().expect("a file").len(),
                });
                Ok(serde_json::to_vec(&entries.collect::<Vec<_>>()).expect("JSON"))
            }
            ObjectOperation::Read { path, start, end } => {
                assert!(end - start <= MOST_CALL_BYTES);
                if self.is_silent {
                    std::future::pending::<()>().await;
                }
                let file = self.files.iter().find(|(known, _)| *known == path);
                let bytes = std::fs::read(&file.expect("a listed file").1).expect("a file");
                self.reads
                    .lock()
                    .expect("the log")
                    .push((path, end - start));
                Ok(bytes[start as usize..end as usize].to_vec())
            }
        }
    }
}

struct Lake {
    setup: EngineSetup,
    files: Files,
    description: LakeDescription,
}

impl Lake {
    async fn with(options: PoolOptions) -> Self {
        let writer = EngineSetup::new();
        let mut csv = "id,word\n".to_owned();
        for id in 0..ROWS {
            let word = (id as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            writeln!(csv, "{id},w{word:016x}").expect("a line");
        }
        let table = writer.table("words.csv", csv).await;
        let setup = EngineSetup::with(options);
        let path = setup.folder.path().join("words.parquet");
        std::fs::copy(&table.path, &path).expect("a copy");
        let files = Files {
            files: vec![
                ("year=2023/a.parquet", path.clone()),
                ("year=2024/a.parquet", path),
            ],
            reads: Mutex::default(),
            is_silent: false,
        };
        let folder = setup.folder.path();
        let described = writer.pool.describe_lake("words", folder, &files).await;
        Self {
            description: described.expect("a description"),
            setup,
            files,
        }
    }

    async fn query(&self, sql: &str) -> Result<QueryResult, WorkerFailure> {
        let table = LakeTable {
            name: "words".to_owned(),
            layout: self.description.layout.clone(),
        };
        self.files.reads.lock().expect("the log").clear();
        let pool = &self.setup.pool;
        pool.query_lakes(sql, &[], &[table], &self.files).await
    }
}

#[tokio::test]
async fn files_are_described_and_queried_through_server() {
    let lake = Lake::with(pool_options()).await;
    let profile = &lake.description.profile;
    assert_eq!(profile.row_count, 2 * ROWS as u64);
    let names: Vec<&str> = profile
        .columns
        .iter()
        .map(|column| column.name.as_str())
        .collect();
    assert_eq!(names, ["id", "word", "year"]);
    assert_eq!(profile.columns[0].max, Some((ROWS - 1).into()));
    assert_eq!(profile.columns[2].values[0].count, ROWS as u64);
    let counted = lake
        .query("SELECT COUNT(\"word\") AS n FROM words WHERE year = 2024")
        .await;
    assert_eq!(counted.unwrap().rows, [[serde_json::json!(ROWS)]]);
    let reads = lake.files.reads.lock().unwrap();
    assert!(
        reads.iter().all(|(path, _)| path.starts_with("year=2024/")),
        "{reads:?}"
    );
}

#[tokio::test]
async fn query_with_limit_leaves_worker_ready_for_next_request() {
    let lake = Lake::with(pool_options()).await;
    for _ in 0..5 {
        let rows = lake
            .query("SELECT * FROM words LIMIT 2")
            .await
            .unwrap()
            .rows;
        assert_eq!(rows.len(), 2);
    }
    assert_eq!(lake.setup.pool.load().busy, 0);
}

#[tokio::test]
async fn memory_limit_covers_groups_and_bytes_of_files() {
    let groups = "SELECT word, COUNT(*) AS n FROM words GROUP BY word ORDER BY n, word";
    for (memory, advice) in [
        (1 << 20, "Filter or group earlier"),
        (64 << 10, "smaller row groups"),
    ] {
        let mut options = pool_options();
        options.limits.memory_bytes = memory;
        let lake = Lake::with(options).await;
        let failure = lake.query(groups).await.unwrap_err();
        assert_eq!(
            failure.code,
            FailureCode::QueryTooLarge,
            "{}",
            failure.message
        );
        assert!(
            failure.message.contains(advice),
            "{memory}: {}",
            failure.message
        );
        // The worker gives all of it back: another failure would be the first one's.
        let failure = lake.query(groups).await.unwrap_err();
        assert_eq!(failure.code, FailureCode::QueryTooLarge);
        assert!(
            failure.message.contains(advice),
            "{memory}: {}",
            failure.message
        );
    }
}

#[tokio::test]
async fn server_that_does_not_answer_calls_ends_query_at_time_limit() {
    let mut options = pool_options();
    options.query_timeout = Duration::from_millis(500);
    let mut lake = Lake::with(options).await;
    lake.files.is_silent = true;
    let failure = lake
        .query("SELECT MAX(word) AS w FROM words")
        .await
        .unwrap_err();
    assert_eq!(failure.code, FailureCode::QueryTimeout);
}
