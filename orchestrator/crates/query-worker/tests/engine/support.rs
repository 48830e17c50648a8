//! A pool over the real worker, and a folder for what it writes.

use std::{fs, path::PathBuf, time::Duration};

use portolan_query::{ConvertedTable, QueryResult, TableFile, WorkerFailure, WorkerLimits};
use portolan_query_pool::{PoolOptions, QueryPool};
use tempfile::TempDir;

pub struct EngineSetup {
    pub pool: QueryPool,
    pub folder: TempDir,
}

pub fn pool_options() -> PoolOptions {
    PoolOptions {
        worker: PathBuf::from(env!("CARGO_BIN_EXE_portolan-query")),
        workers: 2,
        query_timeout: Duration::from_secs(20),
        convert_timeout: Duration::from_secs(60),
        read_timeout: Duration::from_secs(30),
        address_space: 1 << 30,
        read_memory: 512 << 20,
        limits: WorkerLimits::default(),
    }
}

impl EngineSetup {
    pub fn new() -> Self {
        Self::with(pool_options())
    }

    pub fn with(options: PoolOptions) -> Self {
        Self {
            pool: QueryPool::new(options),
            folder: TempDir::new().expect("a folder for the test"),
        }
    }

    pub async fn convert(
        &self,
        name: &str,
        content: impl AsRef<[u8]>,
    ) -> Result<Vec<ConvertedTable>, WorkerFailure> {
        let path = self.folder.path().join("upload");
        fs::write(&path, content).expect("the upload is written");
        self.pool.convert(&path, name, self.folder.path()).await
    }

    /// Converts a file of one table.
    pub async fn table(&self, name: &str, content: impl AsRef<[u8]>) -> ConvertedTable {
        let mut tables = self.convert(name, content).await.expect("the file is read");
        assert_eq!(tables.len(), 1, "{name} holds one table");
        tables.remove(0)
    }

    pub async fn query(
        &self,
        sql: &str,
        tables: &[&ConvertedTable],
    ) -> Result<QueryResult, WorkerFailure> {
        let files: Vec<TableFile> = tables.iter().map(|table| table_file(table)).collect();
        self.pool.query(sql, &files).await
    }
}

pub fn table_file(table: &ConvertedTable) -> TableFile {
    TableFile {
        name: table.profile.name.clone(),
        path: table.path.clone(),
    }
}
