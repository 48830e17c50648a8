use chrono::{DateTime, Utc};
use portolan_domain::{Replace, StoredObject};
use portolan_storage::ListedObject;
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    database::Session,
    item_limit::ItemKind,
    pending_deletions::{keep_object, mark_for_deletion},
    users,
    value::{DatabaseRow, Json, params},
};

const NO_OBJECT: StoreError = StoreError::NotFound("object");
const TAKEN: StoreError = StoreError::Conflict("an object of this name is there already");

impl Store {
    pub async fn stored_object(&self, bucket_id: &str, name: &str) -> Result<StoredObject> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT * FROM storage_objects WHERE bucket_id = $1 AND name = $2",
                params![bucket_id, name],
            )
            .await?;
        StoredObject::try_from(&row.ok_or(NO_OBJECT)?)
    }

    /// Stores an object and cancels the pending deletion of its bytes. An existing object of this name keeps
    /// its id and creation time; its old bytes are deleted. `quota` is the bytes that the files of its owner
    /// may have in all.
    pub async fn put_object(
        &self,
        object: &StoredObject,
        replace: Replace,
        quota: Option<u64>,
        now: DateTime<Utc>,
    ) -> Result<StoredObject> {
        let mut transaction = self.database.write().await?;
        self.ensure_file_room(&mut transaction, object).await?;
        let put = put_within(&mut transaction, object, replace, quota, now).await?;
        transaction.commit().await?;
        Ok(put)
    }

    /// Fails if the object is a new one, and its owner has as many as an account may store.
    pub(super) async fn ensure_file_room(
        &self,
        session: &mut Session,
        object: &StoredObject,
    ) -> Result<()> {
        let Some(owner_id) = object.owner_id else {
            return Ok(());
        };
        let known = session
            .row(
                "SELECT id FROM storage_objects WHERE bucket_id = $1 AND name = $2 AND owner_id = $3",
                params![&object.bucket_id, &object.name, owner_id],
            )
            .await?;
        if known.is_some() {
            return Ok(());
        }
        // Two concurrent uploads of one user are serialized.
        match users::lock_user(session, owner_id).await {
            // Tokens of other programs name owners that have no account, and no limit.
            Err(StoreError::NotFound(_)) => return Ok(()),
            locked => drop(locked?),
        }
        self.ensure_room(session, owner_id, ItemKind::StoredFile)
            .await
    }

    /// Fails if these bytes, together with pending uploads, would exceed the owner's limit.
    pub async fn check_room(&self, owner_id: Uuid, more: u64, quota: u64) -> Result<()> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) AS bytes FROM resumable_uploads \
                 WHERE owner_id = $1 AND is_finished = FALSE",
                params![owner_id],
            )
            .await?;
        let coming: u64 = row.ok_or(NO_OBJECT)?.get("bytes")?;
        let used = bytes_of(&mut session, owner_id).await?;
        if used.saturating_add(coming).saturating_add(more) > quota {
            return Err(StoreError::OverQuota);
        }
        Ok(())
    }

    /// Gives an object another name. A conflict if one of that name is there.
    pub async fn move_object(
        &self,
        object: &StoredObject,
        bucket_id: &str,
        name: &str,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let moved = transaction
            .execute(
                "UPDATE storage_objects SET bucket_id = $2, name = $3, updated_at = $4 WHERE id = $1",
                params![object.id, bucket_id, name, now],
            )
            .await
            .map_err(name_taken)?;
        if moved == 0 {
            return Err(NO_OBJECT);
        }
        transaction.commit().await
    }

    /// Deletes those of these objects that are there; their bytes go.
    pub async fn delete_objects(
        &self,
        bucket_id: &str,
        names: &[String],
        now: DateTime<Utc>,
    ) -> Result<Vec<StoredObject>> {
        let mut transaction = self.database.write().await?;
        let mut deleted = Vec::new();
        for name in names {
            let row = transaction
                .row(
                    "DELETE FROM storage_objects WHERE bucket_id = $1 AND name = $2 RETURNING *",
                    params![bucket_id, name],
                )
                .await?;
            if let Some(row) = row {
                let object = StoredObject::try_from(&row)?;
                mark_for_deletion(&mut transaction, &object.object_path, now).await?;
                deleted.push(object);
            }
        }
        transaction.commit().await?;
        Ok(deleted)
    }

    /// The objects of a bucket whose names begin so, in no order.
    pub async fn object_entries(&self, bucket_id: &str, prefix: &str) -> Result<Vec<ListedObject>> {
        let mut session = self.database.scan().await?;
        let rows = session
            .rows(
                "SELECT id, name, created_at, updated_at FROM storage_objects \
                 WHERE bucket_id = $1 AND name >= $2 AND name < $3",
                params![bucket_id, prefix, above_prefix(prefix)],
            )
            .await?;
        let entry = |row: &DatabaseRow| {
            Ok(ListedObject {
                id: row.get("id")?,
                name: row.get("name")?,
                created_at: row.get("created_at")?,
                updated_at: row.get("updated_at")?,
            })
        };
        rows.iter().map(entry).collect()
    }

    /// The objects of these ids, in no order.
    pub async fn objects_by_id(&self, ids: &[String]) -> Result<Vec<StoredObject>> {
        let mut session = self.database.read().await?;
        let sql = if session.is_postgres() {
            "SELECT * FROM storage_objects WHERE id IN (SELECT json_array_elements_text($1::json))"
        } else {
            "SELECT * FROM storage_objects WHERE id IN (SELECT value FROM json_each($1))"
        };
        let rows = session.rows(sql, params![Json(&ids)]).await?;
        rows.iter().map(StoredObject::try_from).collect()
    }

    /// Returns the objects that a user uploaded, and those in their own folders.
    pub async fn objects_of(&self, user_id: Uuid) -> Result<Vec<StoredObject>> {
        let mut session = self.database.read().await?;
        let folder = format!("{user_id}/");
        let rows = session
            .rows(
                "SELECT * FROM storage_objects WHERE owner_id = $1 OR (name >= $2 AND name < $3) \
                 ORDER BY bucket_id, name",
                params![user_id, &folder, above_prefix(&folder)],
            )
            .await?;
        rows.iter().map(StoredObject::try_from).collect()
    }
}

/// Names that begin with a text are those from it to before this. No name has the last character
/// of all.
pub(super) fn above_prefix(prefix: &str) -> String {
    format!("{prefix}\u{10FFFF}")
}

async fn bytes_of(session: &mut Session, owner_id: Uuid) -> Result<u64> {
    let row = session
        .row(
            "SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) AS bytes FROM storage_objects WHERE owner_id = $1",
            params![owner_id],
        )
        .await?;
    row.ok_or(NO_OBJECT)?.get("bytes")
}

/// Refuses what would make the files of its owner larger than they may be.
pub(super) async fn put_within(
    session: &mut Session,
    object: &StoredObject,
    replace: Replace,
    quota: Option<u64>,
    now: DateTime<Utc>,
) -> Result<StoredObject> {
    let Some((quota, owner_id)) = quota.zip(object.owner_id) else {
        return put(session, object, replace, now).await;
    };
    // Two concurrent uploads of one user are serialized.
    users::lock_user(session, owner_id).await?;
    let before = bytes_of(session, owner_id).await?;
    let put = put(session, object, replace, now).await?;
    let after = bytes_of(session, owner_id).await?;
    if after > quota && after > before {
        return Err(StoreError::OverQuota);
    }
    Ok(put)
}

async fn put(
    session: &mut Session,
    object: &StoredObject,
    replace: Replace,
    now: DateTime<Utc>,
) -> Result<StoredObject> {
    keep_object(session, &object.object_path).await?;
    // The lock prevents other changes until the transaction ends.
    let row = session
        .row(
            "UPDATE storage_objects SET updated_at = updated_at WHERE bucket_id = $1 AND name = $2 RETURNING *",
            params![&object.bucket_id, &object.name],
        )
        .await?;
    let known = row.as_ref().map(StoredObject::try_from).transpose()?;
    let row = match (known, replace) {
        (Some(_), Replace::Never) => return Err(TAKEN),
        (None, Replace::Only) => return Err(NO_OBJECT),
        (Some(known), Replace::Always | Replace::Only) => {
            mark_for_deletion(session, &known.object_path, now).await?;
            session
                .row(
                    "UPDATE storage_objects SET owner_id = $2, object_path = $3, bytes = $4, content_type = $5, \
                     content_encoding = $6, cache_control = $7, etag = $8, user_metadata = $9, updated_at = $10 \
                     WHERE id = $1 RETURNING *",
                    params![
                        known.id,
                        object.owner_id,
                        &object.object_path,
                        object.bytes,
                        &object.content_type,
                        &object.content_encoding,
                        &object.cache_control,
                        &object.etag,
                        Json(&object.user_metadata),
                        now,
                    ],
                )
                .await?
        }
        (None, Replace::Never | Replace::Always) => session
            .row(
                "INSERT INTO storage_objects (id, bucket_id, name, owner_id, object_path, bytes, content_type, \
                 content_encoding, cache_control, etag, user_metadata, created_at, updated_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12) RETURNING *",
                params![
                    object.id,
                    &object.bucket_id,
                    &object.name,
                    object.owner_id,
                    &object.object_path,
                    object.bytes,
                    &object.content_type,
                    &object.content_encoding,
                    &object.cache_control,
                    &object.etag,
                    Json(&object.user_metadata),
                    now,
                ],
            )
            .await
            .map_err(name_taken)?,
    };
    StoredObject::try_from(&row.ok_or(NO_OBJECT)?)
}

fn name_taken(error: StoreError) -> StoreError {
    match error {
        StoreError::Conflict(_) => TAKEN,
        StoreError::NotFound(_) => StoreError::NotFound("bucket"),
        error => error,
    }
}

impl TryFrom<&DatabaseRow> for StoredObject {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let Json(user_metadata) = row.get("user_metadata")?;
        Ok(Self {
            id: row.get("id")?,
            bucket_id: row.get("bucket_id")?,
            name: row.get("name")?,
            owner_id: row.get("owner_id")?,
            object_path: row.get("object_path")?,
            bytes: row.get("bytes")?,
            content_type: row.get("content_type")?,
            content_encoding: row.get("content_encoding")?,
            cache_control: row.get("cache_control")?,
            etag: row.get("etag")?,
            user_metadata,
            created_at: row.get("created_at")?,
            updated_at: row.get("updated_at")?,
        })
    }
}
