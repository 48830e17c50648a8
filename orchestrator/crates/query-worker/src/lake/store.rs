//! The engine's view of a table's objects: every listing and every range is a call to the server.

use std::{
    collections::HashMap,
    fmt,
    ops::Range,
    sync::{Arc, Mutex, PoisonError},
};

use datafusion::{
    error::DataFusionError,
    execution::{
        context::SessionContext,
        memory_pool::{MemoryConsumer, MemoryPool, MemoryReservation},
    },
    object_store::{
        CopyOptions, Error, GetOptions, GetRange, GetResult, GetResultPayload, ListResult,
        MultipartUpload, ObjectMeta, ObjectStore, PutMultipartOptions, PutOptions, PutPayload,
        PutResult, Result, coalesce_ranges, path::Path,
    },
};
use futures_util::{
    FutureExt, StreamExt, TryStreamExt,
    stream::{self, BoxStream},
};
use portolan_query::{FailureCode, MOST_CALL_BYTES, ObjectEntry, ObjectOperation, WorkerFailure};
use portolan_tables::failure::{new_failure, unreadable_file};

use super::partitions;
use crate::{failure::from_engine, input::ObjectCalls};

/// Ranges that are so close are read as one.
const GAP_BYTES: u64 = 128 << 10;
/// Parts of one range that are read at once.
const PARTS: usize = 4;

#[derive(Clone)]
pub struct LakeStore {
    inner: Arc<LakeListing>,
}

struct LakeListing {
    calls: ObjectCalls,
    /// The table's number in the request.
    table: usize,
    /// Counts the bytes that were read, until they are dropped.
    pool: Arc<dyn MemoryPool>,
    partitions: Vec<String>,
    listed: Mutex<HashMap<Path, ObjectMeta>>,
    failure: Mutex<Option<WorkerFailure>>,
}

impl LakeStore {
    /// Files that are not in folders of these partition columns are refused; the engine would leave them out silently.
    pub fn new(
        context: &SessionContext,
        calls: ObjectCalls,
        table: usize,
        partitions: Vec<String>,
    ) -> Self {
        Self {
            inner: Arc::new(LakeListing {
                calls,
                table,
                pool: Arc::clone(&context.runtime_env().memory_pool),
                partitions,
                listed: Mutex::default(),
                failure: Mutex::default(),
            }),
        }
    }

    /// Returns the first failure of a call.
    pub fn take_failure(&self) -> Option<WorkerFailure> {
        let mut failure = self.inner.failure.lock();
        failure
            .as_mut()
            .unwrap_or_else(|error| error.get_mut())
            .take()
    }

    /// Lists the Parquet files below a prefix.
    pub async fn list_files(&self, prefix: &str) -> Result<Vec<ObjectMeta>> {
        let prefix = prefix.to_owned();
        let bytes = self.call(ObjectOperation::List { prefix }).await?;
        let unread = || self.fail(unreadable_file("The server's list of files can't be read."));
        let entries: Vec<ObjectEntry> = serde_json::from_slice(&bytes).map_err(|_| unread())?;
        let mut files = Vec::with_capacity(entries.len());
        for entry in entries {
            let location = Path::parse(&entry.path).map_err(|_| unread())?;
            if let Some(failure) = partitions::mismatch(&entry.path, &self.inner.partitions) {
                return Err(self.fail(failure));
            }
            files.push(ObjectMeta {
                location,
                last_modified: Default::default(),
                size: entry.bytes,
                e_tag: None,
                version: None,
            });
        }
        let mut listed = self
            .inner
            .listed
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        listed.extend(
            files
                .iter()
                .map(|file| (file.location.clone(), file.clone())),
        );
        Ok(files)
    }

    async fn call(&self, operation: ObjectOperation) -> Result<Vec<u8>> {
        let answer = self.inner.calls.send(self.inner.table, operation).await;
        answer.map_err(|failure| self.fail(failure))
    }

    /// Keeps the first failure for the request's answer.
    fn fail(&self, failure: WorkerFailure) -> Error {
        let message = failure.message.clone();
        let mut first = self
            .inner
            .failure
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(failure);
        Error::Generic {
            store: "lake",
            source: message.into(),
        }
    }

    async fn read(&self, path: &Path, range: Range<u64>) -> Result<bytes::Bytes> {
        let length = usize::try_from(range.end - range.start).unwrap_or(usize::MAX);
        let reservation = MemoryConsumer::new("bytes of objects").register(&self.inner.pool);
        reservation
            .try_grow(length)
            .map_err(|error| self.fail(too_large(&error)))?;
        let starts = (range.start..range.end).step_by(MOST_CALL_BYTES as usize);
        let parts: Vec<Vec<u8>> = stream::iter(starts)
            .map(|start| {
                let end = range.end.min(start + MOST_CALL_BYTES);
                let path = path.to_string();
                self.call(ObjectOperation::Read { path, start, end })
            })
            .buffered(PARTS)
            .try_collect()
            .await?;
        let bytes = match <[Vec<u8>; 1]>::try_from(parts) {
            Ok([bytes]) => bytes,
            Err(parts) => parts.concat(),
        };
        if bytes.len() != length {
            let message = format!("{path} is shorter than listed. Ask again.");
            return Err(self.fail(unreadable_file(message)));
        }
        Ok(bytes::Bytes::from_owner(HeldBytes {
            bytes,
            _reservation: reservation,
        }))
    }

    fn listed(&self, path: &Path) -> Result<ObjectMeta> {
        let listed = self
            .inner
            .listed
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        listed.get(path).cloned().ok_or_else(|| Error::NotFound {
            path: path.to_string(),
            source: "not listed".into(),
        })
    }
}

/// Bytes of an object in the engine's memory.
struct HeldBytes {
    bytes: Vec<u8>,
    _reservation: MemoryReservation,
}

impl AsRef<[u8]> for HeldBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

fn too_large(error: &DataFusionError) -> WorkerFailure {
    match from_engine(error) {
        failure if failure.code == FailureCode::QueryTooLarge => new_failure(
            failure.code,
            "The query needs more memory than one may use: it reads too many columns of a row group at once. Choose fewer columns, or write the files with smaller row groups.",
        ),
        failure => failure,
    }
}

impl fmt::Debug for LakeStore {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "LakeStore({})", self.inner.table)
    }
}

impl fmt::Display for LakeStore {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "lake {}", self.inner.table)
    }
}

/// The error of every operation that changes objects.
fn read_only<T>(operation: &str) -> Result<T> {
    Err(Error::NotImplemented {
        operation: operation.to_owned(),
        implementer: "LakeStore".to_owned(),
    })
}

#[async_trait::async_trait]
impl ObjectStore for LakeStore {
    async fn put_opts(&self, _: &Path, _: PutPayload, _: PutOptions) -> Result<PutResult> {
        read_only("put_opts")
    }

    async fn put_multipart_opts(
        &self,
        _: &Path,
        _: PutMultipartOptions,
    ) -> Result<Box<dyn MultipartUpload>> {
        read_only("put_multipart_opts")
    }

    async fn get_opts(&self, location: &Path, options: GetOptions) -> Result<GetResult> {
        let meta = self.listed(location)?;
        let range = match options.range {
            Some(GetRange::Bounded(range)) => range.start..range.end.min(meta.size),
            Some(GetRange::Offset(start)) => start..meta.size,
            Some(GetRange::Suffix(length)) => meta.size.saturating_sub(length)..meta.size,
            None => 0..meta.size,
        };
        let bytes = match options.head || range.is_empty() {
            true => bytes::Bytes::new(),
            false => self.read(location, range.clone()).await?,
        };
        Ok(GetResult {
            payload: GetResultPayload::Stream(stream::iter([Ok(bytes)]).boxed()),
            meta,
            range,
            attributes: Default::default(),
        })
    }

    async fn get_ranges(
        &self,
        location: &Path,
        ranges: &[Range<u64>],
    ) -> Result<Vec<bytes::Bytes>> {
        let read = |range| self.read(location, range);
        coalesce_ranges(ranges, read, GAP_BYTES).await
    }

    fn delete_stream(
        &self,
        _: BoxStream<'static, Result<Path>>,
    ) -> BoxStream<'static, Result<Path>> {
        stream::iter([read_only("delete_stream")]).boxed()
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        let store = self.clone();
        let prefix = prefix.map(Path::to_string).unwrap_or_default();
        let files = async move { store.list_files(&prefix).await };
        let files = files.map(|files| match files {
            Ok(files) => stream::iter(files.into_iter().map(Ok).collect::<Vec<_>>()),
            Err(error) => stream::iter(vec![Err(error)]),
        });
        files.flatten_stream().boxed()
    }

    async fn list_with_delimiter(&self, _: Option<&Path>) -> Result<ListResult> {
        read_only("list_with_delimiter")
    }

    async fn copy_opts(&self, _: &Path, _: &Path, _: CopyOptions) -> Result<()> {
        read_only("copy_opts")
    }
}
