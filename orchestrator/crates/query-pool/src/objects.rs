//! Objects that a worker reads through the server while a request runs.

use async_trait::async_trait;
use portolan_query::{FailureCode, ObjectOperation, WorkerFailure};

/// Answers the calls of one request. What a worker may read is decided here, because a worker is not trusted.
#[async_trait]
pub trait ObjectSource: Send + Sync {
    /// Performs an operation on the objects of the request's table with this number.
    async fn perform(
        &self,
        table: usize,
        operation: ObjectOperation,
    ) -> Result<Vec<u8>, WorkerFailure>;
}

/// The source of requests that read no objects.
#[derive(Clone, Copy, Debug)]
pub struct NoObjects;

#[async_trait]
impl ObjectSource for NoObjects {
    async fn perform(&self, _: usize, _: ObjectOperation) -> Result<Vec<u8>, WorkerFailure> {
        Err(WorkerFailure {
            code: FailureCode::QueryRefused,
            message: "This request reads no objects.".to_owned(),
        })
    }
}
