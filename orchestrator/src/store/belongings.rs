//! What goes with a person beyond the rows that refer to them.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    Result, Store, database::Session, resumable_uploads, stored_objects::above, value::params,
};

impl Store {
    /// The person's chats in which something is being answered.
    pub async fn running_chats(&self, user_id: Uuid) -> Result<Vec<Uuid>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT chat_id FROM turns WHERE user_id = $1 AND finished_at IS NULL",
                params![user_id],
            )
            .await?;
        rows.iter().map(|row| row.get("chat_id")).collect()
    }
}

/// Deletes what no foreign key deletes: the person's objects, and what others keep of their things.
pub(super) async fn delete(session: &mut Session, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    let folder = format!("{id}/");
    let uploads = session
        .rows(
            "SELECT id FROM resumable_uploads WHERE owner_id = $1 OR (name >= $2 AND name < $3)",
            params![id, &folder, above(&folder)],
        )
        .await?;
    for upload in &uploads {
        resumable_uploads::remove(session, upload.get("id")?, now).await?;
    }
    session
        .execute(
            "INSERT INTO doomed_objects (object_path, doomed_at) SELECT object_path, $4 FROM storage_objects \
             WHERE owner_id = $1 OR (name >= $2 AND name < $3)",
            params![id, &folder, above(&folder), now],
        )
        .await?;
    session
        .execute(
            "DELETE FROM storage_objects WHERE owner_id = $1 OR (name >= $2 AND name < $3)",
            params![id, &folder, above(&folder)],
        )
        .await?;
    session
        .execute(
            "INSERT INTO doomed_objects (object_path, doomed_at) SELECT DISTINCT object_path, $2 FROM sources \
             WHERE user_id = $1 AND object_path IS NOT NULL",
            params![id, now],
        )
        .await?;
    for sql in [
        "DELETE FROM curated WHERE item_id IN (SELECT id FROM charts WHERE user_id = $1 \
         UNION ALL SELECT id FROM boards WHERE user_id = $1 \
         UNION ALL SELECT id FROM portolans WHERE user_id = $1)",
        "DELETE FROM saved WHERE item_id IN (SELECT id FROM charts WHERE user_id = $1 \
         UNION ALL SELECT id FROM boards WHERE user_id = $1 \
         UNION ALL SELECT id FROM portolans WHERE user_id = $1)",
        "DELETE FROM auth_audit WHERE actor_id = $1",
    ] {
        session.execute(sql, params![id]).await?;
    }
    Ok(())
}
