use chrono::{DateTime, Utc};
use portolan_domain::{Replace, ResumableUpload, StoredObject};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    database::Session,
    pending_deletions::{keep_object, mark_for_deletion},
    stored_objects,
    value::{DatabaseRow, Json, params},
};

const NO_UPLOAD: StoreError = StoreError::NotFound("upload");
/// Another piece was faster.
const MOVED_ON: StoreError = StoreError::Conflict("the upload stands elsewhere by now");

impl Store {
    pub async fn create_upload(&self, upload: &ResumableUpload) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "INSERT INTO resumable_uploads (id, bucket_id, name, owner_id, is_upsert, content_type, cache_control, \
                 user_metadata, bytes, received, created_at, expires_at, is_finished) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
                params![
                    upload.id,
                    &upload.bucket_id,
                    &upload.name,
                    upload.owner_id,
                    upload.is_upsert,
                    &upload.content_type,
                    &upload.cache_control,
                    Json(&upload.user_metadata),
                    upload.bytes,
                    upload.received,
                    upload.created_at,
                    upload.expires_at,
                    upload.is_finished,
                ],
            )
            .await?;
        transaction.commit().await
    }

    pub async fn upload(&self, id: Uuid) -> Result<ResumableUpload> {
        let mut session = self.database.read().await?;
        let row = session
            .row("SELECT * FROM resumable_uploads WHERE id = $1", params![id])
            .await?;
        ResumableUpload::try_from(&row.ok_or(NO_UPLOAD)?)
    }

    /// Adds a piece and cancels the pending deletion of its bytes. `Conflict` if the upload's offset has
    /// changed.
    pub async fn add_part(
        &self,
        upload: &ResumableUpload,
        object_path: &str,
        bytes: u64,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        keep_object(&mut transaction, object_path).await?;
        let moved = transaction
            .execute(
                "UPDATE resumable_uploads SET received = received + $3 WHERE id = $1 AND received = $2",
                params![upload.id, upload.received, bytes],
            )
            .await?;
        if moved == 0 {
            return Err(MOVED_ON);
        }
        transaction
            .execute(
                "INSERT INTO resumable_parts (upload_id, first_byte, object_path) VALUES ($1, $2, $3)",
                params![upload.id, upload.received, object_path],
            )
            .await?;
        transaction.commit().await
    }

    /// Returns the keys of the chunks, in order.
    pub async fn upload_parts(&self, id: Uuid) -> Result<Vec<String>> {
        let mut session = self.database.read().await?;
        parts(&mut session, id).await
    }

    /// The upload is whole and becomes an object; its pieces go. A conflict if it has become
    /// one already, or another of its name is there.
    pub async fn finish_upload(
        &self,
        id: Uuid,
        object: &StoredObject,
        replace: Replace,
        quota: Option<u64>,
        now: DateTime<Utc>,
    ) -> Result<StoredObject> {
        let mut transaction = self.database.write().await?;
        let finished = transaction
            .execute(
                "UPDATE resumable_uploads SET is_finished = TRUE WHERE id = $1 AND is_finished = FALSE",
                params![id],
            )
            .await?;
        if finished == 0 {
            return Err(MOVED_ON);
        }
        schedule_part_deletions(&mut transaction, id, now).await?;
        self.ensure_file_room(&mut transaction, object).await?;
        let put = stored_objects::put_within(&mut transaction, object, replace, quota, now).await?;
        transaction.commit().await?;
        Ok(put)
    }

    /// Gives an upload up; its pieces go.
    pub async fn delete_upload(&self, id: Uuid, now: DateTime<Utc>) -> Result<()> {
        let mut transaction = self.database.write().await?;
        remove(&mut transaction, id, now).await?;
        transaction.commit().await
    }

    /// Uploads whose time is over.
    pub async fn expired_uploads(&self, now: DateTime<Utc>) -> Result<Vec<Uuid>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT id FROM resumable_uploads WHERE expires_at <= $1 LIMIT 100",
                params![now],
            )
            .await?;
        rows.iter().map(|row| row.get("id")).collect()
    }
}

async fn parts(session: &mut Session, id: Uuid) -> Result<Vec<String>> {
    let rows = session
        .rows(
            "SELECT object_path FROM resumable_parts WHERE upload_id = $1 ORDER BY first_byte",
            params![id],
        )
        .await?;
    rows.iter().map(|row| row.get("object_path")).collect()
}

pub(super) async fn remove(session: &mut Session, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    // Locked, so that no piece comes in between.
    let known = session
        .row(
            "UPDATE resumable_uploads SET received = received WHERE id = $1 RETURNING id",
            params![id],
        )
        .await?;
    known.ok_or(NO_UPLOAD)?;
    schedule_part_deletions(session, id, now).await?;
    session
        .execute("DELETE FROM resumable_uploads WHERE id = $1", params![id])
        .await
        .map(drop)
}

async fn schedule_part_deletions(
    session: &mut Session,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    for part in parts(session, id).await? {
        mark_for_deletion(session, &part, now).await?;
    }
    session
        .execute(
            "DELETE FROM resumable_parts WHERE upload_id = $1",
            params![id],
        )
        .await
        .map(drop)
}

impl TryFrom<&DatabaseRow> for ResumableUpload {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let Json(user_metadata) = row.get("user_metadata")?;
        Ok(Self {
            id: row.get("id")?,
            bucket_id: row.get("bucket_id")?,
            name: row.get("name")?,
            owner_id: row.get("owner_id")?,
            is_upsert: row.get("is_upsert")?,
            is_finished: row.get("is_finished")?,
            content_type: row.get("content_type")?,
            cache_control: row.get("cache_control")?,
            user_metadata,
            bytes: row.get("bytes")?,
            received: row.get("received")?,
            created_at: row.get("created_at")?,
            expires_at: row.get("expires_at")?,
        })
    }
}
