use std::fmt;

use actix_web::{HttpResponse, ResponseError, http::StatusCode};
use portolan_query::is_out_of_room;
use portolan_sources::ObjectError;
use portolan_storage::StorageError;
use portolan_store::StoreError;
use serde::de::DeserializeOwned;

use crate::storage::StorageFailure;

/// A refusal in the form that the client reads.
#[derive(Debug)]
pub struct StorageRefusal {
    pub error: StorageError,
    is_exact: bool,
}

impl StorageRefusal {
    /// Logs the private cause.
    pub fn unexpected(cause: impl fmt::Display) -> Self {
        tracing::error!(error.cause = %cause, "storage failed unexpectedly");
        StorageError::Unexpected.into()
    }

    /// With the status that HTTP has for it, which the protocol of resumable uploads goes by.
    pub fn exact(mut self) -> Self {
        self.is_exact = true;
        self
    }
}

impl fmt::Display for StorageRefusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(formatter)
    }
}

impl ResponseError for StorageRefusal {
    fn status_code(&self) -> StatusCode {
        let status = if self.is_exact {
            self.error.status()
        } else {
            self.error.answered_status()
        };
        StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        response.insert_header(("cache-control", "no-store"));
        if self.is_exact {
            response.insert_header(("tus-resumable", "1.0.0"));
            response.insert_header(("tus-version", "1.0.0"));
        }
        if matches!(
            self.error,
            StorageError::Unavailable | StorageError::TooManyRequests
        ) {
            response.insert_header(("retry-after", "1"));
        }
        response.json(self.error.body())
    }
}

impl From<StorageError> for StorageRefusal {
    fn from(error: StorageError) -> Self {
        Self {
            error,
            is_exact: false,
        }
    }
}

impl From<StoreError> for StorageRefusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound("bucket") => StorageError::NoSuchBucket.into(),
            StoreError::NotFound("object") => StorageError::NoSuchKey.into(),
            StoreError::NotFound("upload") => StorageError::NoSuchUpload.into(),
            StoreError::Conflict(_) => StorageError::KeyAlreadyExists.into(),
            StoreError::OverQuota | StoreError::TooManyItems { .. } => {
                StorageError::OverQuota.into()
            }
            StoreError::Busy(_) | StoreError::Fenced => {
                tracing::warn!(error.cause = %error, "storage is unavailable");
                StorageError::Unavailable.into()
            }
            StoreError::Full(_) => {
                tracing::error!(error.cause = %error, "database full");
                StorageError::NoRoom.into()
            }
            error => Self::unexpected(error),
        }
    }
}

impl From<ObjectError> for StorageRefusal {
    fn from(error: ObjectError) -> Self {
        match &error {
            // Deleted between two steps.
            ObjectError::Store(object_store::Error::NotFound { .. }) => {
                StorageError::NoSuchKey.into()
            }
            _ if is_out_of_room(&error) => {
                tracing::error!(error.cause = %error, "object store full");
                StorageError::NoRoom.into()
            }
            _ => Self::unexpected(error),
        }
    }
}

impl From<StorageFailure> for StorageRefusal {
    fn from(failure: StorageFailure) -> Self {
        match failure {
            StorageFailure::Store(error) => error.into(),
            StorageFailure::Object(error) => error.into(),
            StorageFailure::File(error) => ObjectError::File(error).into(),
        }
    }
}

/// A JSON body; an empty one is an empty object.
pub fn parse_body<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, StorageRefusal> {
    let bytes = if bytes.is_empty() { b"{}" } else { bytes };
    serde_json::from_slice(bytes)
        .map_err(|error| StorageError::InvalidRequest(format!("body: {error}")).into())
}

/// Routes of the client library that this server doesn't support.
pub async fn refuse_unknown_path() -> Result<HttpResponse, StorageRefusal> {
    Err(StorageError::NoSuchCall.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_disk_returns_507_whichever_layer_reports_it() {
        let full = || std::io::Error::from(std::io::ErrorKind::StorageFull);
        let store = object_store::Error::Generic {
            store: "LocalFileSystem",
            source: Box::new(full()),
        };
        for error in [ObjectError::File(full()), ObjectError::Store(store)] {
            let refusal = StorageRefusal::from(error).exact();
            assert_eq!(refusal.status_code(), StatusCode::INSUFFICIENT_STORAGE);
        }
    }
}
