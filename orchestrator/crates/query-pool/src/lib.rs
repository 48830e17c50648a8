//! Keeps query workers ready, gives each one request at a time, and kills those that take too long:
//! queries, conversions, and readings of pages and papers.

mod objects;
mod worker;

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use metrics::{counter, histogram};
use portolan_query::{
    ColumnEdit, ConvertedTable, FailureCode, LakeDescription, LakeTable, QueryResult, ReadRequest,
    TableFile, WorkerFailure, WorkerLimits, WorkerRequest, WorkerResponse, guard_query,
    reading::SourceContent,
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout},
};
use tracing::Instrument;

pub use crate::objects::{NoObjects, ObjectSource};
use crate::worker::{Worker, WorkerExchange};

/// The share of the time limit after which no further page is started and the result so far is returned.
const PATIENCE: f64 = 0.7;

/// After so many requests a worker is replaced, so that its memory does not grow for ever.
const REQUESTS_BEFORE_RETIREMENT: u32 = 500;

#[derive(Clone, Debug)]
pub struct PoolOptions {
    /// The `portolan-query` binary.
    pub worker: PathBuf,
    /// How many workers run at once; more requests wait.
    pub workers: usize,
    pub query_timeout: Duration,
    pub convert_timeout: Duration,
    /// For a page, a paper or a feed.
    pub read_timeout: Duration,
    /// Address space of a worker in bytes.
    pub address_space: u64,
    /// The part of it that one reading may use.
    pub read_memory: u64,
    pub limits: WorkerLimits,
}

/// The bytes to read.
#[derive(Clone, Copy, Debug)]
pub struct ReadFile<'a> {
    pub path: &'a Path,
    /// As the server named it, with its parameters.
    pub content_type: Option<&'a str>,
    /// The address of the bytes; for a file, its original name.
    pub url: Option<&'a str>,
}

/// Cheap to clone; the workers end with the last clone.
#[derive(Clone)]
pub struct QueryPool {
    inner: Arc<WorkerSlots>,
}

struct WorkerSlots {
    options: PoolOptions,
    slots: Arc<Semaphore>,
    idle: Mutex<Vec<Worker>>,
    waiting: AtomicUsize,
}

/// The workers at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkerLoad {
    /// Workers that are running a request.
    pub busy: usize,
    /// Workers that may run at once.
    pub limit: usize,
    /// Requests that wait for a worker.
    pub waiting: usize,
}

impl QueryPool {
    /// Starts the first worker at once where a runtime is running, the others when they are needed.
    pub fn new(options: PoolOptions) -> Self {
        let pool = Self {
            inner: Arc::new(WorkerSlots {
                slots: Arc::new(Semaphore::new(options.workers.max(1))),
                idle: Mutex::new(Vec::new()),
                waiting: AtomicUsize::new(0),
                options,
            }),
        };
        pool.prepare_next();
        pool
    }

    /// Reads an uploaded file and writes each table in it as Parquet into `folder`.
    ///
    /// Fails with one of the `source_…` codes, `query_timeout` or `worker_lost`.
    pub async fn convert(
        &self,
        path: &Path,
        file_name: &str,
        folder: &Path,
    ) -> Result<Vec<ConvertedTable>, WorkerFailure> {
        let request = WorkerRequest::Convert {
            path: path.to_string_lossy().into_owned(),
            file_name: file_name.to_owned(),
            folder: folder.to_string_lossy().into_owned(),
            limits: self.inner.options.limits.clone(),
        };
        match self
            .call_worker(&request, self.inner.options.convert_timeout)
            .await?
        {
            WorkerResponse::Converted { tables } => Ok(tables),
            WorkerResponse::Failed(failure) => Err(failure),
            _ => Err(lost_worker(&request)),
        }
    }

    /// Writes a Parquet table with edited columns to `folder`.
    ///
    /// Fails with `source_unreadable` if most values of a column don't fit its new type.
    pub async fn edit(
        &self,
        path: &Path,
        name: &str,
        edits: &[ColumnEdit],
        folder: &Path,
    ) -> Result<ConvertedTable, WorkerFailure> {
        let request = WorkerRequest::Edit {
            path: path.to_string_lossy().into_owned(),
            name: name.to_owned(),
            edits: edits.to_vec(),
            folder: folder.to_string_lossy().into_owned(),
        };
        match self
            .call_worker(&request, self.inner.options.convert_timeout)
            .await?
        {
            WorkerResponse::Converted { mut tables } if tables.len() == 1 => {
                Ok(tables.swap_remove(0))
            }
            WorkerResponse::Failed(failure) => Err(failure),
            _ => Err(lost_worker(&request)),
        }
    }

    /// Writes the rows of a [`QueryResult`], which are in a JSON file, as Parquet to `path`.
    pub async fn write_rows(&self, rows: &Path, path: &Path) -> Result<(), WorkerFailure> {
        let request = WorkerRequest::WriteRows {
            rows: rows.to_string_lossy().into_owned(),
            path: path.to_string_lossy().into_owned(),
        };
        match self
            .call_worker(&request, self.inner.options.convert_timeout)
            .await?
        {
            WorkerResponse::Written => Ok(()),
            WorkerResponse::Failed(failure) => Err(failure),
            _ => Err(lost_worker(&request)),
        }
    }

    /// Extracts the content of a page, paper or feed; `tell` is called for each page of a long one.
    ///
    /// Fails with one of the `source_…` codes, `query_timeout` or `worker_lost`. Dropping the future
    /// stops the reading.
    pub async fn read(
        &self,
        file: ReadFile<'_>,
        tell: &(dyn Fn(u32, u32) + Send + Sync),
    ) -> Result<SourceContent, WorkerFailure> {
        let limit = self.inner.options.read_timeout;
        let patience = limit.mul_f64(PATIENCE).as_millis();
        let request = WorkerRequest::Read(ReadRequest {
            path: file.path.to_string_lossy().into_owned(),
            content_type: file.content_type.map(str::to_owned),
            url: file.url.map(str::to_owned),
            patience_ms: u64::try_from(patience).unwrap_or(u64::MAX),
            memory_bytes: self.inner.options.read_memory,
        });
        let exchange = WorkerExchange::with_progress(tell);
        match self.call(&request, limit, exchange).await? {
            WorkerResponse::Read { reading } => Ok(*reading),
            WorkerResponse::Failed(failure) => Err(failure),
            _ => Err(lost_worker(&request)),
        }
    }

    /// Guards `sql`, then runs it over exactly these tables.
    ///
    /// Fails with one of the `query_…` codes or `worker_lost`. Dropping the future stops the query.
    pub async fn query(
        &self,
        sql: &str,
        tables: &[TableFile],
    ) -> Result<QueryResult, WorkerFailure> {
        let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
        let guarded = guard_query(sql, &names)?;
        let request = WorkerRequest::Query {
            sql: guarded.sql,
            tables: tables.to_vec(),
            lakes: Vec::new(),
            limits: self.inner.options.limits.clone(),
        };
        match self
            .call_worker(&request, self.inner.options.query_timeout)
            .await?
        {
            WorkerResponse::Result(result) => Ok(result),
            WorkerResponse::Failed(failure) => Err(failure),
            _ => Err(lost_worker(&request)),
        }
    }

    /// Guards `sql`, then runs it over exactly these tables of files here and in object stores.
    ///
    /// Fails as [`Self::query`] does, and with the failures of `objects`.
    pub async fn query_lakes(
        &self,
        sql: &str,
        tables: &[TableFile],
        lakes: &[LakeTable],
        objects: &dyn ObjectSource,
    ) -> Result<QueryResult, WorkerFailure> {
        let local = tables.iter().map(|table| table.name.as_str());
        let names: Vec<&str> = local
            .chain(lakes.iter().map(|table| table.name.as_str()))
            .collect();
        let guarded = guard_query(sql, &names)?;
        let request = WorkerRequest::Query {
            sql: guarded.sql,
            tables: tables.to_vec(),
            lakes: lakes.to_vec(),
            limits: self.inner.options.limits.clone(),
        };
        let limit = self.inner.options.query_timeout;
        let exchange = WorkerExchange::with_objects(objects);
        match self.call(&request, limit, exchange).await? {
            WorkerResponse::Result(result) => Ok(result),
            WorkerResponse::Failed(failure) => Err(failure),
            _ => Err(lost_worker(&request)),
        }
    }

    /// Describes the Parquet files of an object source, from their footers and a sample that is written to `folder`.
    ///
    /// Fails with one of the `source_…` codes, `query_timeout`, `worker_lost` or the failures of `objects`.
    pub async fn describe_lake(
        &self,
        name: &str,
        folder: &Path,
        objects: &dyn ObjectSource,
    ) -> Result<LakeDescription, WorkerFailure> {
        let request = WorkerRequest::DescribeLake {
            name: name.to_owned(),
            folder: folder.to_string_lossy().into_owned(),
            limits: self.inner.options.limits.clone(),
        };
        let limit = self.inner.options.convert_timeout;
        let exchange = WorkerExchange::with_objects(objects);
        match self.call(&request, limit, exchange).await? {
            WorkerResponse::Described(description) => Ok(*description),
            WorkerResponse::Failed(failure) => Err(failure),
            _ => Err(lost_worker(&request)),
        }
    }

    async fn call_worker(
        &self,
        request: &WorkerRequest,
        limit: Duration,
    ) -> Result<WorkerResponse, WorkerFailure> {
        let exchange = WorkerExchange::with_objects(&NoObjects);
        self.call(request, limit, exchange).await
    }

    pub fn load(&self) -> WorkerLoad {
        let limit = self.inner.options.workers.max(1);
        WorkerLoad {
            busy: limit.saturating_sub(self.inner.slots.available_permits()),
            limit,
            waiting: self.inner.waiting.load(Ordering::Relaxed),
        }
    }

    async fn call(
        &self,
        request: &WorkerRequest,
        limit: Duration,
        exchange: WorkerExchange<'_>,
    ) -> Result<WorkerResponse, WorkerFailure> {
        let kind = kind_of(request);
        let span = tracing::info_span!("query", otel.name = kind, worker.kind = kind);
        async {
            let since = Instant::now();
            let waited = self.wait_for_slot(limit).await;
            histogram!("portolan_worker_wait_seconds", "kind" => kind).record(since.elapsed());
            let since = Instant::now();
            let result = match waited {
                Ok(permit) => self.call_in_slot(request, limit, exchange, permit).await,
                Err(failure) => Err(failure),
            };
            let outcome = match &result {
                Ok(WorkerResponse::Failed(_)) => "failed",
                Ok(_) => "ok",
                Err(failure) => match failure.code {
                    FailureCode::QueryTimeout => "timeout",
                    FailureCode::WorkerLost => "lost",
                    _ => "error",
                },
            };
            let elapsed = since.elapsed();
            histogram!("portolan_worker_seconds", "kind" => kind, "outcome" => outcome)
                .record(elapsed);
            let duration_ms = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
            tracing::debug!(
                worker.kind = kind,
                worker.outcome = outcome,
                duration_ms,
                "query finished"
            );
            result
        }
        .instrument(span)
        .await
    }

    async fn call_in_slot(
        &self,
        request: &WorkerRequest,
        limit: Duration,
        exchange: WorkerExchange<'_>,
        permit: OwnedSemaphorePermit,
    ) -> Result<WorkerResponse, WorkerFailure> {
        let line = serde_json::to_string(request).map_err(|_| lost_worker(request))?;
        let mut worker = self.take_worker()?;
        // Dropping the worker kills its process: on an early return, and when the caller goes.
        let answer = timeout(limit, worker.exchange(&line, self.answer_limit(), exchange)).await;
        match answer {
            Ok(Ok(response)) => {
                self.give_back(worker, permit);
                Ok(response)
            }
            Ok(Err(error)) => {
                counter!("portolan_workers_lost_total", "reason" => "failure").increment(1);
                tracing::warn!(error = %error, "query.worker.lost");
                self.replace_worker(worker, permit);
                Err(lost_worker(request))
            }
            Err(_) => {
                counter!("portolan_workers_lost_total", "reason" => "timeout").increment(1);
                tracing::warn!(seconds = limit.as_secs(), "query.worker.timeout");
                self.replace_worker(worker, permit);
                Err(timed_out(request, limit))
            }
        }
    }

    /// A request waits for a worker no longer than it may run.
    async fn wait_for_slot(&self, limit: Duration) -> Result<OwnedSemaphorePermit, WorkerFailure> {
        let slots = Arc::clone(&self.inner.slots);
        let _waiting = QueuedRequest::begin(&self.inner.waiting);
        match timeout(limit, slots.acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(WorkerFailure {
                code: FailureCode::QueryTimeout,
                message: "Too many queries are running. Try again in a moment.".to_owned(),
            }),
        }
    }

    fn take_worker(&self) -> Result<Worker, WorkerFailure> {
        loop {
            let idle = self.idle_workers().pop();
            let Some(mut worker) = idle else {
                return self.start_worker();
            };
            if worker.is_alive() {
                return Ok(worker);
            }
        }
    }

    fn start_worker(&self) -> Result<Worker, WorkerFailure> {
        let options = &self.inner.options;
        Worker::start(&options.worker, options.address_space).map_err(|error| {
            tracing::error!(error = %error, worker = %options.worker.display(), "query.worker.start_failed");
            WorkerFailure {
                code: FailureCode::WorkerLost,
                message: "Couldn't start the query engine. See the server's log.".to_owned(),
            }
        })
    }

    fn give_back(&self, worker: Worker, permit: OwnedSemaphorePermit) {
        if worker.served < REQUESTS_BEFORE_RETIREMENT {
            self.idle_workers().push(worker);
        }
        drop(permit);
    }

    /// Kills the worker and starts another before the next request asks for one.
    fn replace_worker(&self, worker: Worker, permit: OwnedSemaphorePermit) {
        drop(worker);
        self.prepare_next();
        drop(permit);
    }

    fn prepare_next(&self) {
        if tokio::runtime::Handle::try_current().is_ok()
            && let Ok(worker) = self.start_worker()
        {
            self.idle_workers().push(worker);
        }
    }

    fn idle_workers(&self) -> std::sync::MutexGuard<'_, Vec<Worker>> {
        self.inner
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Escapes and column names come on top of what a worker counts as the answer's bytes.
    fn answer_limit(&self) -> u64 {
        self.inner.options.limits.max_answer_bytes * 4 + (64 << 20)
    }
}

/// A request in the queue, until it is dropped.
struct QueuedRequest<'a>(&'a AtomicUsize);

impl<'a> QueuedRequest<'a> {
    fn begin(waiting: &'a AtomicUsize) -> Self {
        waiting.fetch_add(1, Ordering::Relaxed);
        Self(waiting)
    }
}

impl Drop for QueuedRequest<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn kind_of(request: &WorkerRequest) -> &'static str {
    match request {
        WorkerRequest::Query { .. } => "query",
        WorkerRequest::Convert { .. } => "convert",
        WorkerRequest::Edit { .. } => "edit",
        WorkerRequest::WriteRows { .. } => "write",
        WorkerRequest::Read(_) => "read",
        WorkerRequest::DescribeLake { .. } => "describe",
    }
}

fn timed_out(request: &WorkerRequest, limit: Duration) -> WorkerFailure {
    let seconds = limit.as_secs_f64();
    let message = match request {
        WorkerRequest::Query { .. } => format!(
            "The query took longer than {seconds} s and was stopped. Filter or group earlier, or join fewer rows."
        ),
        WorkerRequest::Convert { .. } => {
            format!("Reading the file took longer than {seconds} s. Split it into smaller files.")
        }
        WorkerRequest::Edit { .. } => {
            format!("Changing the columns took longer than {seconds} s and was stopped. Try again.")
        }
        WorkerRequest::WriteRows { .. } => {
            format!("Storing the database's rows took longer than {seconds} s. Narrow the query.")
        }
        WorkerRequest::DescribeLake { .. } => format!(
            "Reading the footers of the files took longer than {seconds} s. Choose a deeper prefix with fewer files."
        ),
        WorkerRequest::Read(_) => format!(
            "Reading it took longer than {seconds} s and was stopped. Save a part of it, and upload that."
        ),
    };
    WorkerFailure {
        code: FailureCode::QueryTimeout,
        message,
    }
}

fn lost_worker(request: &WorkerRequest) -> WorkerFailure {
    let message = match request {
        WorkerRequest::Query { .. } => {
            "The query engine stopped in this query, most likely for lack of memory. Filter or group earlier, then try again."
        }
        WorkerRequest::Convert { .. } => {
            "The file could not be read with the memory that one file may use. Split it, or save it as CSV or Parquet."
        }
        WorkerRequest::Edit { .. } => {
            "The columns could not be changed with the memory that one file may use. Upload a smaller file."
        }
        WorkerRequest::WriteRows { .. } => {
            "The query reads more of a database than memory allows. Filter its table, or choose fewer columns."
        }
        WorkerRequest::DescribeLake { .. } => {
            "The files could not be described with the memory that one source may use. Write them with smaller row groups or fewer columns."
        }
        WorkerRequest::Read(_) => {
            "It could not be read: it is damaged, or needs more memory than one reading may use. Save a part of it, or save it anew, and upload that."
        }
    };
    WorkerFailure {
        code: FailureCode::WorkerLost,
        message: message.to_owned(),
    }
}
