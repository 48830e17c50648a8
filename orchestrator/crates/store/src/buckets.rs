use chrono::{DateTime, Utc};
use portolan_domain::{Bucket, BucketChange};
use portolan_storage::BucketLimits;

use super::{
    Result, Store, StoreError,
    value::{DatabaseRow, Json, Param, params},
};

const NO_BUCKET: StoreError = StoreError::NotFound("bucket");

impl Store {
    pub async fn buckets(&self) -> Result<Vec<Bucket>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows("SELECT * FROM storage_buckets ORDER BY id", params![])
            .await?;
        rows.iter().map(Bucket::try_from).collect()
    }

    pub async fn bucket(&self, id: &str) -> Result<Bucket> {
        let mut session = self.database.read().await?;
        let row = session
            .row("SELECT * FROM storage_buckets WHERE id = $1", params![id])
            .await?;
        Bucket::try_from(&row.ok_or(NO_BUCKET)?)
    }

    /// A conflict if the name is taken.
    pub async fn create_bucket(&self, bucket: &Bucket) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "INSERT INTO storage_buckets (id, owner_id, is_public, file_size_limit, allowed_mime_types, \
                 created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
                params![
                    &bucket.id,
                    bucket.owner_id,
                    bucket.is_public,
                    bucket.limits.bytes,
                    types(bucket.limits.types.as_ref()),
                    bucket.created_at,
                    bucket.updated_at,
                ],
            )
            .await?;
        transaction.commit().await
    }

    pub async fn update_bucket(
        &self,
        id: &str,
        change: &BucketChange,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "UPDATE storage_buckets SET updated_at = $2 WHERE id = $1 RETURNING *",
                params![id, now],
            )
            .await?;
        let mut bucket = Bucket::try_from(&row.ok_or(NO_BUCKET)?)?;
        if let Some(is_public) = change.is_public {
            bucket.is_public = is_public;
        }
        if let Some(bytes) = change.bytes {
            bucket.limits.bytes = bytes;
        }
        if let Some(types) = &change.types {
            bucket.limits.types.clone_from(types);
        }
        transaction
            .execute(
                "UPDATE storage_buckets SET is_public = $2, file_size_limit = $3, allowed_mime_types = $4 \
                 WHERE id = $1",
                params![
                    id,
                    bucket.is_public,
                    bucket.limits.bytes,
                    types(bucket.limits.types.as_ref()),
                ],
            )
            .await?;
        transaction.commit().await
    }

    /// Deletes all objects of the bucket, and the uploads on their way there.
    pub async fn empty_bucket(&self, id: &str, now: DateTime<Utc>) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let known = transaction
            .row(
                "UPDATE storage_buckets SET updated_at = updated_at WHERE id = $1 RETURNING id",
                params![id],
            )
            .await?;
        known.ok_or(NO_BUCKET)?;
        for (doom, delete) in [
            (
                "INSERT INTO doomed_objects (object_path, doomed_at) SELECT object_path, $2 FROM storage_objects \
                 WHERE bucket_id = $1",
                "DELETE FROM storage_objects WHERE bucket_id = $1",
            ),
            (
                "INSERT INTO doomed_objects (object_path, doomed_at) SELECT object_path, $2 FROM resumable_parts \
                 WHERE upload_id IN (SELECT id FROM resumable_uploads WHERE bucket_id = $1)",
                "DELETE FROM resumable_uploads WHERE bucket_id = $1",
            ),
        ] {
            transaction.execute(doom, params![id, now]).await?;
            transaction.execute(delete, params![id]).await?;
        }
        transaction.commit().await
    }

    /// A conflict if objects are in it.
    pub async fn delete_bucket(&self, id: &str) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let object = transaction
            .row(
                "SELECT id FROM storage_objects WHERE bucket_id = $1 UNION ALL \
                 SELECT id FROM resumable_uploads WHERE bucket_id = $1 AND is_finished = FALSE LIMIT 1",
                params![id],
            )
            .await?;
        if object.is_some() {
            return Err(StoreError::Conflict("the bucket is not empty"));
        }
        let deleted = transaction
            .execute("DELETE FROM storage_buckets WHERE id = $1", params![id])
            .await?;
        if deleted == 0 {
            return Err(NO_BUCKET);
        }
        transaction.commit().await
    }
}

fn types(types: Option<&Vec<String>>) -> Param<'_> {
    types.map_or(Param::Text(None), |types| Json(types).into())
}

impl TryFrom<&DatabaseRow> for Bucket {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            owner_id: row.get("owner_id")?,
            is_public: row.get("is_public")?,
            limits: BucketLimits {
                bytes: row.get("file_size_limit")?,
                types: row
                    .get::<Option<Json<_>>>("allowed_mime_types")?
                    .map(|Json(types)| types),
            },
            created_at: row.get("created_at")?,
            updated_at: row.get("updated_at")?,
        })
    }
}
