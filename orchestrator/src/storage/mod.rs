//! Stored objects under the rules of their buckets: rows in the store, bytes in the object store.
//!
//! Bytes never change in place: each version lies under a key of its own. The deletion of a key is scheduled
//! before its bytes are written and canceled by the transaction that gives it a name; so nothing is lost and
//! nothing stays behind, wherever a server ends.

mod incoming;
mod pictures;
mod sweeper;

use std::{path::PathBuf, sync::Arc};

use chrono::TimeDelta;
use futures_util::TryStreamExt;
use portolan_auth::AccessRules;
use portolan_domain::{PlanLimits, Replace, ResumableUpload, StoredObject};
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_sources::{ObjectError, Objects};
use portolan_storage::SigningSecret;
use portolan_store::{Store, StoreError};
use serde_json::{Map, Value};
use uuid::Uuid;

pub use incoming::IncomingUpload;
pub use pictures::{MOST_FILE_BYTES, Picture, Pictures};
pub use sweeper::Sweeper;

/// How long writing an object may take.
const WRITING: TimeDelta = TimeDelta::days(1);
/// Objects that one look deletes.
const SWEPT_AT_ONCE: u32 = 200;

/// The storage back end; cheap to share.
#[derive(Clone)]
pub struct Storage {
    pub store: Store,
    pub objects: Objects,
    pub pictures: Pictures,
    pub clock: Clock,
    pub ids: Ids,
    /// Signs addresses that are good for a while.
    pub secret: SigningSecret,
    /// A folder for what is being received.
    pub work: PathBuf,
    /// Bytes that an object may have in any bucket.
    pub most_bytes: u64,
    /// Bytes that one user's objects may have in all; None for no limit.
    pub user_bytes: Option<u64>,
    /// Rules for objects outside of their callers' own folders, by `bucket/name`.
    pub rules: Arc<AccessRules>,
}

/// A new object, but for its bytes.
#[derive(Clone, Debug)]
pub struct NewObject {
    pub bucket_id: String,
    pub name: String,
    pub owner_id: Option<Uuid>,
    pub content_type: String,
    pub content_encoding: Option<String>,
    pub cache_control: String,
    pub user_metadata: Map<String, Value>,
}

#[derive(Debug, thiserror::Error)]
pub enum StorageFailure {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Object(#[from] ObjectError),
    #[error("a file could not be written: {0}")]
    File(#[from] std::io::Error),
}

impl Storage {
    /// Returns the bytes that an object of this user may have in any bucket: the smaller limit of the server's and
    /// the plan's. The service has no plan.
    pub async fn most_bytes_of(&self, owner_id: Option<Uuid>) -> Result<u64, StoreError> {
        let of_plan = self.limits_of(owner_id).await?.upload_bytes;
        Ok(of_plan.map_or(self.most_bytes, |bytes| bytes.min(self.most_bytes)))
    }

    /// Returns the bytes that all objects of this user may have; None for no limit.
    pub async fn quota_of(&self, owner_id: Option<Uuid>) -> Result<Option<u64>, StoreError> {
        let of_plan = self.limits_of(owner_id).await?.storage_bytes;
        Ok(of_plan.into_iter().chain(self.user_bytes).min())
    }

    async fn limits_of(&self, owner_id: Option<Uuid>) -> Result<PlanLimits, StoreError> {
        let Some(owner_id) = owner_id else {
            return Ok(PlanLimits::default());
        };
        let plan = self.store.current_plan(owner_id, self.clock.now());
        match plan.await {
            Ok(plan) => Ok(plan.limits),
            Err(StoreError::NotFound(_)) => Ok(PlanLimits::default()),
            Err(error) => Err(error),
        }
    }

    /// Takes the bytes over as an object.
    pub async fn put(
        &self,
        new: NewObject,
        incoming: IncomingUpload,
        replace: Replace,
    ) -> Result<StoredObject, StorageFailure> {
        let incoming = incoming.finish().await?;
        let quota = self.quota_of(new.owner_id).await?;
        let object = self.stored_object(new, incoming.bytes, incoming.etag);
        let path = &object.object_path;
        self.keep_bytes(
            path,
            self.objects.put_file(path, incoming.file.path()),
            self.store
                .put_object(&object, replace, quota, self.clock.now()),
        )
        .await
    }

    /// Another object with the same bytes.
    pub async fn copy(
        &self,
        from: &StoredObject,
        new: NewObject,
        replace: Replace,
    ) -> Result<StoredObject, StorageFailure> {
        let quota = self.quota_of(new.owner_id).await?;
        let object = self.stored_object(new, from.bytes, from.etag.clone());
        let path = &object.object_path;
        self.keep_bytes(
            path,
            self.objects.copy(&from.object_path, path),
            self.store
                .put_object(&object, replace, quota, self.clock.now()),
        )
        .await
    }

    /// Adds a piece to a resumable upload; gives how many bytes are there now.
    pub async fn add_part(
        &self,
        upload: &ResumableUpload,
        incoming: IncomingUpload,
    ) -> Result<u64, StorageFailure> {
        let incoming = incoming.finish().await?;
        if incoming.bytes == 0 {
            return Ok(upload.received);
        }
        let path = &self.new_path();
        self.keep_bytes(
            path,
            self.objects.put_file(path, incoming.file.path()),
            self.store.add_part(upload, path, incoming.bytes),
        )
        .await?;
        Ok(upload.received + incoming.bytes)
    }

    /// Makes the object of an upload whose pieces are all there.
    pub async fn finish_upload(
        &self,
        upload: &ResumableUpload,
    ) -> Result<StoredObject, StorageFailure> {
        let mut whole = IncomingUpload::new(&self.work).await?;
        for part in self.store.upload_parts(upload.id).await? {
            let mut pieces = self.objects.read(&part, None).await?;
            while let Some(piece) = pieces.try_next().await? {
                whole.write(&piece).await?;
            }
        }
        let whole = whole.finish().await?;
        let new = NewObject {
            bucket_id: upload.bucket_id.clone(),
            name: upload.name.clone(),
            owner_id: upload.owner_id,
            content_type: upload.content_type.clone(),
            content_encoding: None,
            cache_control: upload.cache_control.clone(),
            user_metadata: upload.user_metadata.clone(),
        };
        let quota = self.quota_of(new.owner_id).await?;
        let object = self.stored_object(new, whole.bytes, whole.etag);
        let replace = if upload.is_upsert {
            Replace::Always
        } else {
            Replace::Never
        };
        let path = &object.object_path;
        self.keep_bytes(
            path,
            self.objects.put_file(path, whole.file.path()),
            self.store
                .finish_upload(upload.id, &object, replace, quota, self.clock.now()),
        )
        .await
    }

    /// Writes bytes, then the row that refers to them. Bytes without a row are deleted at once, or at the
    /// latest when the write deadline has passed.
    async fn keep_bytes<T>(
        &self,
        object_path: &str,
        write: impl Future<Output = Result<(), ObjectError>>,
        keep: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StorageFailure> {
        let latest = self.clock.now() + WRITING;
        self.store.schedule_deletion(object_path, latest).await?;
        write.await?;
        let kept = keep.await;
        if let Err(
            StoreError::Conflict(_)
            | StoreError::NotFound(_)
            | StoreError::OverQuota
            | StoreError::TooManyItems { .. },
        ) = &kept
        {
            let now = self.clock.now();
            self.store.schedule_deletion(object_path, now).await?;
        }
        Ok(kept?)
    }

    /// Deletes the bytes of deleted and unreferenced objects, and abandons expired uploads. Failures are
    /// retried next time.
    pub async fn sweep(&self) -> Result<(), StoreError> {
        for upload in self.store.expired_uploads(self.clock.now()).await? {
            match self.store.delete_upload(upload, self.clock.now()).await {
                // A concurrent request won.
                Ok(()) | Err(StoreError::NotFound(_)) => {}
                Err(error) => return Err(error),
            }
        }
        let doomed = self
            .store
            .due_deletions(self.clock.now(), SWEPT_AT_ONCE)
            .await?;
        for object_path in doomed {
            match self.objects.delete(&object_path).await {
                Ok(()) => self.store.remove_deletion(&object_path).await?,
                Err(error) => {
                    tracing::warn!(error.cause = %error, "object not deleted, will retry");
                }
            }
        }
        Ok(())
    }

    fn stored_object(&self, new: NewObject, bytes: u64, etag: String) -> StoredObject {
        let now = self.clock.now();
        StoredObject {
            id: self.ids.id(),
            bucket_id: new.bucket_id,
            name: new.name,
            owner_id: new.owner_id,
            object_path: self.new_path(),
            bytes,
            content_type: new.content_type,
            content_encoding: new.content_encoding,
            cache_control: new.cache_control,
            etag,
            user_metadata: new.user_metadata,
            created_at: now,
            updated_at: now,
        }
    }

    /// A generated key: it contains no name that a user chose.
    fn new_path(&self) -> String {
        format!("storage/{}", self.ids.id())
    }
}
