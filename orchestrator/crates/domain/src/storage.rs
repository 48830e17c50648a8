use chrono::{DateTime, Utc};
use portolan_storage::BucketLimits;
use serde_json::{Map, Value};
use uuid::Uuid;

/// A place for objects with rules of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Bucket {
    /// Also its name.
    pub id: String,
    pub owner_id: Option<Uuid>,
    /// Whether everyone may read its objects who knows their names.
    pub is_public: bool,
    pub limits: BucketLimits,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// A change of a bucket; None leaves a field unchanged.
#[derive(Clone, Debug, Default)]
pub struct BucketChange {
    pub is_public: Option<bool>,
    pub bytes: Option<Option<u64>>,
    pub types: Option<Option<Vec<String>>>,
}

/// A file that a user keeps here.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredObject {
    pub id: Uuid,
    pub bucket_id: String,
    /// Segments with slashes between them.
    pub name: String,
    /// The uploader; None for the service.
    pub owner_id: Option<Uuid>,
    /// The key of its bytes in the object store; every change gets a new key.
    pub object_path: String,
    pub bytes: u64,
    pub content_type: String,
    /// How the bytes are packed, as `gzip`; None if they are not.
    pub content_encoding: Option<String>,
    /// The whole header.
    pub cache_control: String,
    /// Without quotation marks.
    pub etag: String,
    pub user_metadata: Map<String, Value>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// The handling of an existing object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replace {
    /// It stays, and the new one is refused.
    Never,
    /// It is replaced.
    Always,
    /// It is replaced, and has to be there.
    Only,
}

/// An upload that comes in pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct ResumableUpload {
    pub id: Uuid,
    pub bucket_id: String,
    pub name: String,
    pub owner_id: Option<Uuid>,
    pub is_upsert: bool,
    /// Whether its object is there.
    pub is_finished: bool,
    pub content_type: String,
    pub cache_control: String,
    pub user_metadata: Map<String, Value>,
    /// Bytes in all.
    pub bytes: u64,
    /// Bytes that are there.
    pub received: u64,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

impl StoredObject {
    /// Names these bytes; another version has another name.
    pub fn version(&self) -> &str {
        self.object_path
            .rsplit('/')
            .next()
            .unwrap_or(&self.object_path)
    }
}
