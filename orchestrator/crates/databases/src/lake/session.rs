//! The objects that one query or description reads.

use std::{
    collections::HashMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use async_trait::async_trait;
use futures_util::TryStreamExt;
use object_store::{GetOptions, ObjectMeta, ObjectStore, aws::AmazonS3, path::Path};
use portolan_dial::Dialer;
use portolan_query::{FailureCode, MOST_CALL_BYTES, ObjectEntry, ObjectOperation, WorkerFailure};
use portolan_query_pool::ObjectSource;

use super::{
    access::LakeAccess,
    store::{self, changed, from_store},
};
use crate::failure::failure;

/// Files that one table may have.
const MOST_FILES: usize = 10_000;
/// Objects of other kinds that a listing may pass over.
const MOST_OBJECTS: usize = 100_000;

/// An open bucket, limited to one prefix.
pub struct OpenedLake {
    access: LakeAccess,
    store: AmazonS3,
    prefix: Path,
    /// The listed files. Nothing else may be read.
    listed: Mutex<HashMap<String, ObjectMeta>>,
}

/// Answers the calls of a worker for the tables of one request.
pub struct LakeSession {
    lakes: Vec<OpenedLake>,
    requests: AtomicU64,
    bytes: AtomicU64,
}

impl OpenedLake {
    pub async fn open(
        dialer: &Dialer,
        access: LakeAccess,
        time: std::time::Duration,
    ) -> Result<Self, WorkerFailure> {
        Ok(Self {
            store: store::open(dialer, &access, time).await?,
            prefix: parse(&access.prefix)?,
            access,
            listed: Mutex::default(),
        })
    }

    async fn list(&self, below: &str) -> Result<Vec<ObjectEntry>, WorkerFailure> {
        let prefix = Path::from_iter(self.prefix.parts().chain(parse(below)?.parts()));
        let mut objects = self.store.list(Some(&prefix));
        let mut entries = Vec::new();
        let mut passed = 0;
        loop {
            let next = objects.try_next().await;
            let Some(meta) = next.map_err(|error| from_store(&error, &self.access))? else {
                break;
            };
            let Some(parts) = meta.location.prefix_match(&self.prefix) else {
                continue;
            };
            let path = Path::from_iter(parts).to_string();
            check_kind(&path)?;
            if !is_data_file(&path) || meta.size == 0 {
                passed += 1;
                if passed > MOST_OBJECTS {
                    return Err(too_many());
                }
                continue;
            }
            if entries.len() == MOST_FILES {
                return Err(too_many());
            }
            entries.push(ObjectEntry {
                path: path.clone(),
                bytes: meta.size,
            });
            self.listed().insert(path, meta);
        }
        // The same files in the same order give the same plan and the same sample.
        entries.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(entries)
    }

    async fn read(&self, path: &str, start: u64, end: u64) -> Result<Vec<u8>, WorkerFailure> {
        let listed = self.listed().get(path).cloned();
        let listed = listed.filter(|meta| start < end && end <= meta.size);
        let Some(listed) = listed.filter(|_| end - start <= MOST_CALL_BYTES) else {
            return Err(failure(
                FailureCode::QueryRefused,
                "A query reads only the listed files of its tables.",
            ));
        };
        let options = GetOptions {
            if_match: listed.e_tag.clone(),
            ..GetOptions::default()
        };
        let options = options.with_range(Some(start..end));
        let result = self.store.get_opts(&listed.location, options).await;
        let result = result.map_err(|error| match error {
            object_store::Error::NotFound { .. } => changed(),
            error => from_store(&error, &self.access),
        })?;
        // Not every service honours If-Match.
        if result.meta.size != listed.size || result.meta.e_tag != listed.e_tag {
            return Err(changed());
        }
        let bytes = result.bytes().await;
        let bytes = bytes.map_err(|error| from_store(&error, &self.access))?;
        Ok(bytes.into())
    }

    fn listed(&self) -> std::sync::MutexGuard<'_, HashMap<String, ObjectMeta>> {
        self.listed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn parse(path: &str) -> Result<Path, WorkerFailure> {
    Path::parse(path).map_err(|_| {
        failure(
            FailureCode::QueryRefused,
            "A query reads only below the prefix of its tables.",
        )
    })
}

fn too_many() -> WorkerFailure {
    failure(
        FailureCode::SourceTooLarge,
        format!(
            "There are more than {MOST_FILES} files below this prefix. Choose a deeper prefix, or merge small files."
        ),
    )
}

/// Files and folders that begin with `_` or `.` are by convention no data.
fn is_data_file(path: &str) -> bool {
    path.ends_with(".parquet") && !path.split('/').any(|part| part.starts_with(['_', '.']))
}

/// Refuses tables whose files are only correct together with a log.
fn check_kind(path: &str) -> Result<(), WorkerFailure> {
    let format = if path.split('/').any(|part| part == "_delta_log") {
        "Delta Lake"
    } else if path.ends_with(".metadata.json") {
        "Iceberg"
    } else {
        return Ok(());
    };
    Err(failure(
        FailureCode::SourceUnreadable,
        format!(
            "This is a table in the {format} format, whose files include deleted rows. Export it as plain Parquet, or query it through PostgreSQL."
        ),
    ))
}

impl LakeSession {
    pub fn new(lakes: Vec<OpenedLake>) -> Self {
        Self {
            lakes,
            requests: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
        }
    }
}

impl Drop for LakeSession {
    fn drop(&mut self) {
        tracing::debug!(
            lake.calls = self.requests.load(Ordering::Relaxed),
            lake.bytes = self.bytes.load(Ordering::Relaxed),
            "object session closed"
        );
    }
}

#[async_trait]
impl ObjectSource for LakeSession {
    async fn perform(
        &self,
        table: usize,
        operation: ObjectOperation,
    ) -> Result<Vec<u8>, WorkerFailure> {
        let lake = self
            .lakes
            .get(table)
            .ok_or_else(|| failure(FailureCode::QueryRefused, "This request has no such table."))?;
        self.requests.fetch_add(1, Ordering::Relaxed);
        let bytes = match operation {
            ObjectOperation::List { prefix } => {
                let entries = lake.list(&prefix).await?;
                serde_json::to_vec(&entries).unwrap_or_default()
            }
            ObjectOperation::Read { path, start, end } => lake.read(&path, start, end).await?,
        };
        self.bytes.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        Ok(bytes)
    }
}
